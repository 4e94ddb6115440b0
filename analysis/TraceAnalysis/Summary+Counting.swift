// SPDX-License-Identifier: MIT

import TraceModel

extension Summary {
  /// The memory of a run.
  final class Counting {
    /// Behind a pointer, since a class's own properties are checked for overlapping access at each
    /// use.
    let tables: UnsafeMutablePointer<CountingTables>

    init(_ trace: SignalTrace) {
      tables = .allocate(capacity: 1)
      tables.initialize(to: CountingTables(trace))
    }

    deinit { tables.deinitialize(count: 1).deallocate() }
  }

  /// What was counted so far, by the numbers of the trace's names.
  struct CountingTables: ~Copyable {
    private let signals: NameTable
    private let places: NameTable
    private var slots = OwnedList<SignalState>()
    private var intervals = HistogramTable()
    private var live = SubscriptionTable<LiveSubscription>()
    private var eventCounts: OwnedList<UInt64>
    private let endsWithDisposed: Bool
    /// For each event class the bit of its group of buffers.
    private let groupBits: [UInt64]
    /// How many subscriptions are kept though they are over, for an earlier part to join.
    private var remembered = 0
    private static let mostRemembered = 65_536

    init(_ trace: SignalTrace) {
      signals = trace.signals
      places = trace.subscribers
      eventCounts = OwnedList(repeating: 0, count: trace.eventNames.count)
      // An emitter that never tells of disposal ends its subscriptions with their last event.
      endsWithDisposed = trace.has(.disposed)
      groupBits = BufferGroups(trace).bits
    }

    var isMergeable: Bool { remembered < Self.mostRemembered }
  }
}

extension Summary.CountingTables {
  @inline(__always)
  mutating func observe(_ event: borrowing ModelEvent) {
    eventCounts[event.classIndex] &+= 1
    let kind = event.kind
    if kind == .next {
      next(event)
    } else if kind != .delivered, kind != .other {
      observeOther(event)
    }
  }

  @inline(never)
  private mutating func observeOther(_ event: borrowing ModelEvent) {
    guard let signal = signal(event) else { return }
    slots[signal.index].touch(event.time)
    switch event.kind {
    case .subscribed, .alive: start(event, signal)
    case .error:
      slots[signal.index].error &+= 1
      event.withText { text in
        slots[signal.index].lastError = Summary.ErrorText(text, at: event.time)
      }
      finish(event, signal)
    case .completed:
      slots[signal.index].completed &+= 1
      finish(event, signal)
    case .disposed:
      slots[signal.index].disposed &+= 1
      dispose(event, signal)
    case .dropped: slots[signal.index].dropped &+= max(event.number, 1)
    case .violation: slots[signal.index].violations &+= 1
    default: break
    }
  }

  /// Hands over all that was counted, by name.
  mutating func finish(_ trace: SignalTrace, in state: inout Summary.State) {
    for index in eventCounts.indices where eventCounts[index] > 0 {
      state.events[trace.eventNames[index], default: 0] &+= eventCounts[index]
    }
    let groups = BufferGroups(trace)
    for index in slots.indices where slots[index].isUsed {
      slots[index].intervals = intervals.histogram(index)
      slots[index].groups = groups.names(slots[index].groupBits)
      state.signals[signals.text(NameID(index: index)), default: Summary.SignalState()]
        .merge(slots[index])
    }
    for index in live.indices {
      let subscription = live[index]
      state.live[live.key(at: index)] = Summary.NamedSubscription(
        signal: signals.text(subscription.signal),
        place: subscription.subscriber.map { places.text($0) }, life: subscription.life)
    }
  }

  // MARK: Subscriptions

  @inline(__always)
  private mutating func next(_ event: borrowing ModelEvent) {
    let (key, ordinal) = event.keyAndNumber
    // The usual case: a subscription that is known, and the signal that it has had all along.
    guard key.id != 0, let index = live.find(key) else { return nextAnew(event) }
    let signal = live[index].signal
    guard event.names(signal) else { return nextAnew(event) }
    next(event, ordinal, signal, index)
  }

  @inline(never)
  private mutating func nextAnew(_ event: borrowing ModelEvent) {
    guard let signal = signal(event) else { return }
    if event.subscription != 0 {
      next(event, event.number, signal, subscription(event, signal))
    } else {
      slots[signal.index].count(event.time)
    }
  }

  @inline(__always)
  private mutating func next(
    _ event: borrowing ModelEvent, _ ordinal: UInt64, _ signal: NameID, _ index: Int
  ) {
    let time = event.time
    let mark = Summary.Mark(ordinal: ordinal, time: time)
    let step = live[index].life.step(to: mark, lossEnd: event.lossEnd)
    slots[signal.index].count(time)
    switch step {
    case .interval(let interval): intervals.record(interval, in: signal.index)
    case .broken: slots[signal.index].broken &+= 1
    case .first: break
    }
  }

  /// The signal that an event names, with a place for its counts.
  private mutating func signal(_ event: borrowing ModelEvent) -> NameID? {
    guard let signal = event.signal else { return nil }
    while slots.count <= signal.index {
      slots.append(Summary.SignalState())
      intervals.addHistogram()
    }
    return signal
  }

  private mutating func start(_ event: borrowing ModelEvent, _ signal: NameID) {
    guard event.subscription != 0 else {
      slots[signal.index].subscriptions &+= 1
      return
    }
    let index = subscription(event, signal)
    live[index].subscriber = event.subscriber
    guard live[index].life.began == nil else { return }
    live[index].life.began = event.time &- Int64(truncatingIfNeeded: event.age)
  }

  private mutating func finish(_ event: borrowing ModelEvent, _ signal: NameID) {
    guard event.subscription != 0 else { return }
    let index = subscription(event, signal)
    live[index].life.isEnded = true
    live[index].life.values = event.number
    if !endsWithDisposed { remove(index) }
  }

  private mutating func dispose(_ event: borrowing ModelEvent, _ signal: NameID) {
    guard event.subscription != 0 else { return }
    let index = subscription(event, signal)
    live[index].life.isEnded = true
    live[index].life.values = event.number
    remove(index)
  }

  /// Forgets a subscription that is over, unless an earlier part may still tell of its begin.
  ///
  /// Where begins are not recorded at all this must not keep every subscription there ever was.
  private mutating func remove(_ index: Int) {
    if live[index].life.began != nil || remembered >= Self.mostRemembered {
      if live[index].life.isWhole { slots[live[index].signal.index].whole &+= 1 }
      live.remove(at: index)
    } else {
      remembered += 1
    }
  }

  /// The place of the event's subscription, which is new if nothing was heard of it before.
  @inline(__always)
  private mutating func subscription(_ event: borrowing ModelEvent, _ signal: NameID) -> Int {
    let key = event.key
    if let index = live.find(key) { return index }
    slots[signal.index].subscriptions &+= 1
    slots[signal.index].groupBits |= groupBits[event.classIndex]
    return live.insert(key, Summary.LiveSubscription(signal: signal, subscriber: event.subscriber))
  }
}
