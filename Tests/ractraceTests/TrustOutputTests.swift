// SPDX-License-Identifier: MIT

import TestSupport
import Testing
import TraceTestSupport

@Suite("Trust in the output")
struct TrustOutputTests {
  /// A process with a stalled buffer of values, and with a stop in the other one.
  private static var stalled: TestTrace {
    var contract = TwoChannelTrace(process: 7, name: "app")
    contract.lifecycle([("proven", 1, 1), ("gap", 2, 2)])
    contract.values([("proven", 1, 1), ("gap", 2, 2)])
    contract.values([], number: 1, begin: 5_000_000)
    var trace = contract.trace
    trace.packet(in: "values_1", channel: 1, begin: 0, end: 1_000, cpu: 1, size: 4096) { packet in
      packet.event(
        "racsignal:next", at: 500,
        [.text("gap"), .text("p"), .text(String(repeating: "x", count: 3_800)), 2, 1])
    }
    return trace
  }

  private static func run(_ trace: TestTrace, _ arguments: String...) throws -> Outcome {
    let folder = try trace.write()
    return try Program.run(
      [Program.built("ractrace")] + arguments, environment: ["COLUMNS": ""], in: folder.path)
  }

  @Test("says what a killed writer cost, which rows it leaves exact, and that a stop is no loss")
  func text() throws {
    let outcome = try Self.run(Self.stalled, "summary", ".", "--on-loss=fail")
    #expect(outcome.status == 3)
    #expect(outcome.errors == "")
    let expected = """
      lost: an unknown number of events; counts are lower bounds
        an unknown number in channel 'values' cpu 1, 0.000001 to 0.005001 s (end never delivered)
      hint: the end of a buffer was never delivered: a program was killed while it wrote, the \
      disk was full, or it is recorded still; ractrace record rescues what can be
      .: 7 events in 5.00 ms from app (7)
      note: buffers had no packet open in 1 span, 5.00 ms in all, the longest 5.00 ms in \
      channel 'values' cpu 0 from 0.000001 s: a stop or idleness, no loss
      """
    #expect(outcome.lines.prefix(5).joined(separator: "\n") == expected)
    func row(_ signal: Substring) -> String? {
      outcome.lines.map { $0.split(separator: " ") }.first { $0.first == signal }
        .map { $0.prefix(4).joined(separator: " ") }
    }
    #expect(row("gap") == "gap 1 0 ≥2")
    #expect(row("proven") == "proven 1 0 1")
  }

  @Test("marks each figure of a summary that a loss may have made too small")
  func marks() throws {
    var trace = SyntheticTrace()
    trace.packet(begin: 0, end: 1_000_000) { packet in
      packet.subscribed("s", id: 1, at: 10)
      packet.next("s", id: 1, ordinal: 1, at: 20)
      packet.next("s", id: 1, ordinal: 2, at: 5_020)
      packet.event("racsignal:error", at: 6_000, [.text("s"), .text("x"), .text("no"), 1, 2])
    }
    trace.packet(number: 1, begin: 1_000_000, end: 2_000_000, discarded: 5)
    let folder = try trace.write()
    func summary(_ more: String...) throws -> String {
      let command = [Program.built("ractrace"), "summary", "."] + more
      let outcome = try Program.run(command, environment: ["COLUMNS": ""], in: folder.path)
      return outcome.output.split(separator: "\n")
        .map { $0.split(separator: " ").joined(separator: " ") }.joined(separator: "\n")
    }
    let marked = try summary()
    #expect(marked.contains("\ns ≥1 0? ≥2 ≥1000/s ≥1 ≥0 ≥0 ? ≥ 5.00 µs ≥ 5.00 µs ≥ 5.00 µs"))
    #expect(marked.contains("\ns: ≥1, the last at"))
    #expect(marked.contains("\nracsignal:next ≥2"))
    let unmarked = try summary("--on-loss=ignore")
    #expect(unmarked.contains("\ns 1 0 2 1000/s 1 0 0"))
    #expect(unmarked.contains("\nracsignal:next 2"))
  }

  @Test("tells programs the same")
  func json() throws {
    let outcome = try Self.run(Self.stalled, "events", ".", "--format=json", "--limit=0")
    let lines = outcome.output.split(separator: "\n")
    let trust = """
      {"verdicts":{"counts":"lower-bound","quantiles":"unknown","open":"unknown"},\
      "discarded_events":0,"lost_max":null,"lost_packets":0,"repeated_packets":0,\
      "windows":[{"trace":".","channel":"values","cpu":1,"from_ns":1000,"to_ns":5001000,\
      "lost":null,"cause":"stalled_tail"}],"damage":[],\
      "uncovered":[{"trace":".","channel":"values","cpu":0,"from_ns":1000,"to_ns":5000000}],\
      "uncovered_unlisted":0,"uncovered_total_ns":4999000,"clock_steps":[]}
      """
    #expect(lines.last?.hasSuffix("\"trust\":\(trust)}") == true)
    #expect(lines.count == 3)
    #expect(lines[1] == "{\"type\":\"trust\",\(trust.dropFirst())")
  }

  @Test("says how many packets came before the start, and what may help against discarding")
  func hints() throws {
    var contract = TwoChannelTrace(process: 7, name: "app")
    contract.values([], number: 3, begin: 0)
    contract.values([("s", 1, 1)], number: 4, begin: 1_000, discarded: 6)
    let outcome = try Self.run(contract.trace, "events", ".", "--limit=0")
    #expect(outcome.status == 0)
    #expect(
      outcome.errors == """
        lost: 6 events discarded; counts are lower bounds, what is open is unknown
          an unknown number in channel 'values' cpu 0, 0.000000 to 0.000000 s (start missing: \
        3 packets)
          6 events in channel 'values' cpu 0, 0.000001 to 0.000002 s (discarded, may be oversize)
        hint: packets of channel 'values' have 4.0 KiB; larger buffers lose less: ractrace record \
        --subbuf-size 32k, or --lossless
        hint: packets had space left when events were discarded: these may be oversize, larger \
        than a sub-buffer

        """)
  }

  @Test(
    "adds a clock offset to the times of a folder or host",
    arguments: [
      (".=-0.25", "-250000000"), ("h=30us", "30000"), (".=+1", "1000000000"), (".=7ns", "7"),
    ])
  func clockOffset(option: String, begin: String) throws {
    var contract = TwoChannelTrace(process: 7, name: "app")
    contract.values([], begin: 0)
    let outcome = try Self.run(
      contract.trace, "summary", ".", "--format=json", "--clock-offset", option)
    #expect(outcome.status == 0)
    #expect(outcome.lines.first?.hasSuffix("\"begin\":\"\(begin)\"}") == true)
  }

  @Test(
    "refuses a clock offset that says nothing or is for nothing",
    arguments: ["5", "=5", "run=", "run=x", "run=1e3", "other=1"])
  func wrongOffset(option: String) throws {
    var contract = TwoChannelTrace(process: 7, name: "app")
    contract.values([], begin: 0)
    let outcome = try Self.run(contract.trace, "summary", ".", "--clock-offset", option)
    #expect(outcome.status == 2)
    #expect(outcome.output == "")
    #expect(outcome.errors.contains("clock offset"))
  }
}
