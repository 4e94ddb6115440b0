// SPDX-License-Identifier: MIT

import TraceModel

/// The tables of the project's own analyses in a run of several: one of each kind.
///
/// All are compiled into the run's pass, since a call through a closure takes as long as some of them
/// do.
struct OwnTables {
  private var summary: UnsafeMutablePointer<Summary.CountingTables>?
  private var subscriptions: UnsafeMutablePointer<Subscriptions.CountingTables>?
  private var latency: UnsafeMutablePointer<Latency.CountingTables>?
  private var flow: UnsafeMutablePointer<Flow.CountingTables>?
  private var rules: UnsafeMutablePointer<RuleTables>?
  private var profile: UnsafeMutablePointer<ProfileTables>?
  /// What both `subscriptions` and `flow` look at; nil unless there are both.
  private var tracker: UnsafeMutablePointer<SubscriptionTracker>?
  private var isEmpty = true

  /// Takes the tables of an analysis that has begun, if it is one of these and the first of its kind.
  ///
  /// - Returns: Whether it shows that analysis the events from now on.
  mutating func take(_ analysis: Any) -> Bool {
    switch analysis {
    case let analysis as Summary where summary == nil: summary = analysis.tables
    case let analysis as Subscriptions where subscriptions == nil: subscriptions = analysis.tables
    case let analysis as Latency where latency == nil: latency = analysis.tables
    case let analysis as Flow where flow == nil: flow = analysis.tables
    case let analysis as RuleWatch where rules == nil: rules = analysis.tables
    case let analysis as Profile where profile == nil: profile = analysis.tables
    default: return false
    }
    isEmpty = false
    if tracker == nil, let subscriptions, let flow {
      flow.pointee.share(subscriptions.pointee.tracking)
      tracker = subscriptions.pointee.tracking.tables
    }
    return true
  }

  /// Shows an event to all.
  ///
  /// - Returns: Whether any wants to see more: all do, to the end.
  @inline(__always)
  func observe(_ event: borrowing ModelEvent) -> Bool {
    if let summary { summary.pointee.observe(event, isAlone: false) }
    let kind = event.kind
    if kind == .next {
      let (key, number) = event.keyAndNumber
      let placed = PlacedKey(key)
      if let tracker {
        let isKnown = tracker.pointee.next(event, placed, ordinal: number)
        if !isKnown, let flow { flow.pointee.countAlone(event) }
      } else {
        if let subscriptions { subscriptions.pointee.observe(event) }
        if let flow { flow.pointee.observe(event) }
      }
      if let latency { latency.pointee.begin(event, key) }
      if let rules { rules.pointee.next(event, placed) }
      if let profile { profile.pointee.next(event, placed, ordinal: number) }
    } else if kind == .delivered {
      let placed = PlacedKey(event.key)
      if let latency { latency.pointee.end(event, placed.key) }
      if let rules { rules.pointee.delivered(event, placed) }
      if let profile { profile.pointee.delivered(event, placed) }
    } else if kind != .other {
      observeOther(event)
    }
    return !isEmpty
  }

  @inline(never)
  private func observeOther(_ event: borrowing ModelEvent) {
    if let tracker {
      let step = tracker.pointee.observe(event)
      if let subscriptions { subscriptions.pointee.take(step, event) }
      if let flow { flow.pointee.take(step, event) }
    } else {
      if let subscriptions { subscriptions.pointee.observe(event) }
      if let flow { flow.pointee.observe(event) }
    }
    if let latency { latency.pointee.observe(event) }
    if let rules { rules.pointee.observe(event) }
    if let profile { profile.pointee.observe(event) }
  }
}
