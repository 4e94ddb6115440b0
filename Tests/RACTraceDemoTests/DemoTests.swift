// SPDX-License-Identifier: MIT

import TestSupport
import Testing

@Suite(
  "The demo",
  .needsPrivateDaemon)
struct DemoTests {
  /// A line of `ractrace summary --format json`, as far as the tests want it.
  private struct Row: Decodable {
    var type: String
    var signal: String?
    var subscriptions: Int?
    var next: Int?
    var error: Int?
    var completed: Int?
    var disposed: Int?
    var event: String?
    var count: Int?
  }

  private func summary(of trace: DemoTrace) throws -> [Row] {
    try trace.rows("signal", "event", in: ["summary", "trace"])
  }

  private func eventCounts(_ rows: [Row]) -> [String: Int] {
    rows.reduce(into: [:]) { counts, row in
      if row.type == "event", let event = row.event { counts[event] = row.count }
    }
  }

  @Test("leaves a trace whose summary is the expectation, with babeltrace2's count of every event")
  func expectation() throws {
    let trace = try DemoTrace()
    let expected = try ExpectationTable()
    let rows = try summary(of: trace)

    var signals: [String: [Int]] = [:]
    for row in rows where row.type == "signal" {
      let numbers = [row.subscriptions, row.next, row.error, row.completed, row.disposed]
      signals[row.signal ?? ""] = numbers.compactMap { $0 }
    }
    #expect(signals == expected.signals)

    let counts = eventCounts(rows)
    #expect(
      counts.filter { !$0.key.hasPrefix("raccompounddisposable:") } == expected.events)

    var second: [String: Int] = [:]
    for line in try Program.run(["babeltrace2", trace.path]).lines {
      let words = line.split(separator: " ")
      if let event = words.first(where: { $0.hasPrefix("rac") && $0.contains(":") }) {
        second[String(event.dropLast()), default: 0] += 1
      }
    }
    #expect(counts == second)
  }

  @Test("leaves the same counts on every run")
  func repetition() throws {
    let runs = try (1...2).map { _ in eventCounts(try summary(of: DemoTrace())) }
    #expect(runs[0] == runs[1])
    #expect(runs[0]["raccompounddisposable:added"] != nil)
  }

  @Test("prints the same with a session and without one")
  func undisturbed() throws {
    let traced = try DemoTrace().recording
    let plain = try Program.run([Program.built("RACTraceDemo")])
    #expect(plain.status == 0)
    #expect(traced.output == plain.output)
  }
}
