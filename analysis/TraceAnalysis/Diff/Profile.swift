// SPDX-License-Identifier: MIT

public import TraceModel

/// What each signal was like, slice by slice of time: one side of a comparison, which `Diff` makes.
///
/// A slice counts a signal's events, values and errors, and keeps the intervals between consecutive
/// values of a subscription that end in it. Slices are at most 256, as long as a power of two, and
/// the same however the trace was cut into parts.
///
/// Memory is bounded by the number of signals and of subscriptions that are open at a time. The
/// first 4,096 signals are told apart, all further ones count as one.
public struct Profile: Analysis {
  var state = State()
  /// What is counted between `begin` and `end`; copies made in between share it.
  private var counting: TableBox<ProfileTables>?
  /// The tables of `counting`, reached without counting references to it.
  private(set) var tables: UnsafeMutablePointer<ProfileTables>?

  /// A profile of nothing.
  public init() {}

  /// A profile that goes on from what was written down.
  ///
  /// - Parameter partial: What `partial` gave.
  public init(_ partial: State) { state = partial }

  /// The kinds that it counts.
  public var requirements: AnalysisRequirements {
    AnalysisRequirements(
      kinds: [.subscribed, .next, .error, .completed, .disposed, .delivered],
      contexts: [.vpid, .vtid])
  }

  /// Takes over the trace's table of names and its span.
  ///
  /// - Parameter trace: The trace that follows.
  public mutating func begin(_ trace: SignalTrace) {
    let counting = TableBox(ProfileTables(trace))
    self.counting = counting
    tables = counting.tables
  }

  /// Counts one event.
  ///
  /// - Precondition: `begin` was called.
  /// - Parameter event: The event.
  /// - Complexity: O(1); allocates for new signals, subscriptions and slices only.
  @inline(__always)
  public mutating func observe(_ event: borrowing ModelEvent) {
    guard let tables else { preconditionFailure("an event before the begin of a trace") }
    tables.pointee.observe(event)
  }

  /// Takes the names of the signals, and what was lost.
  ///
  /// - Parameter trace: The trace.
  public mutating func end(_ trace: SignalTrace) {
    state.take(trace, needing: requirements)
    tables?.pointee.finish(in: &state)
    tables = nil
    counting = nil
    state.coarsen()
  }

  /// Whether all subscriptions could be kept that an earlier part may know the begin of.
  public var isMergeable: Bool { tables?.pointee.isMergeable ?? true }

  /// Puts a later part, or another process's, behind this one.
  ///
  /// Both parts must have seen their `end`.
  ///
  /// - Parameter later: A profile of the part that follows.
  public mutating func merge(later: Profile) { state.merge(later.state) }

  /// The profile in a form that can be written down.
  public var partial: State { state }
}
