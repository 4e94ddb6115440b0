// SPDX-License-Identifier: MIT

public import TraceModel

/// What each signal did: how many subscriptions, values, errors and ends, how often, at which
/// intervals, and which subscriptions are still open.
///
/// An *interval* is between consecutive nexts of one subscription, pooled by signal. Two nexts are
/// consecutive if their ordinals are, or, where an emitter numbers nothing, if no loss lies between
/// them; all others are counted as broken and measured as nothing.
///
/// Memory is bounded by the number of signals and of subscriptions that are open at a time.
public struct Summary: Analysis {
  var state = State()
  private var signals = NameTable()
  private var places = NameTable()
  private var slots: [SignalState] = []
  private var live = SubscriptionTable<LiveSubscription>()
  private var eventCounts: [UInt64] = []
  private var runClass = 0
  private var runLength: UInt64 = 0
  private var endsWithDisposed = true
  /// For each event class the bit of its group of buffers.
  private var groupBits: [UInt64] = []
  /// How many subscriptions are kept though they are over, for an earlier part to join.
  private var remembered = 0
  private static let mostRemembered = 65_536

  /// A summary of nothing.
  public init() {}

  /// The kinds that it counts.
  public var requirements: AnalysisRequirements {
    AnalysisRequirements(kinds: [.subscribed, .next, .error, .completed, .disposed])
  }

  /// Takes over the trace's tables of names.
  ///
  /// - Parameter trace: The trace that follows.
  public mutating func begin(_ trace: SignalTrace) {
    signals = trace.signals
    places = trace.subscribers
    eventCounts = Array(repeating: 0, count: trace.eventNames.count)
    // An emitter that never tells of disposal ends its subscriptions with their last event.
    endsWithDisposed = trace.has(.disposed)
    groupBits = BufferGroups(trace).bits
  }

  /// Counts one event.
  ///
  /// - Parameter event: The event.
  /// - Complexity: O(1); allocates for new signals and new subscriptions only.
  public mutating func observe(_ event: borrowing ModelEvent) {
    if event.classIndex != runClass { countRun(startingAnew: event.classIndex) }
    runLength &+= 1
    switch event.kind {
    case .next: next(event)
    case .other, .delivered: break
    default: observeOther(event)
    }
  }

  /// Takes over how many events of one class came in a row.
  private mutating func countRun(startingAnew classIndex: Int) {
    if runLength > 0 { eventCounts[runClass] &+= runLength }
    (runClass, runLength) = (classIndex, 0)
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
        slots[signal.index].lastError = ErrorText(text, at: event.time)
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

  /// Takes the names of events and processes, and what was lost.
  ///
  /// - Parameter trace: The trace.
  public mutating func end(_ trace: SignalTrace) {
    countRun(startingAnew: 0)
    for (index, count) in eventCounts.enumerated() where count > 0 {
      state.events[trace.eventNames[index], default: 0] &+= count
    }
    eventCounts = []
    let groups = BufferGroups(trace)
    for index in slots.indices where slots[index].isUsed {
      slots[index].groups = groups.names(slots[index].groupBits)
      state.signals[signals.text(NameID(index: index)), default: SignalState()]
        .merge(slots[index])
    }
    slots = []
    for index in live.indices {
      let subscription = live[index]
      state.live[live.key(at: index)] = NamedSubscription(
        signal: signals.text(subscription.signal),
        place: subscription.subscriber.map { places.text($0) }, life: subscription.life)
    }
    live = SubscriptionTable()
    state.take(trace, needing: requirements.kinds)
  }

  /// Whether all subscriptions could be kept that an earlier part may know the begin of.
  public var isMergeable: Bool { remembered < Self.mostRemembered }

  /// Puts a later part, or another process's, behind this one.
  ///
  /// Both parts must have seen their `end`.
  ///
  /// - Parameter later: A summary of the part that follows.
  public mutating func merge(later: Summary) { state.merge(later.state) }

  /// The summary in a form that can be written down.
  public var partial: State { state }

  /// A summary that goes on from what was written down.
  ///
  /// - Parameter partial: What `partial` gave.
  public init(_ partial: State) { state = partial }

  // MARK: Subscriptions

  @inline(__always)
  private mutating func next(_ event: borrowing ModelEvent) {
    let key = event.key
    // The usual case: a subscription that is known, and the signal that it has had all along.
    if key.id != 0, let index = live.find(key), event.names(live[index].signal) {
      next(event, live[index].signal, index)
    } else {
      nextAnew(event)
    }
  }

  @inline(never)
  private mutating func nextAnew(_ event: borrowing ModelEvent) {
    guard let signal = signal(event) else { return }
    if event.subscription != 0 {
      next(event, signal, subscription(event, signal))
    } else {
      slots[signal.index].count(event.time)
    }
  }

  @inline(__always)
  private mutating func next(_ event: borrowing ModelEvent, _ signal: NameID, _ index: Int) {
    let step = live[index].life.step(to: Mark(event), lossEnd: event.lossEnd)
    slots[signal.index].count(event.time, step)
  }

  /// The signal that an event names, with a place for its counts.
  private mutating func signal(_ event: borrowing ModelEvent) -> NameID? {
    guard let signal = event.signal else { return nil }
    while slots.count <= signal.index { slots.append(SignalState()) }
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
    return live.insert(key, LiveSubscription(signal: signal, subscriber: event.subscriber))
  }
}
