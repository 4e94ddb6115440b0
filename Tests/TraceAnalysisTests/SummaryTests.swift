// SPDX-License-Identifier: MIT

import FoundationEssentials
import TestSupport
import Testing
import TraceAnalysis
import TraceModel
import TraceTestSupport

@Suite("Summary")
struct SummaryTests {
  private func summary(_ trace: SyntheticTrace) throws -> Summary {
    let folder = try trace.write()
    return AnalysisRun.run(Summary(), over: try SignalTrace.open([folder.path]))
  }

  /// A row in a form to compare.
  private func text(_ row: Summary.Row) -> String {
    "\(row.signal) subs \(row.subscriptions) open \(row.open) next \(row.next) "
      + "error \(row.error) completed \(row.completed) disposed \(row.disposed) "
      + "intervals \(row.intervals.buckets().map { "\($0.low)x\($0.count)" })"
  }

  /// Everything that a report says, in a form to compare.
  private func lines(_ report: Summary.Report) -> [String] {
    report.signals.map(text) + report.events.map { "\($0.name) \($0.count)" }
      + report.open.map { "\($0.signal) \($0.place ?? "?") \($0.process) \($0.next)" }
      + ["\(report.trust.counts) \(report.trust.quantiles) \(report.trust.open)"]
  }

  @Test("counts what each signal did, the busiest first")
  func counts() throws {
    var trace = SyntheticTrace()
    trace.packet(begin: 0, end: 1_000_000_000) { packet in
      packet.subscribed("clicks", id: 1, at: 10)
      packet.subscribed("login", id: 2, at: 11)
      packet.subscribed("ticks", "App/B.swift:9", id: 3, at: 12)
      for ordinal in 1...4 as ClosedRange<UInt64> {
        packet.next("ticks", id: 3, ordinal: ordinal, at: 100 * ordinal)
        packet.event("racsignal:delivered", at: 100 * ordinal + 1, [3])
      }
      packet.next("clicks", id: 1, ordinal: 1, at: 500)
      packet.completed("clicks", id: 1, values: 1, at: 600)
      packet.failed("login", "no such user", id: 2, values: 0, at: 700)
      packet.event("other:event", at: 800, [1, .text("x")])
    }
    let report = try summary(trace).result()
    #expect(
      lines(report) == [
        "ticks subs 1 open 1 next 4 error 0 completed 0 disposed 0 intervals [\"100x3\"]",
        "clicks subs 1 open 0 next 1 error 0 completed 1 disposed 1 intervals []",
        "login subs 1 open 0 next 0 error 1 completed 0 disposed 1 intervals []",
        "racsignal:next 5", "racsignal:delivered 4", "racsignal:subscribed 3",
        "racsignal:disposed 2", "other:event 1", "racsignal:completed 1", "racsignal:error 1",
        "ticks App/B.swift:9 app (100) 4", "exact exact exact",
      ])
    #expect(report.signals.map(\.rate) == [4, 1, 0])
    #expect(report.signals[2].lastError == "no such user")
    #expect(report.eventCount == 17)
  }

  @Test("counts what comes of a subscription after its end, and opens none for it")
  func late() throws {
    var trace = SyntheticTrace()
    trace.packet(begin: 0, end: 1_000) { packet in
      packet.subscribed("s", id: 1, at: 10)
      packet.next("s", id: 1, ordinal: 1, at: 20)
      packet.completed("s", id: 1, values: 1, at: 30)
      packet.next("s", id: 1, ordinal: 2, at: 40)
      packet.failed("s", "late", id: 1, values: 2, at: 50)
      packet.subscribed("s", id: 1, at: 60)
      packet.next("s", id: 1, ordinal: 1, at: 70)
    }
    let report = try summary(trace).result()
    #expect(
      report.signals.map(text) == [
        "s subs 2 open 1 next 3 error 1 completed 1 disposed 2 intervals []"
      ])
    #expect(report.open.map(\.next) == [1])
  }

  @Test("opens none in a later part for what an earlier part saw the end of")
  func lateInAnotherPart() throws {
    var trace = SyntheticTrace()
    trace.packet(begin: 0, end: 100) { packet in
      packet.subscribed("s", id: 1, at: 10)
      packet.completed("s", id: 1, values: 0, at: 30)
    }
    var later = SyntheticTrace()
    later.packet(begin: 100, end: 200) { packet in
      packet.next("s", id: 1, ordinal: 1, at: 140)
    }
    var merged = try summary(trace)
    merged.merge(later: try summary(later))
    let report = merged.result()
    #expect(
      report.signals.map(text) == [
        "s subs 1 open 0 next 1 error 0 completed 1 disposed 1 intervals []"
      ])
    #expect(report.open.isEmpty)
  }

  @Test("measures intervals by subscription, not by signal")
  func intervals() throws {
    var trace = SyntheticTrace()
    trace.packet(begin: 0, end: 1_000) { packet in
      packet.next("s", id: 1, ordinal: 1, at: 10)
      packet.next("s", id: 2, ordinal: 1, at: 11)
      packet.next("s", id: 1, ordinal: 2, at: 50)
      packet.next("s", id: 2, ordinal: 2, at: 51)
      packet.next("s", id: 1, ordinal: 1, at: 52, process: 200)
    }
    let row = try #require(try summary(trace).result().signals.first)
    #expect(row.intervals.buckets().map(\.low) == [40])
    #expect(row.intervals.count == 2)
    #expect(row.subscriptions == 3)
  }

  @Test("pairs nothing across a loss, unless the ordinals prove that nothing is missing")
  func loss() throws {
    var trace = SyntheticTrace()
    trace.packet(begin: 0, end: 100) { packet in
      packet.subscribed("proven", id: 1, at: 1)
      packet.subscribed("gap", id: 2, at: 2)
      packet.subscribed("unnumbered", id: 3, at: 3)
      packet.next("proven", id: 1, ordinal: 1, at: 10)
      packet.next("gap", id: 2, ordinal: 1, at: 11)
      packet.next("unnumbered", id: 3, ordinal: 0, at: 12)
    }
    trace.packet(number: 1, begin: 100, end: 200, discarded: 5)
    trace.packet(number: 2, begin: 200, end: 300, discarded: 5) { packet in
      packet.next("proven", id: 1, ordinal: 2, at: 210)
      packet.next("gap", id: 2, ordinal: 3, at: 211)
      packet.next("unnumbered", id: 3, ordinal: 0, at: 212)
      packet.next("unnumbered", id: 3, ordinal: 0, at: 222)
    }
    let report = try summary(trace).result()
    #expect(
      report.signals.map { "\($0.signal) \($0.intervals.buckets().map(\.low))" } == [
        "unnumbered [10]", "gap []", "proven [200]",
      ])
    #expect(report.trust.counts == .lowerBound)
    #expect(report.trust.open == .unknown)
    #expect(report.trust.losses.lostMaximum == 5)
  }

  @Test("knows the subscriptions that a late session is told of")
  func alive() throws {
    var trace = SyntheticTrace(origin: 0)
    trace.packet(begin: 1_000, end: 2_000) { packet in
      packet.event("racsignal:alive", at: 1_100, [.text("t"), .text("p"), 1, 1, 0, 0, 17, 600])
      packet.event("racsignal:alive", at: 1_200, [.text("t"), .text("p"), 1, 1, 0, 0, 17, 700])
      packet.completed("gone", id: 9, values: 3, at: 1_300)
    }
    let report = try summary(trace).result()
    #expect(report.signals.map(\.subscriptions) == [1, 1])
    #expect(report.open.map(\.began) == [500])
  }

  @Test("says what was not recorded instead of calling it nothing")
  func missingKinds() throws {
    var trace = SyntheticTrace(names: ["racsignal:subscribed", "racsignal:disposed"])
    trace.packet(begin: 0, end: 100) { $0.subscribed("s", id: 1, at: 1) }
    let report = try summary(trace).result()
    #expect(
      report.missing.kinds == ["racsignal:next", "racsignal:error", "racsignal:completed"])
    #expect(report.trust.quantiles == .unknown)
    #expect(report.trust.open == .unknown)
  }

  @Test("ends subscriptions with their last event where an emitter tells no disposal")
  func noDisposal() throws {
    var trace = SyntheticTrace(names: ["racsignal:subscribed", "racsignal:completed"])
    trace.packet(begin: 0, end: 100) { packet in
      packet.subscribed("s", id: 1, at: 1)
      packet.event("racsignal:completed", at: 2, [.text("s"), .text("p"), 1, 0])
    }
    let report = try summary(trace).result()
    #expect(report.open.isEmpty)
    #expect(report.signals.map(\.open) == [0])
  }

  @Test("is the same over the whole and over parts put together", arguments: 0...8)
  func merge(cut: Int) throws {
    let writes: [(inout SyntheticPacket) -> Void] = [
      { $0.subscribed("a", "App/P.swift:1", id: 1, at: 10) },
      { $0.next("a", id: 1, ordinal: 1, at: 20) },
      { $0.subscribed("b", id: 2, at: 25) },
      { $0.next("a", id: 1, ordinal: 2, at: 35) },
      { $0.next("b", id: 2, ordinal: 0, at: 40) },
      { $0.completed("a", id: 1, values: 2, at: 50) },
      { $0.next("b", id: 2, ordinal: 0, at: 60) },
      { $0.event("other:event", at: 70, [1, .text("x")]) },
    ]
    func trace(_ range: Range<Int>, begin: UInt64, end: UInt64, number: UInt64) -> SyntheticTrace {
      var trace = SyntheticTrace()
      trace.packet(number: number, begin: begin, end: end) { packet in
        for index in range { writes[index](&packet) }
      }
      return trace
    }
    let whole = try summary(trace(0..<8, begin: 0, end: 100, number: 0)).result()
    let times: [UInt64] = [0, 15, 22, 30, 37, 45, 55, 65, 100]
    var parts = try summary(trace(0..<cut, begin: 0, end: times[cut], number: 0))
    let later = try summary(trace(cut..<8, begin: times[cut], end: 100, number: 0))
    // The state goes through its written form, as it would between two machines.
    let written = try JSONEncoder().encode(later.partial)
    parts.merge(later: Summary(try JSONDecoder().decode(Summary.State.self, from: written)))
    #expect(lines(parts.result()) == lines(whole))
    #expect(parts.result().duration == whole.duration)
  }

  @Test("is the same alone and beside another analysis in one pass")
  func together() throws {
    var trace = SyntheticTrace()
    trace.packet(begin: 0, end: 100) { packet in
      packet.subscribed("s", id: 1, at: 1)
      packet.next("s", id: 1, ordinal: 1, at: 2)
    }
    let folder = try trace.write()
    var run = AnalysisRun(try SignalTrace.open([folder.path]))
    let first = run.add(Summary())
    let second = run.add(Summary())
    run.start()
    let alone = try lines(summary(trace).result())
    #expect(lines(first.analysis.result()) == alone)
    #expect(lines(second.analysis.result()) == alone)
  }
}
