// SPDX-License-Identifier: MIT

import FoundationEssentials
import TestSupport
import Testing
import TraceTestSupport

/// What `ractrace subscriptions` and `ractrace flow` print.
@Suite("Subscriptions and flow in the output")
struct FlowOutputTests {
  @Test(
    "is as committed",
    arguments: [
      ("subscriptions.txt", "subscriptions", []),
      ("subscriptions-80.txt", "subscriptions", ["COLUMNS=80"]),
      ("subscriptions.json", "subscriptions", ["--format=json"]),
      ("subscriptions.csv", "subscriptions", ["--format=csv", "--limit=5"]),
      ("subscriptions-open.txt", "subscriptions", ["--open", "--sort=values"]),
      ("leaks.txt", "subscriptions", ["--leaks"]),
      ("leaks-80.txt", "subscriptions", ["--leaks", "COLUMNS=80"]),
      ("leaks.json", "subscriptions", ["--leaks", "--format=json", "--signal=ticks"]),
      ("leaks.csv", "subscriptions", ["--leaks", "--format=csv"]),
      ("flow.txt", "flow", []), ("flow-80.txt", "flow", ["COLUMNS=80"]),
      ("flow.json", "flow", ["--format=json"]), ("flow.csv", "flow", ["--format=csv"]),
      ("flow.dot", "flow", ["--format=dot"]), ("flow.mmd", "flow", ["--format=mermaid"]),
      ("flow-limit.dot", "flow", ["--format=dot", "--limit=2"]),
    ] as [(String, String, [String])])
  func whole(file: String, command: String, options: [String]) throws {
    try GoldenFile.check(file, FlowingTrace.trace, command, options)
  }

  @Test(
    "says the loss first, and what it leaves unknown",
    arguments: [
      ("loss-subscriptions.txt", "subscriptions", []),
      ("loss-leaks.txt", "subscriptions", ["--leaks"]), ("loss-flow.txt", "flow", []),
    ] as [(String, String, [String])])
  func loss(file: String, command: String, options: [String]) throws {
    try GoldenFile.check(file, FlowingTrace.lossy, command, options)
  }

  @Test(
    "ends with status 3 if losses are to fail, in every format",
    arguments: [
      ["subscriptions"], ["subscriptions", "--format=json"], ["subscriptions", "--format=csv"],
      ["flow"], ["flow", "--format=json"], ["flow", "--format=csv"], ["flow", "--format=dot"],
      ["flow", "--format=mermaid"],
    ])
  func status(words: [String]) throws {
    let folder = try FlowingTrace.lossy.write()
    let command = [Program.built("ractrace")] + words
    #expect(try Program.run(command + ["--on-loss=fail", folder.path]).status == 3)
    #expect(try Program.run(command + [folder.path]).status == 0)
  }

  @Test("are refused for a trace without racsignal events", arguments: ["subscriptions", "flow"])
  func foreign(command: String) throws {
    var trace = SyntheticTrace(names: ["other:event"])
    trace.packet(begin: 0, end: 100) { $0.event("other:event", at: 1, [1, .text("x")]) }
    let folder = try trace.write()
    for format in ["text", "json", "csv"] {
      let outcome = try Program.run(
        [Program.built("ractrace"), command, "--format=\(format)", folder.path])
      #expect(outcome.status == 2)
      #expect(outcome.output == "")
      #expect(outcome.errors.contains("`ractrace \(command)' needs racsignal events"))
    }
  }

  @Test("draw only where a command can")
  func formats() throws {
    for word in ["dot", "mermaid"] {
      let outcome = try Program.run(
        [Program.built("ractrace"), "subscriptions", "--format=\(word)", "x"])
      #expect(outcome.status == 2)
      #expect(outcome.errors.contains("'\(word)' is none of: text, json, csv"))
    }
  }

  // MARK: Hostile text

  private static let views = [
    ["subscriptions"], ["subscriptions", "--leaks"], ["flow"],
  ]

  @Test("let nothing through that a terminal obeys", arguments: views)
  func terminal(words: [String]) throws {
    for format in ["text", "json", "csv"] {
      let output = try hostile(words + ["--format=\(format)"])
      #expect(!output.unicodeScalars.contains { $0.value < 0x20 && $0 != "\n" })
      #expect(!output.unicodeScalars.contains { $0 == "\u{202e}" || $0.value == 0x7F })
      #expect(output.contains("script"))
    }
  }

  @Test("stay valid JSON, one object a line", arguments: views)
  func json(words: [String]) throws {
    let lines = try hostile(words + ["--format=json"]).split(separator: "\n")
    #expect(lines.count > FlowingTrace.names.count)
    for line in lines {
      #expect(throws: Never.self) {
        try JSONDecoder().decode(TypedLine.self, from: Data(line.utf8))
      }
    }
  }

  private struct TypedLine: Decodable {
    var type: String
  }

  @Test("begin no cell of CSV as a formula", arguments: views)
  func csv(words: [String]) throws {
    let output = try hostile(words + ["--format=csv"])
    for cell in output.split(whereSeparator: { $0 == "," || $0 == "\n" }) {
      #expect(!["\"=", "\"+", "\"-", "\"@", "=", "+", "@"].contains { cell.hasPrefix($0) })
    }
    #expect(output.contains("\"'+1\""))
  }

  @Test("draw hostile names as labels and nothing else in DOT")
  func dot() throws {
    let output = try hostile(["flow", "--format=dot"])
    let shape = try Regex(
      #"  n\d+( -> n\d+)? \[label="(\\.|[^"\\])*"(, [a-z]+=[a-z0-9]+)*\];"#)
    let lines = output.split(separator: "\n").dropFirst(2).dropLast()
    #expect(lines.count >= 2 * FlowingTrace.names.count)
    for line in lines where !line.hasPrefix("  node") && !line.hasPrefix("  edge") {
      #expect(try shape.wholeMatch(in: String(line)) != nil, "\(line)")
    }
  }

  @Test("draw hostile names as labels and nothing else in Mermaid")
  func mermaid() throws {
    let output = try hostile(["flow", "--format=mermaid"])
    let text = "\"([\\p{L}\\p{N} .,:/\\-\u{FFFD}]|#[0-9]+;|<br/>)*\""
    let shape = try Regex(
      "  (n[0-9]+(\\[\(text)\\]|\\(\\[\(text)\\]\\))|n[0-9]+ (-->|==>|-\\.->)\\|\(text)\\| n[0-9]+)"
    )
    let lines = output.split(separator: "\n").dropFirst()
    #expect(lines.count >= 2 * FlowingTrace.names.count)
    for line in lines {
      #expect(try shape.wholeMatch(in: String(line)) != nil, "\(line)")
    }
  }

  // MARK: Support

  private func hostile(_ words: [String]) throws -> String {
    let folder = try FlowingTrace.hostile.write()
    let outcome = try Program.run([Program.built("ractrace")] + words + [folder.path])
    #expect(outcome.status == 0)
    #expect(outcome.errors == "")
    return outcome.output
  }
}
