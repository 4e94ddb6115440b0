// SPDX-License-Identifier: MIT

public import TraceModel

/// Runs several analyses in a single pass over a trace.
///
/// ```swift
/// var run = AnalysisRun(try SignalTrace.open(["run1"]))
/// let summary = run.add(Summary())
/// let errors = run.add(Errors())
/// run.start()
/// print(summary.analysis.result().signals.count, errors.analysis.result())
/// ```
///
/// For a single analysis `AnalysisRun.run(_:over:)` is shorter and faster.
public struct AnalysisRun {
  /// An analysis of a run.
  public final class Slot<A: Analysis> {
    /// The analysis, which has seen what the run has seen.
    public fileprivate(set) var analysis: A

    fileprivate init(_ analysis: A) { self.analysis = analysis }
  }

  private let trace: SignalTrace
  private var slots: [any RunningSlot] = []

  /// A run over a trace, without analyses.
  ///
  /// - Parameter trace: The trace.
  public init(_ trace: SignalTrace) { self.trace = trace }

  /// Adds an analysis.
  ///
  /// - Parameter analysis: The analysis in its first state.
  /// - Returns: Where to find it after the run.
  public mutating func add<A: Analysis>(_ analysis: A) -> Slot<A> {
    let slot = Slot(analysis)
    slots.append(slot)
    return slot
  }

  /// Shows all events to all analyses.
  public func start() {
    for slot in slots { slot.begin(trace) }
    trace.forEachEvent { event in
      var goesOn = false
      for slot in slots where !slot.isDone {
        slot.observe(event)
        goesOn = true
      }
      return goesOn
    }
    for slot in slots { slot.end(trace) }
  }

  /// Runs one analysis over a trace.
  ///
  /// - Parameters:
  ///   - analysis: The analysis in its first state.
  ///   - trace: The trace.
  /// - Returns: The analysis, which has seen the whole trace.
  @inlinable
  public static func run<A: Analysis>(_ analysis: A, over trace: SignalTrace) -> A {
    var observer = Observer(analysis)
    observer.analysis.begin(trace)
    trace.show(&observer)
    observer.analysis.end(trace)
    return observer.analysis
  }
}

extension AnalysisRun {
  /// Runs one analysis over a trace, on several threads.
  ///
  /// The result is that of a run on one thread: each thread goes over a part of the time, and
  /// the parts are merged in their order. What a stamp that goes backwards across two parts
  /// changes is the order of the events.
  ///
  /// - Parameters:
  ///   - analysis: Makes the analysis in its first state, once for each thread.
  ///   - trace: The trace.
  ///   - threads: How many threads at most.
  ///   - least: How many bytes of data are worth a thread.
  /// - Returns: The analysis, which has seen the whole trace.
  @inlinable
  public static func run<A: Analysis>(
    _ analysis: @escaping @autoclosure () -> A, over trace: SignalTrace, threads: Int,
    least: Int = 1 << 22
  ) -> A {
    let parts = trace.parts(threads, least: least)
    guard parts.count > 1 else { return run(analysis(), over: trace) }
    var seen = Threads.map(parts) { part in
      var observer = Observer(analysis())
      observer.analysis.begin(part)
      part.show(&observer)
      return observer.analysis
    }
    guard seen.allSatisfy({ $0.isMergeable && !$0.isDone }) else {
      return run(analysis(), over: trace)
    }
    trace.adopt(parts)
    for index in seen.indices { seen[index].end(parts[index]) }
    return seen.dropFirst().reduce(into: seen[0]) { $0.merge(later: $1) }
  }
}

/// Shows an analysis the events of a trace.
@usableFromInline
struct Observer<A: Analysis>: ModelEventVisitor {
  @usableFromInline var analysis: A

  @inlinable
  init(_ analysis: A) { self.analysis = analysis }

  @inlinable
  @inline(__always)
  package mutating func visit(_ event: borrowing ModelEvent) -> Bool {
    analysis.observe(event)
    return !analysis.isDone
  }
}

private protocol RunningSlot {
  var isDone: Bool { get }
  func begin(_ trace: SignalTrace)
  func observe(_ event: borrowing ModelEvent)
  func end(_ trace: SignalTrace)
}

extension AnalysisRun.Slot: RunningSlot {
  var isDone: Bool { analysis.isDone }
  func begin(_ trace: SignalTrace) { analysis.begin(trace) }
  func observe(_ event: borrowing ModelEvent) { analysis.observe(event) }
  func end(_ trace: SignalTrace) { analysis.end(trace) }
}
