// SPDX-License-Identifier: MIT

import TestSupport
import Testing
import TraceAnalysis
import TraceModel
import TraceTestSupport

@Suite("A summary's rows")
struct SummaryGroupingTests {
  /// Two processes; in the first a value comes from a second thread.
  private static var trace: SyntheticTrace {
    var trace = SyntheticTrace()
    func value(
      _ packet: inout SyntheticPacket, _ id: UInt64, _ ordinal: UInt64, at time: UInt64,
      _ process: UInt64, thread: UInt64? = nil
    ) {
      packet.event(
        "racsignal:next", at: time, process: process, thread: thread,
        [.text("ticks"), .text("map"), .text("1"), .number(id), .number(ordinal)])
    }
    trace.packet(begin: 0, end: 1_000) { packet in
      packet.subscribed("ticks", "map", id: 1, at: 10)
      packet.subscribed("clicks", "App/A.swift:1", id: 2, at: 11)
      value(&packet, 1, 1, at: 20, 100)
      value(&packet, 1, 2, at: 30, 100, thread: 101)
      value(&packet, 1, 3, at: 60, 100)
      packet.subscribed("ticks", "map", id: 1, at: 70, process: 200)
      value(&packet, 1, 1, at: 80, 200)
      packet.next("clicks", id: 2, ordinal: 1, at: 900)
    }
    return trace
  }

  private func rows(by grouping: Summary.Grouping) throws -> [String] {
    let folder = try Self.trace.write()
    let report = Summary.of(try SignalTrace.open([folder.path]), by: grouping).result()
    #expect(report.grouping == grouping)
    return report.signals.map { row in
      "\(row.signal): subs \(row.subscriptions) open \(row.open) next \(row.next) "
        + "intervals \(row.intervals.buckets().map { "\($0.low)x\($0.count)" })"
    }
  }

  @Test("stand for signals")
  func signals() throws {
    #expect(
      try rows(by: .signal) == [
        "ticks: subs 2 open 2 next 4 intervals [\"10x1\", \"30x1\"]",
        "clicks: subs 1 open 1 next 1 intervals []",
      ])
  }

  @Test("stand for subscribers, if asked")
  func subscribers() throws {
    #expect(
      try rows(by: .subscriber) == [
        "map: subs 2 open 2 next 4 intervals [\"10x1\", \"30x1\"]",
        "App/A.swift:1: subs 1 open 1 next 1 intervals []",
      ])
  }

  @Test("stand for processes, if asked")
  func processes() throws {
    #expect(
      try rows(by: .process) == [
        "app (100): subs 2 open 2 next 4 intervals [\"10x1\", \"30x1\"]",
        "app (200): subs 1 open 1 next 1 intervals []",
      ])
  }

  @Test("stand for threads, if asked: a value and the interval before it count where it was sent")
  func threads() throws {
    #expect(
      try rows(by: .thread) == [
        "app (100): subs 2 open 2 next 3 intervals [\"30x1\"]",
        "app (200): subs 1 open 1 next 1 intervals []",
        "app (100), thread 101: subs 0 open 0 next 1 intervals [\"10x1\"]",
      ])
  }

  @Test("tell the values of each of at most sixteen slices of time, whose sum is all values")
  func activity() throws {
    let folder = try Self.trace.write()
    let report = Summary.of(try SignalTrace.open([folder.path])).result()
    // The trace is from 1,000,000,000 to 1,000,001,000 ns: slices of 64 ns that begin at multiples.
    #expect(report.slices.begin == 1_000_000_000)
    #expect(report.slices.width == 64)
    #expect(
      report.signals.map(\.activity) == [
        [3, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0],
        [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0],
      ])
  }
}
