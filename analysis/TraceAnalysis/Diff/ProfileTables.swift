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
    var done: [Profile.Slice] = []

    /// Goes on to another slice.
    mutating func turn(to next: Int64) {
      if counts.isUsed {
        done.append(
          Profile.Slice(number: number, counts: counts, intervals: PackedHistogram(intervals)))
      }
      number = next
      counts = Profile.Slice.Counts()
      intervals = LogHistogram()
    }
  }

  /// What is kept of an open subscription.
  private struct Marks {
    var signal: NameID
    /// Whether its begin was seen.
    var began = false
    /// Whether it is over, and only kept for an earlier part to join.
    var isEnded = false
    var first = Summary.Mark()
    var last = Summary.Mark()
  }

  @inline(__always)
  mutating func observe(_ event: borrowing ModelEvent) {
    switch event.kind {
    case .next: next(event)
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
        signal: name(marks.signal), began: marks.began, isEnded: marks.isEnded,
        first: marks.first, last: marks.last)
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
    if key.id != 0, let known = live.find(key), event.names(live[known].signal) {
      (signal, index) = (live[known].signal, known)
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
  }

  @inline(never)
  private mutating func lifecycle(_ event: borrowing ModelEvent) {
    guard let signal = event.signal else { return }
    let slot = slot(signal, event.time)
    slots[slot].counts.lifecycle &+= 1
    if event.kind == .error { slots[slot].counts.errors &+= 1 }
    guard let index = subscription(event.key, signal) else { return }
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
    return live.find(key) ?? live.insert(key, Marks(signal: signal))
  }

  /// Forgets a subscription that is over, unless an earlier part may tell of its begin and values.
  private mutating func remove(_ index: Int) {
    if live[index].began || remembered >= Self.mostRemembered {
      live.remove(at: index)
    } else {
      live[index].isEnded = true
      remembered += 1
    }
  }
}
