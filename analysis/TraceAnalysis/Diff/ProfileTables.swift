// SPDX-License-Identifier: MIT

import TraceModel

/// What a profile has counted so far, by the numbers of the trace's names.
struct ProfileTables: ~Copyable {
  /// How many signals are told apart.
  private static let mostSignals = 4_096
  private static let mostRemembered = 65_536

  private let signals: NameTable
  private let grid: TimeGrid
  private let endsWithDisposed: Bool
  private var slices: SignalSlices
  private var live = SubscriptionTable<Marks>()
  /// How many subscriptions are kept though they are over, for an earlier part to join.
  private var remembered = 0
  /// The ids of subscriptions that were over lately, by their lowest bits.
  private var over = OwnedList<UInt64>(repeating: 0, count: 4_096)

  init(_ trace: SignalTrace) {
    signals = trace.signals
    grid = TimeGrid(from: trace.spanBegin, to: trace.spanEnd)
    slices = SignalSlices(grid)
    // An emitter that never tells of disposal ends its subscriptions with their last event.
    endsWithDisposed = trace.has(.disposed)
  }

  var isMergeable: Bool { remembered < Self.mostRemembered }

  /// What is kept of an open subscription.
  private struct Marks {
    /// Nil if only the end of a delivery was seen, which does not name it.
    var signal: NameID?
    /// Whether its begin was seen.
    var began = false
    /// Whether it is over, and only kept for an earlier part to join.
    var isEnded = false
    var first = Summary.Mark()
    var last = Summary.Mark()
    var delivery = Profile.OpenDelivery()

    /// Goes on to the next value.
    ///
    /// - Returns: The interval that it ends, if that is known.
    @inline(__always)
    mutating func take(_ mark: Summary.Mark, lossEnd: @autoclosure () -> Int64) -> UInt64? {
      let before = last
      last = mark
      guard before.exists else {
        first = mark
        return nil
      }
      return before.interval(to: mark, lossEnd: lossEnd())
    }
  }

  @inline(__always)
  mutating func observe(_ event: borrowing ModelEvent) {
    let kind = event.kind
    if kind == .next {
      let (key, ordinal) = event.keyAndNumber
      next(event, PlacedKey(key), ordinal: ordinal)
    } else if kind == .delivered {
      delivered(event, PlacedKey(event.key))
    } else if kind != .other {
      observeOther(event)
    }
  }

  @inline(never)
  private mutating func observeOther(_ event: borrowing ModelEvent) {
    switch event.kind {
    case .subscribed, .alive, .error, .completed, .disposed: lifecycle(event)
    default: break
    }
  }

  /// Hands over all that was counted, by name.
  mutating func finish(in state: inout Profile.State) {
    for index in slices.indices {
      let done = slices.finish(index)
      guard !done.isEmpty else { continue }
      state.add(done, on: grid, of: name(NameID(index: index)))
    }
    for index in live.indices {
      let marks = live[index]
      state.live[live.key(at: index)] = Profile.NamedMarks(
        signal: marks.signal.map { name($0) } ?? "", began: marks.began, isEnded: marks.isEnded,
        first: marks.first, last: marks.last, delivery: marks.delivery)
    }
    state.grid.merge(grid)
  }

  private func name(_ id: NameID) -> String {
    id.index < Self.mostSignals ? signals.text(id) : "(further signals)"
  }

  // MARK: Events

  /// Takes a value, whose key and number are known.
  @inline(never)
  mutating func next(_ event: borrowing ModelEvent, _ placed: PlacedKey, ordinal: UInt64) {
    // The usual case: a subscription that is known, and the signal that it has had all along.
    guard placed.key.id != 0, let index = live.find(placed), let signal = live[index].signal,
      event.names(signal)
    else { return nextAnew(event) }
    next(event, ordinal, signal, index)
  }

  @inline(never)
  private mutating func nextAnew(_ event: borrowing ModelEvent) {
    guard let signal = event.signal else { return }
    slices.cover(slot(signal))
    if let index = subscription(event.key, signal) {
      next(event, event.number, signal, index)
    } else {
      slices.addValue(slot(signal), at: event.time, interval: nil)
    }
  }

  @inline(__always)
  private mutating func next(
    _ event: borrowing ModelEvent, _ ordinal: UInt64, _ signal: NameID, _ index: Int
  ) {
    let time = event.time
    live[index].delivery.begin(at: time, on: event.thread)
    let interval = live[index].take(
      Summary.Mark(ordinal: ordinal, time: time), lossEnd: event.lossEnd)
    slices.addValue(slot(signal), at: time, interval: interval)
  }

  /// Takes the end of a delivery, whose key is known.
  @inline(never)
  mutating func delivered(_ event: borrowing ModelEvent, _ placed: PlacedKey) {
    guard let index = live.find(placed) else { return deliveredUnknown(event) }
    let time = event.time
    guard
      let duration = live[index].delivery.end(
        at: time, on: event.thread, lossEnd: event.markLossEnd),
      let signal = live[index].signal
    else { return }
    slices.addDelivery(slot(signal), at: time, took: duration)
  }

  /// Keeps the end of a delivery whose subscription only an earlier part may know.
  @inline(never)
  private mutating func deliveredUnknown(_ event: borrowing ModelEvent) {
    let key = event.key
    let isOver = over[Int(key.id & 4_095)] == key.id
    guard key.id != 0, !isOver, remembered < Self.mostRemembered else { return }
    remembered += 1
    let index = live.insert(key, Marks(signal: nil))
    _ = live[index].delivery.end(at: event.time, on: event.thread, lossEnd: event.markLossEnd)
  }

  private mutating func lifecycle(_ event: borrowing ModelEvent) {
    guard let signal = event.signal else { return }
    slices.cover(slot(signal))
    slices.addLifecycle(slot(signal), at: event.time, isError: event.kind == .error)
    guard let index = subscription(event.key, signal) else { return }
    // The end of this one's delivery is not that of a value before it.
    if event.kind == .error || event.kind == .completed { live[index].delivery.forget() }
    switch event.kind {
    case .subscribed, .alive: live[index].began = true
    case .disposed: remove(index)
    default: if !endsWithDisposed { remove(index) }
    }
  }

  /// The number that a signal has among the slices.
  @inline(__always)
  private func slot(_ signal: NameID) -> Int { min(signal.index, Self.mostSignals) }

  /// The place of a subscription, which is new if nothing was heard of it before; nil without a key.
  private mutating func subscription(_ key: SubscriptionKey, _ signal: NameID) -> Int? {
    guard key.id != 0 else { return nil }
    guard let known = live.find(key) else { return live.insert(key, Marks(signal: signal)) }
    if live[known].signal == nil { live[known].signal = signal }
    return known
  }

  /// Forgets a subscription that is over, unless an earlier part may tell of its begin and values.
  private mutating func remove(_ index: Int) {
    if live[index].began || remembered >= Self.mostRemembered {
      // The end of the delivery that ended it may be still to come.
      let id = live.key(at: index).id
      over[Int(id & 4_095)] = id
      live.remove(at: index)
    } else {
      live[index].isEnded = true
      remembered += 1
    }
  }
}
