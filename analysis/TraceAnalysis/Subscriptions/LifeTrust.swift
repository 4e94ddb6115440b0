// SPDX-License-Identifier: MIT

import TraceModel

/// How far can be believed what is told of begins, ends and values.
public struct LifeTrust: Sendable, Equatable {
  /// Of the numbers of subscriptions and of those that ended somehow.
  public var counts = Verdict.exact
  /// Of what is open and what leaks, and of lifetimes.
  public var open = Verdict.exact
  /// Of the numbers of values.
  public var values = Verdict.exact

  /// The kinds that begin and end subscriptions.
  static let kinds: Set<EventKind> = [.subscribed, .error, .completed, .disposed]

  /// That of what nothing was lost of.
  public init() {}

  /// Judges what is told of the subscriptions of some buffers.
  ///
  /// - Parameters:
  ///   - groups: The groups of buffers; nil means all.
  ///   - trace: What was lost, and when.
  init(_ groups: Set<String>?, in trace: AnalysedTrace) {
    let groups = groups?.isEmpty == true ? nil : groups
    let span = (begin: trace.begin ?? .min, end: trace.end ?? .max)
    let life = FigureNeeds(kinds: Self.kinds, groups: groups, from: span.begin, to: span.end)
    let next = FigureNeeds(kinds: [.next], groups: groups, from: span.begin, to: span.end)
    // What was not recorded has no figure that could be wrong; but nothing is open for certain.
    var recorded = life
    recorded.events?.formIntersection(trace.losses.recordedEvents)
    counts = Exactness(of: .growing, recorded, in: trace.losses).verdict
    open = Exactness(of: .changing, life, in: trace.losses).verdict
    values = Exactness(of: .growing, next, in: trace.losses).verdict
  }
}

/// Judges many rows: those of the same buffers alike.
struct LifeJudge {
  private let trace: AnalysedTrace
  private var known: [Set<String>?: LifeTrust] = [:]
  private var lastLosses: [String?: (life: Int64, next: Int64)] = [:]
  private let isRecorded: Bool
  private let hasNext: Bool

  init(_ trace: AnalysedTrace) {
    self.trace = trace
    isRecorded = trace.losses.recorded(FigureNeeds(kinds: LifeTrust.kinds))
    hasNext = trace.losses.recorded(FigureNeeds(kinds: [.next]))
  }

  mutating func trust(_ groups: Set<String>?) -> LifeTrust {
    if let known = known[groups] { return known }
    let trust = LifeTrust(groups, in: trace)
    known[groups] = trust
    return trust
  }

  /// Judges one subscription.
  ///
  /// - Parameters:
  ///   - subscription: The subscription.
  ///   - group: The group of buffers that it came from.
  ///   - exit: When its process exited, if that was seen while it was open.
  /// - Returns: How far what is told of it can be believed.
  mutating func trust(
    _ subscription: Subscription<String>, group: String?, exit: Int64? = nil
  ) -> LifeTrust {
    var trust = trust(group.map { [$0] })
    guard !subscription.isProven else {
      trust.counts = .exact
      trust.open = .exact
      trust.values = .exact
      return trust
    }
    let last = lastLoss(group)
    if subscription.ended != nil {
      if !subscription.crossesLoss { trust.open = .exact }
      // The end tells how many values there were.
      if subscription.startsHere { trust.values = .exact }
    } else if trust.open != .exact, isRecorded {
      // What is lost after the exit changes nothing.
      let heard = subscription.heard
      if last.life < heard || exit.map({ !hasLoss(group, heard, $0) }) ?? false {
        trust.open = .exact
      }
    }
    if trust.values != .exact, hasNext, last.next < subscription.heard { trust.values = .exact }
    return trust
  }

  private func hasLoss(_ group: String?, _ from: Int64, _ to: Int64) -> Bool {
    let needs = FigureNeeds(
      kinds: LifeTrust.kinds, groups: group.map { [$0] }, from: from, to: to)
    return !trace.losses.windows(meeting: needs).isEmpty
  }

  /// The latest ends of the losses that meet a group's begins and ends, and its values.
  private mutating func lastLoss(_ group: String?) -> (life: Int64, next: Int64) {
    if let known = lastLosses[group] { return known }
    func last(_ kinds: Set<EventKind>) -> Int64 {
      trace.losses.windows(meeting: FigureNeeds(kinds: kinds, groups: group.map { [$0] }))
        .lazy.map(\.to).max() ?? .min
    }
    let found = (life: last(LifeTrust.kinds), next: last([.next]))
    lastLosses[group] = found
    return found
  }
}
