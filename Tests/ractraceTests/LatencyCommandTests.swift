// SPDX-License-Identifier: MIT

import TestSupport
import Testing
import TraceTestSupport

/// `ractrace latency` over small traces, compared with the files in `Golden`.
@Suite("ractrace latency")
struct LatencyCommandTests {
  private static let millisecond: UInt64 = 1_000_000

  /// Keystrokes that hop to a queue and lead to answers there, one of them slow, and one delivery
  /// that is never over.
  private static var trace: SyntheticTrace {
    var trace = SyntheticTrace(origin: 1_796_032_039_650_062_337)
    trace.packet(begin: 0, end: 1_000 * millisecond) { packet in
      for turn in 0..<4 as Range<UInt64> {
        let start = (turn * 20 + 1) * millisecond
        packet.next(
          "keystrokes", "key \(turn)", id: 1, ordinal: turn + 1, at: start, place: "delay")
        packet.event(
          "racscheduler:scheduled", at: start + 1_000,
          [.text("search"), 1, .number(turn + 10), .number(5 * millisecond), 1])
        packet.event("racsignal:delivered", at: start + 3_000, [1])
        guard turn < 3 else {
          packet.event("racscheduler:cancelled", at: start + 4_000, [.number(turn + 10)])
          continue
        }
        let run = start + 5 * millisecond + (turn + 1) * 100_000
        let work = (turn + 1) * 2 * millisecond
        func onThread(_ name: String, _ at: UInt64, _ values: [TestValue]) {
          packet.event(name, at: at, thread: 101, procname: "search", values)
        }
        onThread("racscheduler:began", run, [.number(turn + 10)])
        onThread(
          "racsignal:next", run + 10_000,
          [.text("keystrokes.delay"), .text("map"), .text("key \(turn)"), 2, .number(turn + 1)])
        onThread(
          "racsignal:next", run + 20_000,
          [
            .text("keystrokes.delay.map"), .text("App/Search.swift:17"),
            .text("answer; \(turn)\u{1b}[31m"), 3, .number(turn + 1),
          ])
        onThread("racsignal:delivered", run + 20_000 + work, [3])
        onThread("racsignal:delivered", run + 21_000 + work, [2])
        onThread("racscheduler:ended", run + 25_000 + work, [.number(turn + 10)])
      }
      packet.next("session", "=1+2", id: 4, ordinal: 1, at: 900 * millisecond)
    }
    return trace
  }

  @Test(
    "is as committed",
    arguments: [
      ("latency.txt", []), ("latency-80.txt", ["COLUMNS=80"]), ("latency-160.txt", ["COLUMNS=160"]),
      ("latency.json", ["--format=json"]), ("latency.csv", ["--format=csv"]),
      ("latency-folded.txt", ["--folded"]),
      ("latency-path.txt", ["--from=keystrokes", "--to=*.map", "--slowest=0", "--signal=*.map"]),
      ("latency-path.json", ["--from=keystrokes", "--to=*.map", "--format=json", "--limit=1"]),
      ("latency-sort.txt", ["--sort=total", "--slowest=2"]),
    ] as [(String, [String])])
  func whole(file: String, options: [String]) throws {
    let outcome = try latency(Self.trace, options)
    #expect(outcome.status == 0)
    #expect(outcome.errors == "")
    try GoldenFile.check(file, outcome.output)
  }

  @Test("says what is missing instead of a wrong number")
  func missing() throws {
    var trace = SyntheticTrace(names: ["racsignal:next"])
    trace.packet(begin: 0, end: 100) { $0.next("s", id: 1, ordinal: 1, at: 10) }
    let outcome = try latency(trace, [])
    #expect(outcome.status == 0)
    #expect(
      outcome.output.contains(
        "note: how long subscribers take is unknown: nothing tells when a delivery is over"))
    #expect(outcome.output.contains("ractrace record --detail deliveries"))
    #expect(
      try latency(trace, ["--format=json"]).lines.contains { $0.hasPrefix("{\"type\":\"missing\"") }
    )
  }

  @Test("advises no detail that was recorded already, where a program has no such events")
  func noScheduler() throws {
    let names = SyntheticTrace.contract.map(\.name).filter {
      !$0.hasPrefix("racscheduler") && !$0.hasPrefix("other")
    }
    var trace = SyntheticTrace(names: names)
    trace.packet(begin: 0, end: 100) { $0.next("s", id: 1, ordinal: 1, at: 10) }
    let outcome = try latency(trace, [])
    #expect(outcome.output.contains("racscheduler:cancelled (lttng enable-event -u 'rac*', if the"))
    #expect(!outcome.output.contains("--detail"))
  }

  @Test("says first what was lost, and fails if asked to")
  func loss() throws {
    var trace = SyntheticTrace()
    trace.packet(begin: 0, end: 1_000) { packet in
      packet.next("s", id: 1, ordinal: 1, at: 10)
      packet.event("racsignal:delivered", at: 20, [1])
      packet.next("s", id: 1, ordinal: 2, at: 900)
    }
    trace.packet(number: 1, begin: 1_000, end: 2_000, discarded: 7)
    trace.packet(number: 2, begin: 2_000, end: 3_000, discarded: 7) { packet in
      packet.event("racsignal:delivered", at: 2_100, [1])
    }
    let outcome = try latency(trace, ["--on-loss=fail"])
    #expect(outcome.status == 3)
    #expect(outcome.output.hasPrefix("lost: 7 events discarded"))
    #expect(outcome.output.contains("s → App/A.swift:1: 1 torn by a loss"))
    #expect(outcome.output.contains("1 end whose begin a loss hides"))
  }

  @Test("shows no time of its own for what crosses, and no floor where nothing tells one")
  func crossing() throws {
    var trace = SyntheticTrace()
    trace.packet(begin: 0, end: 1_000) { packet in
      packet.next("a", id: 1, ordinal: 1, at: 100)
      packet.next("b", id: 2, ordinal: 1, at: 200)
      packet.event("racsignal:delivered", at: 300, [1])
      packet.event("racsignal:delivered", at: 400, [2])
    }
    let outcome = try latency(trace, [])
    let lines = outcome.lines.map { $0.split(separator: " ").joined(separator: " ") }
    #expect(lines.first?.hasSuffix("2 deliveries, ? in subscribers themselves") == true)
    #expect(lines.contains("a → App/A.swift:1 1 ? - - 200 ns 200 ns 200 ns 200 ns 200 ns"))
    #expect(!outcome.output.contains("floor"))
  }

  @Test("needs a trace with events of the contract, and both ends of a way")
  func refusals() throws {
    var foreign = SyntheticTrace(names: ["other:event"])
    foreign.packet(begin: 0, end: 100) { $0.event("other:event", at: 1, [1, .text("x")]) }
    let outcome = try latency(foreign, [])
    #expect(outcome.status == 2)
    #expect(outcome.errors.contains("needs racsignal events"))
    #expect(try latency(Self.trace, ["--from=x"]).errors.contains("--from needs --to"))
    #expect(try latency(Self.trace, ["--to=x"]).errors.contains("--to needs --from"))
    #expect(try latency(Self.trace, ["--sort=x"]).errors.contains("total, self, p99, name"))
    #expect(try latency(Self.trace, ["--folded", "--format=csv"]).status == 2)
  }

  @Test("says that no signal is called as --from or --to says")
  func unknownNames() throws {
    let outcome = try latency(Self.trace, ["--from=keystroke", "--to=*.map"])
    #expect(outcome.status == 0)
    let note = "note: no signal is called 'keystroke', or it sent nothing"
    #expect(outcome.lines.filter { $0.hasPrefix("note") }.map(String.init) == [note])
    #expect(
      try latency(Self.trace, ["--from=a", "--to=b"]).lines.count { $0.hasPrefix("note") } == 2)
    #expect(
      try latency(Self.trace, ["--from=a", "--to=*.map", "--format=json"]).output
        .contains("\"from_signals\":0,\"to_signals\":1"))
  }

  @Test("tells on standard error what stands together since it is too deep")
  func deep() throws {
    let outcome = try latency(Self.trace, ["--folded", "--depth=1"])
    #expect(outcome.status == 0)
    #expect(outcome.lines.contains { $0.hasPrefix("keystrokes.delay;map;[deeper] ") })
    #expect(
      outcome.errors
        == "note: 3 deliveries that are more than 1 deep stand together as [deeper] (--depth tells how "
        + "many)\n")
    #expect(try latency(Self.trace, ["--depth=1"]).errors.contains("--depth needs --folded"))
    #expect(try latency(Self.trace, ["--folded", "--depth=0"]).status == 2)
  }

  private func latency(_ trace: SyntheticTrace, _ options: [String]) throws -> Outcome {
    let folder = try trace.write()
    let variables = options.filter { $0.hasPrefix("COLUMNS") }
    let columns = variables.first?.split(separator: "=").last.map(String.init) ?? ""
    return try Program.run(
      [Program.built("ractrace"), "latency", "."] + options.filter { !variables.contains($0) },
      environment: ["COLUMNS": columns], in: folder.path)
  }
}
