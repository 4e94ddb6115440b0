// SPDX-License-Identifier: MIT

/// Turns events into subscriptions, and hands each out when it is over.
///
/// ```swift
/// var tracker = SubscriptionTracker(trace)
/// trace.forEachEvent { event in
///   if case .ended(let subscription) = tracker.observe(event) {
///     print(trace.signals.text(subscription.signal), subscription.values)
///   }
///   return true
/// }
/// print(tracker.count, "are open, or their start is not in the trace")
/// ```
///
/// What comes of a subscription shortly after its end is not counted.
///
/// Memory is bounded by the number of subscriptions that are open at a time, and 65,536 whose start
/// is not in the trace: they are kept, since an earlier part of the trace may tell of it.
public struct SubscriptionTracker: ~Copyable {
  /// What an event did to the subscriptions.
  public enum Step {
    /// Nothing that is told here: a value, an event without a subscription, a second end.
    case none
    /// One began, which is at this place.
    case began(Int)
    /// One is over and is kept no longer.
    case ended(Subscription<NameID>)
    /// One is over whose start is not in the trace; it stays at this place.
    case kept(Int)
    /// One began at this place, with the id of another one whose end was not seen.
    case replaced(Subscription<NameID>, Int)
  }

  private static let mostKept = 65_536

  @usableFromInline var table = SubscriptionTable<Subscription<NameID>>()
  /// An emitter that never tells of disposal ends its subscriptions with their last event.
  private var endsWithDisposed: Bool
  private var sawDisposed = false
  private var kept = 0
  /// How many have ended and wait for their `disposed`.
  private var waiting = 0
  /// Those that were over lately.
  private var recent = RecentSubscriptions()
  /// Whether everything was kept that an earlier part of the trace may tell more of.
  public private(set) var isComplete = true

  /// A tracker that has seen nothing.
  ///
  /// - Parameter trace: The trace that follows.
  public init(_ trace: SignalTrace) { endsWithDisposed = trace.has(.disposed) }

  /// How many subscriptions are kept.
  public var count: Int { table.count }
  /// The places of the subscriptions that are kept, until the next event.
  public var indices: Range<Int> { table.indices }
  /// The keys of some that were over lately and are kept no longer.
  package var over: [SubscriptionKey] { recent.all }

  /// A subscription that is kept.
  ///
  /// - Parameter index: Its place.
  public subscript(index: Int) -> Subscription<NameID> { table[index] }

  /// Takes one event.
  ///
  /// - Parameter event: The event, in the order of time.
  /// - Returns: What it did.
  /// - Complexity: O(1); allocates for new subscriptions and errors only.
  public mutating func observe(_ event: borrowing ModelEvent) -> Step {
    switch event.kind {
    case .next:
      next(event)
      return .none
    case .subscribed, .alive: return begin(event)
    case .error: return end(event, .error)
    case .completed: return end(event, .completed)
    case .disposed: return end(event, .disposed)
    default: return .none
    }
  }

  /// Takes a `next`.
  ///
  /// - Parameter event: The event, of the kind `next`.
  /// - Returns: False if it names no subscription.
  @inlinable
  @inline(__always)
  @discardableResult
  package mutating func next(_ event: borrowing ModelEvent) -> Bool {
    let (key, ordinal) = event.keyAndNumber
    return next(event, PlacedKey(key), ordinal: ordinal)
  }

  /// The same where the event's key and number are known.
  @inlinable
  @inline(__always)
  @discardableResult
  package mutating func next(
    _ event: borrowing ModelEvent, _ placed: PlacedKey, ordinal: UInt64
  ) -> Bool {
    guard placed.key.id != 0, let index = table.find(placed) else { return nextAnew(event) }
    table[index].take(ordinal: ordinal)
    return true
  }

  @usableFromInline
  @inline(never)
  mutating func nextAnew(_ event: borrowing ModelEvent) -> Bool {
    guard let index = place(of: event) else { return event.subscription != 0 }
    table[index].take(ordinal: event.number)
    return true
  }

  /// The place of the event's subscription, which is new if nothing was heard of it before; nil if
  /// it has none.
  private mutating func place(of event: borrowing ModelEvent) -> Int? {
    let key = event.key
    guard key.id != 0 else { return nil }
    if let index = table.find(key) { return index }
    if recent.contains(key) {
      guard event.kind == .subscribed else { return nil }
      recent.remove(key)
    }
    guard let signal = event.signal else { return nil }
    return table.insert(
      key,
      Subscription(
        key, signal: signal, subscriber: event.subscriber, heard: event.time,
        origin: Int32(truncatingIfNeeded: event.classIndex)))
  }
}

// MARK: Begins

extension SubscriptionTracker {
  private mutating func begin(_ event: borrowing ModelEvent) -> Step {
    let isStart = event.kind == .subscribed
    if isStart, let index = table.find(event.key) {
      // The second `subscribed` of an id, though the first one's end was not seen.
      if table[index].began != nil || table[index].isClosed { return replace(index, event) }
    }
    guard let index = place(of: event) else { return .none }
    if !isStart { table[index].told = max(table[index].told, event.number) }
    guard table[index].began == nil else { return .none }
    fillIn(index, event)
    return isStart ? .began(index) : .none
  }

  /// Lets an id begin anew though the end of its subscription was not seen.
  private mutating func replace(_ index: Int, _ event: borrowing ModelEvent) -> Step {
    var old = table.remove(at: index)
    if old.isClosed { kept -= 1 } else if old.ended != nil { waiting -= 1 }
    old.replace()
    guard let new = place(of: event) else { return .ended(old) }
    fillIn(new, event)
    return .replaced(old, new)
  }

  private mutating func fillIn(_ index: Int, _ event: borrowing ModelEvent) {
    let key = table[index].key
    let (parent, cause) = (event.parent, event.cause)
    let (parentSignal, needsParent) = signal(of: parent, beside: key)
    let (causeSignal, needsCause) = signal(of: cause, beside: key)
    table[index].began = event.begun
    table[index].startsHere = event.kind == .subscribed
    table[index].subscriber = event.subscriber ?? table[index].subscriber
    table[index].parent = parent
    table[index].parentSignal = parentSignal
    table[index].needsParent = needsParent
    table[index].cause = cause
    table[index].causeSignal = causeSignal
    table[index].needsCause = needsCause
  }

  /// The signal of another subscription of a process, and whether only an earlier part can tell.
  private mutating func signal(of id: UInt64, beside key: SubscriptionKey) -> (NameID?, Bool) {
    guard id != 0 else { return (nil, false) }
    let other = SubscriptionKey(host: key.host, process: key.process, id: id)
    guard let index = table.find(other) else { return (nil, true) }
    return table[index].isClosed ? (nil, false) : (table[index].signal, false)
  }
}

// MARK: Ends

extension SubscriptionTracker {
  private mutating func end(
    _ event: borrowing ModelEvent, _ ending: SubscriptionEnding
  ) -> Step {
    guard let index = place(of: event), !table[index].isClosed else { return .none }
    let time = event.time
    table[index].told = max(table[index].told, event.number)
    if table[index].ended == nil {
      table[index].ended = time
      table[index].ending = ending
      table[index].crossesLoss = event.lossEnd >= table[index].heard
      if ending == .error { table[index].error = Self.text(of: event) }
      waiting += 1
    }
    if ending == .disposed {
      table[index].disposed = time
      sawDisposed = true
    } else if endsWithDisposed {
      // An emitter may declare `disposed` and yet never tell it: all its subscriptions would stay.
      guard waiting > Self.mostKept, !sawDisposed else { return .none }
      isComplete = false
    }
    return close(index)
  }

  /// Forgets a subscription that is over, unless an earlier part may still tell of its begin.
  private mutating func close(_ index: Int) -> Step {
    waiting -= 1
    table[index].isClosed = true
    if table[index].startsHere {
      let key = table[index].key
      recent.insert(key)
      return .ended(table.remove(at: index))
    }
    if kept < Self.mostKept {
      kept += 1
      return .kept(index)
    }
    isComplete = false
    return .ended(table.remove(at: index))
  }

  private static func text(of event: borrowing ModelEvent) -> String? {
    event.withText { text in
      text.map { String(decoding: $0.prefix(256), as: UTF8.self) }
    }
  }
}
