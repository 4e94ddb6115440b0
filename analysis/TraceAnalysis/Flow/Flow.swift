// SPDX-License-Identifier: MIT

public import TraceModel

/// Who feeds whom: the graph of signals and of what listens to them, with the subscriptions and
/// values on each edge.
///
/// An edge leads from a signal to the signal of its subscription's parent; if that is not known, to
/// the subscriber: an operator by its name, or the place of a `subscribe` call. A second kind of
/// edge leads from a signal whose delivery led to a subscription to what was subscribed to then.
///
/// Memory is bounded by the open subscriptions and by the number of edges: beyond 4,096 further ones
/// are only counted.
public struct Flow: Analysis {
  var state = State()
  private var counting: TableBox<CountingTables>?
  /// The tables of `counting`, reached without counting references to it.
  private(set) var tables: UnsafeMutablePointer<CountingTables>?

  /// The flow of nothing.
  public init() {}

  /// The kinds that tell of subscriptions and values, and the process.
  public var requirements: AnalysisRequirements {
    AnalysisRequirements(kinds: [.subscribed, .next], contexts: [.vpid])
  }

  /// Takes over the trace's tables of names.
  ///
  /// - Parameter trace: The trace that follows.
  public mutating func begin(_ trace: SignalTrace) {
    let counting = TableBox(CountingTables(trace))
    self.counting = counting
    tables = counting.tables
  }

  /// Takes one event.
  ///
  /// - Precondition: `begin` was called.
  /// - Parameter event: The event.
  /// - Complexity: O(1); allocates for new subscriptions and edges only.
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

  /// Whether everything could be kept that an earlier part may know more of.
  public var isMergeable: Bool { tables?.pointee.isMergeable ?? true }

  /// Puts a later part, or another process's, behind this one.
  ///
  /// Both parts must have seen their `end`.
  ///
  /// - Parameter later: The part that follows.
  public mutating func merge(later: Flow) { state.merge(later.state) }

  /// The state in a form that can be written down.
  public var partial: State { state }

  /// The flow of a trace.
  ///
  /// The same as `AnalysisRun.run`, but compiled with the analysis at hand, and thus quicker.
  ///
  /// - Parameters:
  ///   - trace: The trace.
  ///   - threads: How many threads at most.
  /// - Returns: The flow of the whole trace.
  public static func of(_ trace: SignalTrace, threads: Int = 1) -> Flow {
    AnalysisRun.run(Flow(), over: trace, threads: threads)
  }
}

extension Flow: FoldableAnalysis {
  /// A flow that goes on from what was written down.
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
