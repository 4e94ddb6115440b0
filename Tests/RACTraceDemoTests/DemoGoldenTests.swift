// SPDX-License-Identifier: MIT

import Glibc
import TestSupport
import Testing

extension DemoAnswers {
  /// Every command over the demo's trace, compared with the files in `Golden`, but for times.
  ///
  /// With `RACTRACE_UPDATE_GOLDEN=1` the files are written anew instead: read what changed before
  /// committing it.
  @Suite("is answered as committed")
  struct Golden {
    private static let answer = "keystrokes.throttle.filter.flatMap.deliverOn"

    @Test(
      "at widths of 80 and 160",
      arguments: [
        ("summary", ["summary", "trace"], 0),
        ("subscribers", ["summary", "--by=subscriber", "trace"], 0),
        ("subscriptions", ["subscriptions", "trace"], 0),
        ("leaks", ["subscriptions", "--leaks", "trace"], 0),
        // By name and without the slowest, whose order is a matter of time.
        ("latency", ["latency", "--sort=name", "--slowest=0", "trace"], 0),
        (
          "hop",
          [
            "latency", "--from=keystrokes", "--to=\(answer)", "--signal=keystrokes*",
            "--sort=name", "--slowest=0", "trace",
          ], 0
        ),
        ("flow", ["flow", "trace"], 0),
        // A busy machine can stop any subscriber for the 100 ms that this rule calls slow.
        ("check", ["check", "--disable=slow-subscriber", "trace"], 1),
        ("diff", ["diff", "trace", "trace"], 0),
      ] as [(String, [String], Int32)], [80, 160])
    func table(_ question: (String, [String], Int32), columns: Int) throws {
      let (name, command, status) = question
      let output = try check(
        "\(name)-\(columns).txt", command, status: status, columns: columns)
      // What is compared no longer has the widths; only sentences may be longer than a line.
      let rows = output.split(separator: "\n").filter {
        $0.split(separator: #/ {2,}/#).count > 3
      }
      #expect(rows.filter { $0.count > columns } == [])
    }

    /// Only what one thread did, or what one value led to: else the order is a matter of time.
    @Test(
      "a line for each event, at any width",
      arguments: [
        ("events-session.txt", ["events", "--signal=session*", "trace"]),
        (
          "events-cause.txt",
          ["events", "--follow-cause", "--signal=keystrokes", "--value=who?", "trace"]
        ),
      ] as [(String, [String])])
    func events(file: String, command: [String]) throws {
      for columns in [80, 160] { try check(file, command, status: 0, columns: columns) }
    }

    @Test("as a whole, after fold and merge", arguments: [80, 160])
    func folded(columns: Int) throws {
      let trace = try #require(DemoTrace.shared)
      let part = try TemporaryFolder()
      try Files.write(trace.run(["fold", "trace"]).output, to: part.path + "/part")
      for (question, command) in [
        ("summary", ["summary"]), ("subscriptions", ["subscriptions"]),
        ("leaks", ["subscriptions", "--leaks"]), ("latency", ["latency"]),
      ] {
        let merged = try trace.run(
          ["merge", "--analysis", question, part.path + "/part"], columns: columns)
        #expect(merged.status == 0, "\(merged.errors)")
        #expect(try merged.output == trace.run(command + ["trace"], columns: columns).output)
      }
    }

    @discardableResult
    private func check(
      _ file: String, _ command: [String], status: Int32, columns: Int
    ) throws -> String {
      let outcome = try #require(DemoTrace.shared).run(command, columns: columns)
      #expect(outcome.status == status)
      #expect(outcome.errors == "")
      let output = withoutRace(timeless(outcome.output))
      let path = Program.packageRoot + "/Tests/RACTraceDemoTests/Golden/" + file
      if getenv("RACTRACE_UPDATE_GOLDEN") != nil { try Files.write(output, to: path) }
      #expect(try output == Files.text(of: path))
      return outcome.output
    }

    /// A tree of events without the end of `flatMap` and what that led to.
    ///
    /// It follows from the end of the queries, on `ui`, or from that of the last answer, on
    /// `index`: which of them is the last one is a matter of time. All else has one place.
    private func withoutRace(_ tree: String) -> String {
      var depth: Int?
      return tree.split(separator: "\n", omittingEmptySubsequences: false).filter { line in
        let indent = line.prefixMatch(of: #/  TIME +/#)?.output.count ?? 0
        if let outer = depth, indent > outer { return false }
        let isEnd = line.contains("racsignal:completed  keystrokes.throttle.filter.flatMap  ")
        depth = isEnd && indent > 0 ? indent : nil
        return depth == nil
      }.joined(separator: "\n")
    }
  }
}
