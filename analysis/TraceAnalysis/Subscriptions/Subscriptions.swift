// SPDX-License-Identifier: MIT

public import TraceModel

/// The subscriptions of a trace: when each began and ended and how, how many there were at each
/// place over time, and what leaks.
///
/// A *place* is a signal and what listens to it, in one process. A subscription is *open* if its end
/// is not in the trace. It is a *leak* if it was open when its process exited, or if its place's
/// open count grows (`OpenSeries.grows`); without an `exiting` a process was killed or runs on, and
/// what is open is no leak.
///
/// How many subscriptions ended how is always told; of those that are over only the first `limit`
/// in `order` are listed. Memory is bounded by these, by the open subscriptions and by the number
/// of places: beyond 8,192 places and compound disposables further ones are put together.
public struct Subscriptions: Analysis {
  var state: State
  private var counting: TableBox<CountingTables>?
  /// The tables of `counting`, reached without counting references to it.
  private(set) var tables: UnsafeMutablePointer<CountingTables>?

  /// The subscriptions of nothing.
  ///
  /// - Parameters:
  ///   - limit: How many of those that are over are listed.
  ///   - order: Which of them, and the order of the listing.
  public init(limit: Int = 1_000, order: Order = .begin) {
    state = State(limit: limit, order: order)
  }

  /// The kinds that begin and end subscriptions, their values, and the process.
  public var requirements: AnalysisRequirements {
    AnalysisRequirements(
      kinds: [.subscribed, .next, .error, .completed, .disposed, .exiting], contexts: [.vpid])
  }

  /// Takes over the trace's tables of names.
  ///
  /// - Parameter trace: The trace that follows.
  public mutating func begin(_ trace: SignalTrace) {
    let counting = TableBox(CountingTables(trace, limit: state.limit, order: state.order))
    self.counting = counting
    tables = counting.tables
  }

  /// Takes one event.
  ///
  /// - Precondition: `begin` was called.
  /// - Parameter event: The event.
  /// - Complexity: O(1); allocates for new subscriptions and places only.
  @inline(__always)
  public mutating func observe(_ event: borrowing ModelEvent) {
    guard let tables else { preconditionFailure("an event before the begin of a trace") }
    tables.pointee.observe(event)
  }

  /// Takes the names of all that was met, and what was lost.
  ///
  /// - Parameter trace: The trace.
  public mutating func end(_ trace: SignalTrace) {
    state.trace.take(trace, needing: requirements)
    tables?.pointee.finish(trace, in: &state)
    tables = nil
    counting = nil
  }

  /// Whether everything could be kept that an earlier part may know the begin of.
  public var isMergeable: Bool { tables?.pointee.isMergeable ?? true }

  /// Puts a later part, or another process's, behind this one.
  ///
  /// Both parts must have seen their `end`, and have the same limit and order.
  ///
  /// - Parameter later: The part that follows.
  public mutating func merge(later: Subscriptions) { state.merge(later.state) }

  /// The state in a form that can be written down.
  public var partial: State { state }

  /// The subscriptions of a trace.
  ///
  /// The same as `AnalysisRun.run`, but compiled with the analysis at hand, and thus quicker.
  ///
  /// - Parameters:
  ///   - trace: The trace.
  ///   - limit: How many of those that are over are listed.
  ///   - order: Which of them, and the order of the listing.
  ///   - threads: How many threads at most.
  /// - Returns: The subscriptions of the whole trace.
  public static func of(
    _ trace: SignalTrace, limit: Int = 1_000, order: Order = .begin, threads: Int = 1
  ) -> Subscriptions {
    AnalysisRun.run(Subscriptions(limit: limit, order: order), over: trace, threads: threads)
  }
}

extension Subscriptions: FoldableAnalysis {
  /// Subscriptions that go on from what was written down.
  ///
  /// - Parameter partial: What `partial` gave.
  public init(_ partial: State) { state = partial }

  /// What the trace lost.
  public var losses: TraceLosses {
    get { state.trace.losses }
    set { state.trace.losses = newValue }
  }

  /// How many buffers were written.
  public var streams: Int {
    get { state.trace.streams }
    set { state.trace.streams = newValue }
  }
}
