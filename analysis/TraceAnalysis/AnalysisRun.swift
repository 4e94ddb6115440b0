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
    var fields: ModelFields = []
    for slot in slots {
      fields.formUnion(slot.requirements.fields)
      slot.begin(trace)
    }
    trace.forEach(fields: fields) { event in
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
    var analysis = analysis
    analysis.begin(trace)
    trace.forEach(fields: analysis.requirements.fields) { event in
      analysis.observe(event)
      return !analysis.isDone
    }
    analysis.end(trace)
    return analysis
  }
}

private protocol RunningSlot {
  var requirements: AnalysisRequirements { get }
  var isDone: Bool { get }
  func begin(_ trace: SignalTrace)
  func observe(_ event: borrowing ModelEvent)
  func end(_ trace: SignalTrace)
}

extension AnalysisRun.Slot: RunningSlot {
  var requirements: AnalysisRequirements { analysis.requirements }
  var isDone: Bool { analysis.isDone }
  func begin(_ trace: SignalTrace) { analysis.begin(trace) }
  func observe(_ event: borrowing ModelEvent) { analysis.observe(event) }
  func end(_ trace: SignalTrace) { analysis.end(trace) }
}
