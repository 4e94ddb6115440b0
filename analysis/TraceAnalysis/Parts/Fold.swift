// SPDX-License-Identifier: MIT

public import TraceModel

/// The analyses that can be put together from parts, in one pass.
public struct Fold: Analysis {
  /// What signals did.
  public private(set) var summary: Summary
  /// How subscriptions began and ended.
  public private(set) var subscriptions: Subscriptions

  /// How long deliveries took and scheduled work waited.
  public private(set) var latency: Latency

  /// The state of each.
  public struct Partial: Codable, Sendable {
    var summary: Summary.Partial
    var subscriptions: Subscriptions.Partial
    var latency: Latency.Partial
  }

  /// Analyses of nothing.
  public init() {
    summary = Summary()
    subscriptions = Subscriptions()
    latency = Latency()
  }

  /// What any of them needs.
  public var requirements: AnalysisRequirements {
    AnalysisRequirements(
      kinds: summary.requirements.kinds.union(subscriptions.requirements.kinds)
        .union(latency.requirements.kinds),
      contexts: summary.requirements.contexts.union(subscriptions.requirements.contexts)
        .union(latency.requirements.contexts))
  }

  /// Whether all of them are.
  public var isMergeable: Bool {
    summary.isMergeable && subscriptions.isMergeable && latency.isMergeable
  }

  /// Begins all.
  ///
  /// - Parameter trace: The trace that follows.
  public mutating func begin(_ trace: SignalTrace) {
    summary.begin(trace)
    subscriptions.begin(trace)
    latency.begin(trace)
  }

  /// Shows an event to all.
  ///
  /// - Parameter event: The event.
  public mutating func observe(_ event: borrowing ModelEvent) {
    summary.observe(event)
    subscriptions.observe(event)
    latency.observe(event)
  }

  /// Ends all.
  ///
  /// - Parameter trace: The trace.
  public mutating func end(_ trace: SignalTrace) {
    summary.end(trace)
    subscriptions.end(trace)
    latency.end(trace)
  }

  /// Puts a later part behind each.
  ///
  /// - Parameter later: The analyses of the part that follows.
  public mutating func merge(later: Fold) {
    summary.merge(later: later.summary)
    subscriptions.merge(later: later.subscriptions)
    latency.merge(later: later.latency)
  }

  /// The analyses themselves, each of which has its result.
  ///
  /// - Returns: This.
  public func result() -> Fold { self }

  /// The state of each.
  public var partial: Partial {
    Partial(
      summary: summary.partial, subscriptions: subscriptions.partial, latency: latency.partial)
  }
}

extension Fold: FoldableAnalysis {
  /// Analyses that go on from what was written down.
  ///
  /// - Parameter partial: What `partial` gave.
  public init(_ partial: Partial) {
    summary = Summary(partial.summary)
    subscriptions = Subscriptions(partial.subscriptions)
    latency = Latency(partial.latency)
  }

  /// What the trace lost.
  public var losses: TraceLosses {
    get { summary.losses }
    set {
      summary.losses = newValue
      subscriptions.losses = newValue
      latency.losses = newValue
    }
  }

  /// How many buffers were written.
  public var streams: Int {
    get { summary.streams }
    set {
      summary.streams = newValue
      subscriptions.streams = newValue
      latency.streams = newValue
    }
  }
}
