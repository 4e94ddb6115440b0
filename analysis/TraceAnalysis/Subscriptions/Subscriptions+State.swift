// SPDX-License-Identifier: MIT

import TraceModel

extension Subscriptions {
  /// All that was seen, by names instead of numbers.
  public struct State: Codable, Sendable {
    var trace = AnalysedTrace()
    let limit: Int
    let order: Order
    /// Those that are open, and those that are over but whose begin an earlier part may tell.
    var loose = LooseSubscriptions()
    /// The first of those that are over.
    var over: [Subscription<String>] = []
    var places: [PlaceKey: PlaceState] = [:]
    var compounds = Compounds<CompoundKey>()
    /// When each process last told that it exits, in ns since 1970.
    var exits: [ProcessKey: Int64] = [:]
    /// How many subscriptions it said to have open then.
    var toldAtExit: [ProcessKey: UInt64] = [:]
    /// How many were open then and ended behind.
    var endedAfterExit: [ProcessKey: UInt64] = [:]
    /// How many begins told no id, so that nothing else belongs to them.
    var withoutID: UInt64 = 0
    /// Whether only some signals were looked at.
    var isPartial = false
    /// Whether there were too many places to keep all of them apart.
    var hasFurtherPlaces = false

    init(limit: Int, order: Order) {
      self.limit = limit
      self.order = order
    }

    mutating func merge(_ later: State) {
      trace.merge(later.trace)
      var listing = Listing<String>(limit: limit, order: order)
      for subscription in over { listing.add(subscription) }
      for subscription in later.over {
        listing.add(loose.settled(subscription, from: later.loose))
      }
      for (key, place) in later.places { places[key, default: PlaceState()].merge(place) }
      compounds.merge(later.compounds)
      hasFurtherPlaces = hasFurtherPlaces || later.hasFurtherPlaces
      let settled = loose.merge(later.loose, in: trace.losses)
      for subscription in settled { take(subscription, &listing) }
      listing.cut()
      over = listing.items
      takeExits(later.exits, later.toldAtExit)
      endedAfterExit.merge(later.endedAfterExit, uniquingKeysWith: &+)
      for subscription in settled where endedBehindExit(subscription) {
        endedAfterExit[ProcessKey(subscription.key), default: 0] &+= 1
      }
      withoutID &+= later.withoutID
      isPartial = isPartial || later.isPartial
    }

    /// Takes what processes told at their exit; of two exits of one number the later.
    mutating func takeExits(_ times: [ProcessKey: Int64], _ told: [ProcessKey: UInt64]) {
      for (process, time) in times where time >= exits[process] ?? .min {
        exits[process] = time
        toldAtExit[process] = told[process]
      }
    }

    /// Whether a subscription that is over was still open when its process exited.
    func endedBehindExit(_ subscription: Subscription<String>) -> Bool {
      guard let exit = exits[ProcessKey(subscription.key)], let ended = subscription.ended else {
        return false
      }
      return subscription.heard <= exit && ended > exit
    }

    /// Counts a subscription that is over.
    private mutating func take(
      _ subscription: Subscription<String>, _ listing: inout Listing<String>
    ) {
      places[placeKey(of: subscription), default: PlaceState()].take(
        subscription, group: loose.group(of: subscription))
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
  }
}

extension Subscriptions.PlaceState {
  /// Takes one that came from a group of buffers.
  mutating func take(_ subscription: Subscription<String>, group: String?) {
    take(subscription)
    if let group { groups?.insert(group) } else { groups = nil }
  }
}
