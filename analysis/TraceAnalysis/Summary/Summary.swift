// SPDX-License-Identifier: MIT

public import TraceModel

/// What each signal did: how many subscriptions, values, errors and ends, how often, at which
/// intervals, and which subscriptions are still open.
///
/// An *interval* is between consecutive nexts of one subscription, pooled by signal. Two nexts are
/// consecutive if their ordinals are, or, where an emitter numbers nothing, if no loss lies between
/// them; all others are counted as broken and measured as nothing.
///
/// Memory is bounded by the number of signals and of subscriptions that are open at a time.
public struct Summary: Analysis {
  var state = State()
  /// What is counted between `begin` and `end`; copies made in between share it.
  private var counting: TableBox<CountingTables>?
  /// The tables of `counting`, reached without counting references to it.
  private(set) var tables: UnsafeMutablePointer<CountingTables>?

  /// A summary of nothing.
  ///
  /// - Parameter grouping: What a row stands for.
  public init(by grouping: Grouping = .signal) { state.grouping = grouping }

  /// The kinds that it counts.
  public var requirements: AnalysisRequirements {
    AnalysisRequirements(
      kinds: [.subscribed, .next, .error, .completed, .disposed],
      contexts: Set(TraceContext.allCases))
  }

  /// Takes over the trace's tables of names.
  ///
  /// - Parameter trace: The trace that follows.
  public mutating func begin(_ trace: SignalTrace) {
    let counting = TableBox(CountingTables(trace, by: state.grouping))
    self.counting = counting
    tables = counting.tables
  }

  /// Counts one event.
  ///
  /// - Precondition: `begin` was called.
  /// - Parameter event: The event.
  /// - Complexity: O(1); allocates for new signals and new subscriptions only.
  @inline(__always)
  public mutating func observe(_ event: borrowing ModelEvent) {
    guard let tables else { preconditionFailure("an event before the begin of a trace") }
    tables.pointee.observe(event)
  }

  /// Takes the names of events and processes, and what was lost.
  ///
  /// - Parameter trace: The trace.
  public mutating func end(_ trace: SignalTrace) {
    tables?.pointee.finish(trace, in: &state)
    tables = nil
    counting = nil
    state.take(trace, needing: requirements)
  }

  /// Whether all subscriptions could be kept that an earlier part may know the begin of.
  ///
  /// By thread never: it would not be known which of two parts' threads an interval belongs to.
  public var isMergeable: Bool {
    state.grouping != .thread && tables?.pointee.isMergeable ?? true
  }

  /// Puts a later part, or another process's, behind this one.
  ///
  /// Both parts must have seen their `end`.
  ///
  /// - Parameter later: A summary of the part that follows.
  public mutating func merge(later: Summary) { state.merge(later.state) }

  /// The summary in a form that can be written down.
  public var partial: State { state }

  /// Summarises a trace.
  ///
  /// The same as `AnalysisRun.run(Summary(), over: trace, threads: threads)`, but compiled with the
  /// summary at hand, and thus quicker.
  ///
  /// - Parameters:
  ///   - trace: The trace.
  ///   - grouping: What a row stands for.
  ///   - threads: How many threads at most.
  /// - Returns: The summary of the whole trace.
  public static func of(
    _ trace: SignalTrace, by grouping: Grouping = .signal, threads: Int = 1
  ) -> Summary {
    AnalysisRun.run(Summary(by: grouping), over: trace, threads: threads)
  }

  /// A summary that goes on from what was written down.
  ///
  /// - Parameter partial: What `partial` gave.
  public init(_ partial: State) { state = partial }
}
