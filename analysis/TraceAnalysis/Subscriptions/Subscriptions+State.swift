// SPDX-License-Identifier: MIT

import TraceModel

extension Subscriptions {
  /// All that was seen, by names instead of numbers.
  public struct State: Codable, Sendable {
    var trace = AnalysedTrace()
    /// Those that are open, and those that are over but whose begin an earlier part may tell.
    var loose: [SubscriptionKey: Subscription<String>] = [:]
    /// The first of those that are over.
    var over: [Subscription<String>] = []
    var places: [PlaceKey: PlaceState] = [:]
    var compounds: [CompoundKey: CompoundState] = [:]
    var exits: [ProcessKey: Exit] = [:]
    /// The groups of buffers, by the `origin` of subscriptions.
    var groups: [String] = []
    /// Whether there were too many places to keep all of them apart.
    var hasFurtherPlaces = false

    init() {}

    mutating func merge(_ later: State, limit: Int, order: Order) {
      trace.merge(later.trace)
      var listing = Listing<String>(limit: limit, order: order)
      for subscription in over { listing.add(subscription) }
      let numbers = MergedGroups(&groups, later.groups)
      for subscription in later.over {
        var subscription = subscription
        subscription.origin = numbers[subscription.origin]
        settle(&subscription)
        listing.add(subscription)
      }
      for (key, place) in later.places { places[key, default: PlaceState()].merge(place) }
      for (key, compound) in later.compounds {
        compounds[key, default: CompoundState()].merge(compound)
      }
      // Names are looked for among what the earlier part knew, before the later part joins it.
      let joining = later.loose.mapValues { subscription in
        var subscription = subscription
        subscription.origin = numbers[subscription.origin]
        settle(&subscription)
        return subscription
      }
      for (key, subscription) in joining { join(key, subscription, &listing) }
      listing.cut()
      over = listing.items
      exits.merge(later.exits) { $0.time > $1.time ? $0 : $1 }
      hasFurtherPlaces = hasFurtherPlaces || later.hasFurtherPlaces
    }

    /// Finds the parent and the cause of a later part's subscription in this one.
    private func settle(_ subscription: inout Subscription<String>) {
      subscription.settle { key in
        loose[key].map { $0.isClosed ? nil : $0.signal }
      }
    }

    /// Puts the later half of a subscription behind its earlier one.
    private mutating func join(
      _ key: SubscriptionKey, _ later: Subscription<String>, _ listing: inout Listing<String>
    ) {
      guard var earlier = loose[key] else {
        loose[key] = later
        return
      }
      if later.startsHere, earlier.began != nil || earlier.isClosed {
        earlier.replace()
        take(earlier, &listing)
        loose[key] = later
        return
      }
      earlier.append(later)
      if let ended = earlier.ended, !earlier.crossesLoss {
        earlier.crossesLoss = hasLoss(earlier.origin, from: earlier.heard, to: ended)
      }
      if earlier.isClosed, earlier.startsHere {
        take(earlier, &listing)
        loose[key] = nil
      } else {
        loose[key] = earlier
      }
    }

    /// Counts a subscription that is over.
    private mutating func take(
      _ subscription: Subscription<String>, _ listing: inout Listing<String>
    ) {
      places[placeKey(of: subscription), default: PlaceState()].take(
        subscription, group: group(subscription.origin))
      listing.add(subscription)
    }

    /// The place of a subscription: one that is kept apart, or that of all others.
    func placeKey(of subscription: Subscription<String>) -> PlaceKey {
      let key = PlaceKey(
        signal: subscription.signal, subscriber: subscription.subscriber,
        process: ProcessKey(subscription.key))
      guard hasFurtherPlaces, places[key] == nil else { return key }
      return PlaceKey(process: ProcessKey(host: 0, process: -1))
    }

    /// The name of a group of buffers.
    func group(_ origin: Int32) -> String? {
      groups.indices.contains(Int(origin)) ? groups[Int(origin)] : nil
    }

    /// Whether a loss meets the begins and ends of subscriptions in a span.
    private func hasLoss(_ origin: Int32, from: Int64, to: Int64) -> Bool {
      guard !trace.losses.isWhole else { return false }
      let needs = FigureNeeds(
        kinds: LifeTrust.kinds, groups: group(origin).map { [$0] }, from: from, to: to)
      return !trace.losses.windows(meeting: needs).isEmpty
    }
  }
}

extension Subscriptions.PlaceState {
  /// Takes one that came from a group of buffers.
  mutating func take(_ subscription: Subscription<String>, group: String?) {
    take(subscription)
    if let group { groups?.insert(group) } else { groups = nil }
  }
}
