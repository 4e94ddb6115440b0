// SPDX-License-Identifier: MIT

import TraceModel

extension Subscriptions {
  /// What was counted so far, by the numbers of the trace's names.
  struct CountingTables: ~Copyable {
    static let mostPlaces = 8_192

    /// The subscriptions, which another analysis of the same run may look at as well.
    let tracking: TableBox<SubscriptionTracker>
    /// Those of `tracking`, reached without counting references to it.
    private let tracker: UnsafeMutablePointer<SubscriptionTracker>
    private var listing: Listing<NameID>
    private var places = NumberedPlaces()
    private var placeStates = OwnedList<PlaceState>()
    private var compounds = Compounds<CompoundNumber>()
    private var exits: [ProcessKey: Int64] = [:]
    private var toldAtExit: [ProcessKey: UInt64] = [:]
    private var endedAfterExit: [ProcessKey: UInt64] = [:]
    private var withoutID: UInt64 = 0
    /// For each event class the bit of its group of buffers.
    private let groupBits: [UInt64]

    init(_ trace: SignalTrace, limit: Int, order: Order) {
      tracking = TableBox(SubscriptionTracker(trace))
      tracker = tracking.tables
      listing = Listing(limit: limit, order: order)
      groupBits = BufferGroups(trace).bits
    }

    /// A compound disposable's name in one process.
    private struct CompoundNumber: Hashable, Codable {
      var name: Int
      var process: ProcessKey
    }

    var isMergeable: Bool {
      tracker.pointee.isComplete && !places.hasFurther && compounds.isWhole
    }
  }
}

extension Subscriptions.CountingTables {
  @inline(__always)
  mutating func observe(_ event: borrowing ModelEvent) {
    let kind = event.kind
    if kind == .next {
      tracker.pointee.next(event)
    } else if kind != .delivered, kind != .other {
      observeOther(event)
    }
  }

  @inline(never)
  private mutating func observeOther(_ event: borrowing ModelEvent) {
    take(tracker.pointee.observe(event), event)
  }

  /// Takes an event that is no value, and what it did to the subscriptions.
  mutating func take(_ step: SubscriptionTracker.Step, _ event: borrowing ModelEvent) {
    switch event.kind {
    case .subscribed, .alive, .error, .completed, .disposed: takeLife(step, event)
    case .exiting:
      exits[ProcessKey(event.key)] = event.time
      toldAtExit[ProcessKey(event.key)] = event.number
    case .added, .removed: observeCompound(event)
    default: break
    }
  }

  private mutating func takeLife(
    _ step: SubscriptionTracker.Step, _ event: borrowing ModelEvent
  ) {
    guard event.subscription != 0 else {
      if event.kind == .subscribed || event.kind == .alive { withoutID &+= 1 }
      return
    }
    switch step {
    case .none: break
    case .began(let index):
      placeStates[place(of: tracker.pointee[index])].openCounts.open(at: event.time)
    case .kept(let index):
      placeStates[place(of: tracker.pointee[index])].openCounts.close(at: event.time)
    case .ended(let subscription):
      let place = place(of: subscription)
      // What ended with its last event here, or now, is open no more.
      placeStates[place].openCounts.close(at: event.time)
      take(subscription, place)
    case .replaced(let subscription, let index):
      take(subscription, place(of: subscription))
      placeStates[place(of: tracker.pointee[index])].openCounts.open(at: event.time)
    }
  }

  private mutating func take(_ subscription: Subscription<NameID>, _ place: Int) {
    if !exits.isEmpty, let exit = exits[ProcessKey(subscription.key)],
      let ended = subscription.ended, subscription.heard <= exit, ended > exit
    {
      endedAfterExit[ProcessKey(subscription.key), default: 0] &+= 1
    }
    placeStates[place].take(subscription)
    placeStates[place].groupBits |= groupBits[Int(subscription.origin)]
    listing.add(subscription)
  }

  private mutating func observeCompound(_ event: borrowing ModelEvent) {
    guard let name = event.subscriber else { return }
    compounds.take(
      CompoundNumber(name: name.index, process: ProcessKey(event.key)),
      isAdded: event.kind == .added, total: Int64(bitPattern: event.number))
  }

  /// The number of a subscription's place, with a state for it.
  private mutating func place(of subscription: Subscription<NameID>) -> Int {
    let number = places.number(
      subscription.signal.index, subscription.subscriber?.index, ProcessKey(subscription.key))
    while placeStates.count <= number { placeStates.append(Subscriptions.PlaceState()) }
    return number
  }

  /// Hands over all that was counted, by name.
  mutating func finish(_ trace: SignalTrace, in state: inout Subscriptions.State) {
    let groups = BufferGroups(trace)
    for number in placeStates.indices {
      let (signal, subscriber, process) = places[number]
      let key = Subscriptions.PlaceKey(
        signal: signal.map { trace.signals.text(NameID(index: $0)) },
        subscriber: subscriber.map { trace.subscribers.text(NameID(index: $0)) }, process: process)
      placeStates[number].groups = groups.names(placeStates[number].groupBits)
      state.places[key, default: Subscriptions.PlaceState()].merge(placeStates[number])
    }
    state.compounds = compounds.renamed {
      Subscriptions.CompoundKey(
        name: trace.subscribers.text(NameID(index: $0.name)), process: $0.process)
    }
    state.takeExits(exits, toldAtExit)
    state.endedAfterExit.merge(endedAfterExit, uniquingKeysWith: &+)
    state.withoutID &+= withoutID
    state.isPartial = !trace.selection.signals.isEmpty
    state.hasFurtherPlaces = places.hasFurther
    let origins = OriginNames(trace)
    state.loose = LooseSubscriptions(tracker.pointee, origins)
    listing.cut()
    state.over = listing.items.map { origins.named($0) }
  }
}

/// Numbers for places: two names and a process; those that there is no room for are one.
private struct NumberedPlaces: ~Copyable {
  private var table = PairTable()
  private(set) var hasFurther = false

  /// The number of a place.
  mutating func number(_ first: Int?, _ second: Int?, _ process: ProcessKey) -> Int {
    let names = UInt64((first ?? -1) + 1) << 32 | UInt64((second ?? -1) + 1)
    let owner =
      UInt64(UInt32(bitPattern: process.host)) << 32 | UInt64(UInt32(bitPattern: process.process))
    let most = Subscriptions.CountingTables.mostPlaces
    if let number = table.intern(PairTable.Pair(names, owner), most: most) { return number }
    hasFurther = true
    // Names are never so many.
    let further = PairTable.Pair(.max, 0)
    return table.intern(further, most: most + 1) ?? most
  }

  /// The names and the process of a number.
  subscript(number: Int) -> (first: Int?, second: Int?, process: ProcessKey) {
    let pair = table[number]
    guard pair.first != .max else { return (nil, nil, ProcessKey(host: 0, process: -1)) }
    let (first, second) = (Int(pair.first >> 32), Int(pair.first & 0xFFFF_FFFF))
    return (
      first == 0 ? nil : first - 1, second == 0 ? nil : second - 1,
      ProcessKey(
        host: Int32(truncatingIfNeeded: pair.second >> 32),
        process: Int32(truncatingIfNeeded: pair.second))
    )
  }
}
