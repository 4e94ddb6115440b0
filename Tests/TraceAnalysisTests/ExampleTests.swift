// SPDX-License-Identifier: MIT

import TestSupport
import Testing
import TraceTestSupport

@Suite("The page on analysing traces")
struct ExampleTests {
  private static let root = Program.packageRoot

  @Test("shows samples that are those of the example program, to the letter")
  func samples() throws {
    let page = try Files.text(of: Self.root + "/analysis/README.md")
    let program = try Files.text(of: Self.root + "/Examples/AnalyseTrace/main.swift")
    let samples = page.components(between: "```swift\n", and: "```\n")
    #expect(samples.count == 5)
    for sample in samples {
      let indented = sample.split(separator: "\n", omittingEmptySubsequences: false)
        .map { $0.isEmpty ? "" : "  " + $0 }.joined(separator: "\n")
      #expect(program.contains(sample) || program.contains(indented))
    }
  }

  @Test("the example program asks a trace all of it")
  func run() throws {
    var trace = SyntheticTrace()
    trace.packet(begin: 0, end: 1_000_000) { packet in
      packet.subscribed("clicks", "App/Main.swift:7", id: 1, at: 10)
      packet.subscribed("login", "App/Login.swift:3", id: 2, at: 20)
      packet.next("clicks", id: 1, ordinal: 1, at: 1_000, place: "App/Main.swift:7")
      packet.next("clicks", id: 1, ordinal: 2, at: 3_000, place: "App/Main.swift:7")
      packet.failed("login", "denied", id: 2, values: 0, at: 4_000, place: "App/Login.swift:3")
      packet.event("racprocess:exiting", at: 900_000, [.text("App"), 1])
    }
    let folder = try trace.write()
    let outcome = try Program.run([Program.built("AnalyseTrace"), folder.path])
    #expect(outcome.errors == "")
    #expect(outcome.status == 0)
    #expect(
      outcome.output == """
        clicks 2 2000 exact
        login 0 0 exact
        2 signals
        leak: clicks at App/Main.swift:7
        errors: ["login": 1]
        exact at most 0 more
        7 events in 1 parts

        """)
  }

  @Test("the example program says why a folder cannot be read")
  func error() throws {
    let outcome = try Program.run([Program.built("AnalyseTrace"), "/nowhere"])
    #expect(outcome.status == 2)
    #expect(outcome.errors.contains("/nowhere"))
  }
}

extension String {
  fileprivate func components(between begin: String, and end: String) -> [String] {
    var found: [String] = []
    var rest = self[...]
    while let start = rest.firstRange(of: begin) {
      rest = rest[start.upperBound...]
      guard let stop = rest.firstRange(of: end) else { break }
      found.append(String(rest[..<stop.lowerBound]))
      rest = rest[stop.upperBound...]
    }
    return found
  }
}
