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
  private var slots = OwnedList<SignalSlices>()
  private var live = SubscriptionTable<Marks>()
  /// How many subscriptions are kept though they are over, for an earlier part to join.
  private var remembered = 0
  /// The ids of subscriptions that were over lately, by their lowest bits.
  private var over = OwnedList<UInt64>(repeating: 0, count: 4_096)

  init(_ trace: SignalTrace) {
    signals = trace.signals
    grid = TimeGrid(from: trace.spanBegin, to: trace.spanEnd)
    // An emitter that never tells of disposal ends its subscriptions with their last event.
    endsWithDisposed = trace.has(.disposed)
  }

  var isMergeable: Bool { remembered < Self.mostRemembered }

  /// The slices of a signal: those that are over, and the one that is being counted.
  private struct SignalSlices {
    var number = Int64.min
    var counts = Profile.Slice.Counts()
    var intervals = LogHistogram()
    var deliveries = LogHistogram()
    var done: [Profile.Slice] = []

    /// Goes on to another slice.
    mutating func turn(to next: Int64) {
      if counts.isUsed || deliveries.count > 0 {
        done.append(
          Profile.Slice(
            number: number, counts: counts, intervals: PackedHistogram(intervals),
            deliveries: PackedHistogram(deliveries)))
      }
      number = next
      counts = Profile.Slice.Counts()
      intervals = LogHistogram()
      deliveries = LogHistogram()
    }
  }

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
  }

  @inline(__always)
  mutating func observe(_ event: borrowing ModelEvent) {
    switch event.kind {
    case .next: next(event)
    case .delivered: delivered(event)
    case .subscribed, .alive, .error, .completed, .disposed: lifecycle(event)
    default: break
    }
  }

  /// Hands over all that was counted, by name.
  mutating func finish(in state: inout Profile.State) {
    for index in slots.indices {
      slots[index].turn(to: .max)
      guard !slots[index].done.isEmpty else { continue }
      state.add(slots[index].done, on: grid, of: name(NameID(index: index)))
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

  @inline(__always)
  private mutating func next(_ event: borrowing ModelEvent) {
    let (key, ordinal) = event.keyAndNumber
    let signal: NameID
    let index: Int?
    // The usual case: a subscription that is known, and the signal that it has had all along.
    if key.id != 0, let known = live.find(key), let named = live[known].signal, event.names(named) {
      (signal, index) = (named, known)
    } else {
      guard let named = event.signal else { return }
      (signal, index) = (named, subscription(key, named))
    }
    let slot = slot(signal, event.time)
    slots[slot].counts.next &+= 1
    guard let index else { return }
    let mark = Summary.Mark(ordinal: ordinal, time: event.time)
    if let interval = live[index].last.interval(to: mark, lossEnd: event.lossEnd) {
      slots[slot].intervals.record(interval)
    }
    if !live[index].first.exists { live[index].first = mark }
    live[index].last = mark
    live[index].delivery.begin(at: event.time, on: event.thread)
  }

  @inline(__always)
  private mutating func delivered(_ event: borrowing ModelEvent) {
    guard let index = live.find(event.key) ?? unknown(event.key),
      let duration = live[index].delivery.end(
        at: event.time, on: event.thread, lossEnd: event.markLossEnd),
      let signal = live[index].signal
    else { return }
    slots[slot(signal, event.time)].deliveries.record(duration)
  }

  /// A place for a subscription that only an earlier part may know.
  @inline(never)
  private mutating func unknown(_ key: SubscriptionKey) -> Int? {
    let isOver = over[Int(key.id & 4_095)] == key.id
    guard key.id != 0, !isOver, remembered < Self.mostRemembered else { return nil }
    remembered += 1
    return live.insert(key, Marks(signal: nil))
  }

  @inline(never)
  private mutating func lifecycle(_ event: borrowing ModelEvent) {
    guard let signal = event.signal else { return }
    let slot = slot(signal, event.time)
    slots[slot].counts.lifecycle &+= 1
    if event.kind == .error { slots[slot].counts.errors &+= 1 }
    guard let index = subscription(event.key, signal) else { return }
    // The end of this one's delivery is not that of a value before it.
    if event.kind == .error || event.kind == .completed { live[index].delivery.forget() }
    switch event.kind {
    case .subscribed, .alive: live[index].began = true
    case .disposed: remove(index)
    default: if !endsWithDisposed { remove(index) }
    }
  }

  /// The place of a signal's slices, of which the last is that of a time, or a later one where
  /// stamps go backwards.
  @inline(__always)
  private mutating func slot(_ signal: NameID, _ time: Int64) -> Int {
    let index = min(signal.index, Self.mostSignals)
    while slots.count <= index { slots.append(SignalSlices()) }
    let number = grid.slice(of: time)
    if slots[index].number < number { turn(index, to: number) }
    return index
  }

  @inline(never)
  private mutating func turn(_ index: Int, to number: Int64) { slots[index].turn(to: number) }

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
