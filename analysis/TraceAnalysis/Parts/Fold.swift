// SPDX-License-Identifier: MIT

public import TraceModel

/// The analyses that can be put together from parts, in one pass.
public struct Fold: Analysis {
  /// What signals did.
  public private(set) var summary: Summary
  /// How subscriptions began and ended.
  public private(set) var subscriptions: Subscriptions

  /// The state of each.
  public struct Partial: Codable, Sendable {
    var summary: Summary.Partial
    var subscriptions: Subscriptions.Partial
  }

  /// Analyses of nothing.
  public init() {
    summary = Summary()
    subscriptions = Subscriptions()
  }

  /// What any of them needs.
  public var requirements: AnalysisRequirements {
    AnalysisRequirements(
      kinds: summary.requirements.kinds.union(subscriptions.requirements.kinds),
      contexts: summary.requirements.contexts.union(subscriptions.requirements.contexts))
  }

  /// Whether all of them are.
  public var isMergeable: Bool { summary.isMergeable && subscriptions.isMergeable }

  /// Begins all.
  ///
  /// - Parameter trace: The trace that follows.
  public mutating func begin(_ trace: SignalTrace) {
    summary.begin(trace)
    subscriptions.begin(trace)
  }

  /// Shows an event to all.
  ///
  /// - Parameter event: The event.
  public mutating func observe(_ event: borrowing ModelEvent) {
    summary.observe(event)
    subscriptions.observe(event)
  }

  /// Ends all.
  ///
  /// - Parameter trace: The trace.
  public mutating func end(_ trace: SignalTrace) {
    summary.end(trace)
    subscriptions.end(trace)
  }

  /// Puts a later part behind each.
  ///
  /// - Parameter later: The analyses of the part that follows.
  public mutating func merge(later: Fold) {
    summary.merge(later: later.summary)
    subscriptions.merge(later: later.subscriptions)
  }

  /// The analyses themselves, each of which has its result.
  ///
  /// - Returns: This.
  public func result() -> Fold { self }

  /// The state of each.
  public var partial: Partial {
    Partial(summary: summary.partial, subscriptions: subscriptions.partial)
  }
}

extension Fold: FoldableAnalysis {
  /// Analyses that go on from what was written down.
  ///
  /// - Parameter partial: What `partial` gave.
  public init(_ partial: Partial) {
    summary = Summary(partial.summary)
    subscriptions = Subscriptions(partial.subscriptions)
  }

  /// What the trace lost.
  public var losses: TraceLosses {
    get { summary.losses }
    set {
      summary.losses = newValue
      subscriptions.losses = newValue
    }
  }

  /// How many buffers were written.
  public var streams: Int {
    get { summary.streams }
    set {
      summary.streams = newValue
      subscriptions.streams = newValue
    }
  }
}
