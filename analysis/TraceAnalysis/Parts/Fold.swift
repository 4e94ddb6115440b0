// SPDX-License-Identifier: MIT

public import TraceModel

/// The analyses that can be put together from parts, in one pass.
public struct Fold: Analysis {
  /// What signals did.
  public private(set) var summary: Summary

  /// The state of each.
  public struct Partial: Codable, Sendable {
    var summary: Summary.Partial
  }

  /// Analyses of nothing.
  public init() {
    summary = Summary()
  }

  /// What any of them needs.
  public var requirements: AnalysisRequirements { summary.requirements }

  /// Whether all of them are.
  public var isMergeable: Bool { summary.isMergeable }

  /// Begins all.
  ///
  /// - Parameter trace: The trace that follows.
  public mutating func begin(_ trace: SignalTrace) {
    summary.begin(trace)
  }

  /// Shows an event to all.
  ///
  /// - Parameter event: The event.
  public mutating func observe(_ event: borrowing ModelEvent) {
    summary.observe(event)
  }

  /// Ends all.
  ///
  /// - Parameter trace: The trace.
  public mutating func end(_ trace: SignalTrace) {
    summary.end(trace)
  }

  /// Puts a later part behind each.
  ///
  /// - Parameter later: The analyses of the part that follows.
  public mutating func merge(later: Fold) {
    summary.merge(later: later.summary)
  }

  /// The analyses themselves, each of which has its result.
  ///
  /// - Returns: This.
  public func result() -> Fold { self }

  /// The state of each.
  public var partial: Partial { Partial(summary: summary.partial) }
}

extension Fold: FoldableAnalysis {
  /// Analyses that go on from what was written down.
  ///
  /// - Parameter partial: What `partial` gave.
  public init(_ partial: Partial) {
    summary = Summary(partial.summary)
  }

  /// What the trace lost.
  public var losses: TraceLosses {
    get { summary.losses }
    set { summary.losses = newValue }
  }

  /// How many buffers were written.
  public var streams: Int {
    get { summary.streams }
    set { summary.streams = newValue }
  }
}
