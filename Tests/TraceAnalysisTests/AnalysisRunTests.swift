// SPDX-License-Identifier: MIT

import TestSupport
import Testing
import TraceAnalysis
import TraceModel
import TraceTestSupport

@Suite("A run of several analyses")
struct AnalysisRunTests {
  /// Random traces: nested deliveries and actions with losses, and lives of subscriptions.
  private static func traces(_ seed: UInt64) -> [SyntheticTrace] {
    var lives = SyntheticTrace()
    let writes = RandomSubscriptions(seed: seed, count: 120).writes
    for first in stride(from: 0, to: writes.count, by: 10) {
      let some = writes[first..<min(first + 10, writes.count)]
      lives.packet(
        number: UInt64(first / 10), begin: some.first?.time ?? 0, end: (some.last?.time ?? 0) + 1
      ) { packet in
        for (_, write) in some { write(&packet) }
        // Of emitters that give no ids.
        packet.next("loose", id: 0, ordinal: 0, at: some.last?.time ?? 0)
        packet.subscribed("loose", id: 0, at: some.last?.time ?? 0)
      }
    }
    return [RandomMarks(seed: seed, count: 150).lossy(), lives]
  }

  /// All that a value holds, what has no order in that of its texts.
  private static func text(_ value: Any) -> String {
    // Its pages lie in the order in which they were needed.
    if let times = value as? LogHistogram { return "\(times.sum) \(times.buckets())" }
    let mirror = Mirror(reflecting: value)
    guard let style = mirror.displayStyle, !mirror.children.isEmpty else { return "\(value)" }
    let parts = mirror.children.map { "\($0.label ?? ""):\(text($0.value))" }
    let isOrdered = style != .set && style != .dictionary
    return "(\((isOrdered ? parts : parts.sorted()).joined(separator: " ")))"
  }

  private static func alone<A: Analysis>(
    _ analysis: A, _ folder: TemporaryFolder, threads: Int = 1
  ) throws -> String {
    let trace = try SignalTrace.open([folder.path])
    return text(AnalysisRun.run(analysis, over: trace, threads: threads, least: 1).result())
  }

  /// Counts events, up to the tenth.
  private struct First: Analysis {
    var requirements: AnalysisRequirements { AnalysisRequirements() }
    var count = 0
    var isDone: Bool { count == 10 }
    mutating func observe(_ event: borrowing ModelEvent) { count += 1 }
    mutating func merge(later: First) { count += later.count }
    func result() -> Int { count }
    var partial: Int { count }
  }

  private static func together(_ folder: TemporaryFolder, threads: Int) throws -> [String] {
    var run = AnalysisRun(try SignalTrace.open([folder.path]))
    let profile = run.add(Profile())
    let flow = run.add(Flow())
    let summary = run.add(Summary())
    let rows = run.add(Summary(by: .subscriber))
    let subscriptions = run.add(Subscriptions())
    let latency = run.add(Latency())
    let rules = run.add(RuleWatch())
    run.start(threads: threads, least: 1)
    return [
      text(summary.analysis.result()), text(rows.analysis.result()),
      text(subscriptions.analysis.result()), text(latency.analysis.result()),
      text(flow.analysis.result()), text(rules.analysis.result()), text(profile.analysis.result()),
    ]
  }

  @Test("tells what each of them tells alone, on one thread and on several", arguments: 1...30)
  func same(seed: UInt64) throws {
    for trace in Self.traces(seed) {
      let folder = try trace.write()
      for threads in 1...3 {
        let alone = try [
          Self.alone(Summary(), folder, threads: threads),
          Self.alone(Summary(by: .subscriber), folder, threads: threads),
          Self.alone(Subscriptions(), folder, threads: threads),
          Self.alone(Latency(), folder, threads: threads),
          Self.alone(Flow(), folder, threads: threads),
          Self.alone(RuleWatch(), folder, threads: threads),
          Self.alone(Profile(), folder, threads: threads),
        ]
        let together = try Self.together(folder, threads: threads)
        for (one, other) in zip(together, alone) {
          #expect(one == other, "\(threads) threads")
        }
      }
    }
  }

  @Test("goes to the end though one of them has seen enough, and on one thread then")
  func done() throws {
    let folder = try RandomMarks(seed: 1, count: 150).lossy().write()
    for threads in [1, 3] {
      var run = AnalysisRun(try SignalTrace.open([folder.path]))
      let first = run.add(First())
      let summary = run.add(Summary())
      run.start(threads: threads, least: 1)
      #expect(first.analysis.count == 10)
      #expect(Self.text(summary.analysis.result()) == (try Self.alone(Summary(), folder)))
    }
  }

  /// Counts events, in an object that copies share.
  private final class Shared: Analysis {
    var requirements: AnalysisRequirements { AnalysisRequirements() }
    private var count = 0
    func observe(_ event: borrowing ModelEvent) { count += 1 }
    func merge(later: Shared) { count = -1 }
    func result() -> Int { count }
    var partial: Int { count }
  }

  @Test("is on one thread where an analysis is an object")
  func object() throws {
    let folder = try RandomMarks(seed: 1, count: 150).lossy().write()
    var run = AnalysisRun(try SignalTrace.open([folder.path]))
    let slot = run.add(Shared())
    run.start(threads: 3, least: 1)
    #expect(slot.analysis.result() == 150)
  }

  @Test("ends as soon as all have seen enough")
  func allDone() throws {
    let folder = try RandomMarks(seed: 1, count: 150).lossy().write()
    var run = AnalysisRun(try SignalTrace.open([folder.path]))
    let slots = (0..<3).map { _ in run.add(First()) }
    run.start()
    #expect(slots.map(\.analysis.count) == [10, 10, 10])
  }
}
