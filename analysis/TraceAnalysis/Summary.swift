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
  private var endsWithDisposed = true
  /// For each event class the bit of its group of buffers.
  private var groupBits: [UInt64] = []
  /// How many subscriptions are kept though they are over, for an earlier part to join.
  private var remembered = 0
  private static let mostRemembered = 65_536

  /// A summary of nothing.
  public init() {}

  /// Signals, subscribers, subscriptions and the last error's text.
  public var requirements: AnalysisRequirements {
    AnalysisRequirements(
      fields: [.signal, .subscriber, .subscription, .text],
      kinds: [.subscribed, .next, .error, .completed, .disposed])
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
    eventCounts[event.classIndex] &+= 1
    guard event.kind != .other, let signal = event.signal else { return }
    while slots.count <= signal.index { slots.append(SignalState()) }
    slots[signal.index].touch(event.time)
    switch event.kind {
    case .next: next(event, signal)
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
    state.take(trace)
  }

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
  private mutating func next(_ event: borrowing ModelEvent, _ signal: NameID) {
    slots[signal.index].next &+= 1
    guard event.subscription != 0 else { return }
    let index = subscription(event, signal)
    let mark = Mark(event)
    let last = live[index].life.last
    if let interval = last.interval(to: mark, lossEnd: event.lossEnd) {
      slots[signal.index].intervals.record(interval)
    } else if last.exists {
      slots[signal.index].broken &+= 1
    } else {
      live[index].life.first = mark
    }
    live[index].life.last = mark
    live[index].life.next &+= 1
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
