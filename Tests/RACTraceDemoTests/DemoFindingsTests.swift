// SPDX-License-Identifier: MIT

import Testing

extension DemoAnswers {
  /// What is in the demo to be found, as `Expectation.md` derives it from the program's text.
  @Suite("shows what is in it")
  struct Findings {
    /// A line of JSON of any of the commands, as far as the tests want it.
    private struct Row: Decodable {
      struct Times: Decodable {
        var sum: Int
      }
      struct LastError: Decodable {
        var error: String
      }
      struct Fields: Decodable {
        var subscriptionId: Int?
        var value: String?
      }

      var type: String
      var signal: String?
      var subscriber: String?
      // latency
      var count: Int?
      var selfNs: Times?
      var fromCount: Int?
      var toCount: Int?
      var fromWithoutTo: Int?
      var toWithoutFrom: Int?
      var timeNs: Times?
      // summary
      var error: Int?
      var lastError: LastError?
      // subscriptions
      var leak: Bool?
      var openAtExit: Int?
      var subscriptions: Int?
      var values: Int?
      // check
      var rule: String?
      // events
      var event: String?
      var fields: Fields?

      /// What is listened to, and where.
      var place: String { "\(signal ?? "") → \(subscriber ?? "")" }
    }

    @Test("with the commands made for it")
    func findings() throws {
      let trace = try #require(DemoTrace.shared)
      var found: [String: String] = [:]
      var times: [String: Int] = [:]
      try latency(trace, &found, &times)
      try errors(trace, &found)
      try leaks(trace, &found)
      try rules(trace, &found)
      try replay(trace, &found)

      let expected = try ExpectationTable()
      #expect(found == expected.findings)
      #expect(Set(times.keys) == Set(expected.bounds.keys))
      for (name, bound) in expected.bounds {
        #expect(times[name, default: 0] >= bound * 1_000_000, "\(name)")
      }
    }

    private func latency(
      _ trace: DemoTrace, _ found: inout [String: String], _ times: inout [String: Int]
    ) throws {
      let rows: [Row] = try trace.rows(
        "operator", "path",
        in: [
          "latency", "--from=keystrokes", "--to=keystrokes.throttle.filter.flatMap.deliverOn",
          "trace",
        ])
      let slow = try #require(rows.first { $0.type == "operator" })
      found["slow subscriber"] = slow.place
      found["its deliveries"] = slow.count?.description
      times["its own time"] = slow.selfNs?.sum

      let path = try #require(rows.first { $0.type == "path" })
      found["keystrokes"] = path.fromCount?.description
      found["keystrokes without an answer"] = path.fromWithoutTo?.description
      found["answers"] = path.toCount?.description
      found["answers without a keystroke"] = path.toWithoutFrom?.description
      times["from keystrokes to answers, together"] = path.timeNs?.sum
    }

    private func errors(_ trace: DemoTrace, _ found: inout [String: String]) throws {
      let signals: [Row] = try trace.rows("signal", in: ["summary", "trace"])
      func count(_ row: Row) -> String { "\(row.signal ?? "") \(row.error ?? -1)" }
      found["failed signals"] =
        signals.filter { $0.error != 0 }.map(count).sorted().joined(separator: ", ")
      found["errors behind catch"] = signals.first { $0.signal == "lookup.delay.catch" }.map(count)
      found["what failed"] =
        Set(signals.compactMap(\.lastError?.error)).sorted().joined(separator: ", ")
    }

    private func leaks(_ trace: DemoTrace, _ found: inout [String: String]) throws {
      let places: [Row] = try trace.rows("place", in: ["subscriptions", "--leaks", "trace"])
      let leaks = places.filter { $0.leak == true }
      found["leaks"] = leaks.map { row in
        "\(row.place), \(row.openAtExit ?? -1) open at exit of \(row.subscriptions ?? -1)"
      }.joined(separator: "; ")
      found["its values"] = leaks.map { "\($0.values ?? -1)" }.joined(separator: "; ")
    }

    private func rules(_ trace: DemoTrace, _ found: inout [String: String]) throws {
      let rows: [Row] = try trace.rows(
        "finding", in: ["check", "--disable=slow-subscriber", "trace"], status: 1)
      found["broken rules"] = rows.map { row in
        "\(row.rule ?? "") \(row.signal ?? "") \(row.count ?? -1)"
      }.joined(separator: ", ")
    }

    /// What the last one to subscribe to `session` got.
    private func replay(_ trace: DemoTrace, _ found: inout [String: String]) throws {
      let rows: [Row] = try trace.rows("event", in: ["events", "--signal=session", "trace"])
      let late = rows.last { $0.event == "racsignal:subscribed" }?.fields?.subscriptionId
      let events = rows.filter { $0.fields?.subscriptionId == late }
      found["replay"] = events.compactMap { row in
        switch row.event {
        case "racsignal:next": row.fields?.value
        case "racsignal:error": "error"
        case "racsignal:completed": "completed"
        default: nil
        }
      }.joined(separator: ", ")
    }
  }
}
