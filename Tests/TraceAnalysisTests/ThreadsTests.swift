// SPDX-License-Identifier: MIT

import TestSupport
import Testing
import TraceAnalysis
import TraceModel
import TraceTestSupport

@Suite("A run on several threads")
struct ThreadsTests {
  /// A random trace of three processes on three CPUs: subscriptions that live across many packets,
  /// some never ended, some begun before the trace, and a few lost events.
  private static func trace(_ seed: UInt64) -> SyntheticTrace {
    var random = SeededRandom(seed: seed)
    var trace = SyntheticTrace()
    /// For each place the running number of its subscription, since ids are never used again, and the
    /// ordinal of its last value; nil: none is open.
    var open: [UInt64: (generation: UInt64, ordinal: UInt64?)] = [:]
    var time: UInt64 = 0
    var discarded: [UInt64] = [0, 0, 0]
    for number in 0..<12 as Range<UInt64> {
      for cpu in 0..<3 as Range<UInt64> {
        let begin = time
        let places = (0..<8).map { _ in UInt64.random(in: 1...6, using: &random) }
        if number > 3, Int.random(in: 0..<8, using: &random) == 0 { discarded[Int(cpu)] += 3 }
        trace.packet(
          cpu: cpu, number: number, begin: begin, end: begin + 400, discarded: discarded[Int(cpu)]
        ) { packet in
          for place in places {
            time += UInt64.random(in: 1...40, using: &random)
            let process = 100 + cpu
            let signal = "s\(place)"
            var (generation, ordinal) = open[cpu * 100 + place] ?? (0, nil)
            let id = place + 8 * generation
            switch ordinal {
            case nil where place > 2:
              packet.subscribed(signal, id: id, at: time, process: process)
              ordinal = 0
            case let last? where last > 3 && place.isMultiple(of: 2):
              packet.completed(signal, id: id, values: last, at: time, process: process)
              time += 1
              (generation, ordinal) = (generation + 1, nil)
            case let last:
              let next = (last ?? 0) + 1
              packet.next(signal, id: id, ordinal: next, at: time, process: process)
              ordinal = next
            }
            open[cpu * 100 + place] = (generation, ordinal)
          }
        }
        time = max(time, begin + 400)
      }
    }
    return trace
  }

  private static func lines(_ report: Summary.Report) -> [String] {
    report.signals.map { row in
      "\(row.signal) \(row.subscriptions) \(row.open) \(row.next) \(row.error) \(row.completed) "
        + "\(row.disposed) \(row.whole) \(row.first) \(row.last) \(String(describing: row.rate)) "
        + "\(row.activity) "
        + "\(row.intervals.buckets().map { "\($0.low)x\($0.count)" }) \(row.trust)"
    }
      + report.events.map { "\($0.name) \($0.count)" }
      + report.open.map { "\($0.signal) \($0.place ?? "?") \($0.process) \($0.next)" }.sorted()
      + ["\(report.trust)", "\(report.streams) \(report.packets) \(report.processes)"]
  }

  @Test("sees what a run on one thread sees", arguments: 0..<30)
  func same(seed: UInt64) throws {
    let folder = try Self.trace(seed).write()
    let trace = try SignalTrace.open([folder.path])
    let expected = Self.lines(AnalysisRun.run(Summary(), over: trace).result())
    for threads in 2...5 {
      let again = try SignalTrace.open([folder.path])
      let summary = AnalysisRun.run(Summary(), over: again, threads: threads, least: 1)
      #expect(Self.lines(summary.result()) == expected)
      #expect(again.losses == trace.losses)
      #expect(again.processes.map(\.label).sorted() == trace.processes.map(\.label).sorted())
      #expect(again.end == trace.end)
    }
  }

  @Test("really has several parts")
  func parts() throws {
    let folder = try Self.trace(1).write()
    #expect(try SignalTrace.open([folder.path]).parts(4, least: 1).count == 4)
  }

  /// Counts events, and cannot be merged if a part has seen more than two.
  private struct Forgetful: Analysis, Sendable {
    var requirements: AnalysisRequirements { AnalysisRequirements() }
    var count = 0
    var isMergeable: Bool { count <= 2 }
    mutating func observe(_ event: borrowing ModelEvent) { count += 1 }
    mutating func merge(later: Forgetful) { count = -1 }
    func result() -> Int { count }
    var partial: Int { count }
  }

  @Test("starts again on one thread if an analysis forgot what merging needs")
  func forgetful() throws {
    let folder = try Self.trace(1).write()
    let trace = try SignalTrace.open([folder.path])
    let one = AnalysisRun.run(Forgetful(), over: trace).result()
    #expect(AnalysisRun.run(Forgetful(), over: trace, threads: 4, least: 1).result() == one)
  }
}
