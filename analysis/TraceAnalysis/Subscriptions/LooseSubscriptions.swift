// SPDX-License-Identifier: MIT

import TraceModel

/// The subscriptions that a part of a trace cannot tell the whole of: those that are open, and those
/// that are over but whose begin an earlier part may tell.
struct LooseSubscriptions: Codable, Sendable {
  private(set) var byKey: [SubscriptionKey: Subscription<String>] = [:]
  /// Some that were over at the end, of which a later part may hear late.
  private var over: [SubscriptionKey] = []
  /// The groups of buffers, by the `origin` of subscriptions.
  private(set) var groups: [String] = []

  init() {}

  /// What a tracker has kept, at the end of a trace.
  init(_ tracker: borrowing SubscriptionTracker, _ names: OriginNames) {
    groups = names.groups
    over = tracker.over
    for index in tracker.indices {
      let subscription = names.named(tracker[index])
      byKey[subscription.key] = subscription
    }
  }

  /// The group of buffers that a subscription came from; nil if that is not known.
  func group(of subscription: Subscription<String>) -> String? {
    // A written part is not to be trusted.
    groups.indices.contains(Int(subscription.origin)) ? groups[Int(subscription.origin)] : nil
  }

  /// The signal of a subscription that was left behind: nil if there is none, a value without a name
  /// if it is over.
  func signal(of key: SubscriptionKey) -> String?? {
    byKey[key].map { $0.isClosed ? nil : $0.signal }
  }

  /// A subscription of a later part, with its parent and its cause found among these.
  mutating func settled(
    _ subscription: Subscription<String>, from later: LooseSubscriptions
  ) -> Subscription<String> {
    var subscription = subscription
    subscription.origin = number(of: later.group(of: subscription))
    subscription.settle { signal(of: $0) }
    return subscription
  }

  private mutating func number(of group: String?) -> Int32 {
    guard let group else { return -1 }
    if let number = groups.firstIndex(of: group) { return Int32(number) }
    groups.append(group)
    return Int32(groups.count - 1)
  }

  /// Puts those of a later part behind these.
  ///
  /// - Parameters:
  ///   - later: Those of the later part.
  ///   - losses: What both lost.
  /// - Returns: Those of which all is known now.
  mutating func merge(
    _ later: LooseSubscriptions, in losses: TraceLosses
  ) -> [Subscription<String>] {
    // Names are looked for among what this part knew, before the later one joins it.
    let gone = Set(over)
    let settled = later.byKey.values
      .filter { $0.began != nil || !gone.contains($0.key) }
      .map { self.settled($0, from: later) }
    over = Array((later.over + over).prefix(RecentSubscriptions.most))
    return settled.compactMap { join($0, losses) }
  }

  /// Puts the later half of a subscription behind its earlier one.
  private mutating func join(
    _ later: Subscription<String>, _ losses: TraceLosses
  ) -> Subscription<String>? {
    guard var earlier = byKey[later.key] else {
      byKey[later.key] = later
      return nil
    }
    if later.startsHere, earlier.began != nil || earlier.isClosed {
      earlier.replace()
      byKey[later.key] = later
      return earlier
    }
    earlier.append(later)
    if let ended = earlier.ended, !earlier.crossesLoss, !losses.isWhole {
      let needs = FigureNeeds(
        kinds: LifeTrust.kinds, groups: group(of: earlier).map { [$0] }, from: earlier.heard,
        to: ended)
      earlier.crossesLoss = !losses.windows(meeting: needs).isEmpty
    }
    guard earlier.isClosed, earlier.startsHere else {
      byKey[later.key] = earlier
      return nil
    }
    byKey[later.key] = nil
    return earlier
  }
}
