// SPDX-License-Identifier: MIT

public import TraceModel

/// The rules about the order of events: breaches that emitters report, and those that the order of
/// a subscription's events proves.
///
/// An event that comes after the end of a subscription is found as long as not more than 4,096
/// others have ended in between. Findings of one rule, signal, subscriber and process are one; beyond
/// 10,000 of them further ones are only counted. Memory is otherwise bounded by the signals, the open
/// subscriptions and the work that waits.
public struct RuleWatch: Analysis {
  var state = State()
  private var counting: TableBox<RuleTables>?
  /// The tables of `counting`, reached without counting references to it.
  private(set) var tables: UnsafeMutablePointer<RuleTables>?

  /// A watch that has seen nothing.
  public init() {}

  /// A watch that goes on from what was written down.
  ///
  /// - Parameter partial: What `partial` gave.
  public init(_ partial: State) { state = partial }

  /// All kinds that a rule looks at.
  public var requirements: AnalysisRequirements {
    AnalysisRequirements(
      kinds: Rule.allCases.reduce(into: []) { $0.formUnion($1.kinds) }, contexts: [.vpid, .vtid])
  }

  /// Takes over the trace's tables of names and its span.
  ///
  /// - Parameter trace: The trace that follows.
  public mutating func begin(_ trace: SignalTrace) {
    let counting = TableBox(RuleTables(trace))
    self.counting = counting
    tables = counting.tables
  }

  /// Looks at one event.
  ///
  /// - Precondition: `begin` was called.
  /// - Parameter event: The event.
  /// - Complexity: O(1); allocates for new subscriptions, signals and findings only.
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
    tables?.pointee.finish(in: &state)
    tables = nil
    counting = nil
    state.coarsen()
  }

  /// Whether everything could be kept that an earlier part may know the begin of.
  public var isMergeable: Bool { tables?.pointee.isMergeable ?? true }

  /// Puts a later part, or another process's, behind this one.
  ///
  /// Both parts must have seen their `end`.
  ///
  /// - Parameter later: A watch over the part that follows.
  public mutating func merge(later: RuleWatch) { state.merge(later.state) }

  /// The state, which is what there is to say before it is judged by `Check`.
  ///
  /// - Returns: The state.
  public func result() -> State { state }

  /// The state in a form that can be written down.
  public var partial: State { state }
}
