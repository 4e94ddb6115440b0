// SPDX-License-Identifier: MIT

import TraceModel

extension Summary {
  /// What was counted so far, by the numbers of the trace's names.
  struct CountingTables: ~Copyable {
    private let signals: NameTable
    private var rows: RowNumbers
    private let rowsVary: Bool
    private let places: NameTable
    /// By row.
    private var slots = OwnedList<SignalState>()
    private var intervals = HistogramTable()
    private var live = SubscriptionTable<LiveSubscription>()
    private var over = RecentSubscriptions()
    private var eventCounts: OwnedList<UInt64>
    private let endsWithDisposed: Bool
    /// For each event class the bit of its group of buffers.
    private let groupBits: [UInt64]
    /// How many subscriptions are kept though they are over, for an earlier part to join.
    private var remembered = 0
    private static let mostRemembered = 65_536
    private let grid: TimeGrid
    /// The slice of time that is counted in, and its end.
    private var slice: Int64 = 0
    private var sliceEnd = Int64.min

    init(_ trace: SignalTrace, by grouping: Grouping) {
      rows = RowNumbers(grouping)
      rowsVary = rows.vary
      grid = TimeGrid(
        from: trace.spanBegin, to: trace.spanEnd, most: ActivityCounts.most)
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
  /// Counts an event.
  ///
  /// - Parameters:
  ///   - event: The event.
  ///   - isAlone: Whether nobody else looks at it afterwards.
  @inline(__always)
  mutating func observe(_ event: borrowing ModelEvent, isAlone: Bool = true) {
    eventCounts[event.classIndex] &+= 1
    if event.time > sliceEnd { beginSlice(at: event.time) }
    let kind = event.kind
    guard kind != .next else { return next(event, isAlone: isAlone) }
    if kind != .delivered, kind != .other { observeOther(event) }
  }

  @inline(never)
  private mutating func observeOther(_ event: borrowing ModelEvent) {
    guard let signal = event.signal else { return }
    let row = row(event, signal)
    slots[row].touch(event.time)
    switch event.kind {
    case .subscribed, .alive: start(event, signal, row)
    case .error:
      slots[row].error &+= 1
      event.withText { text in
        slots[row].lastError = Summary.ErrorText(text, at: event.time)
      }
      finish(event, signal, row)
    case .completed:
      slots[row].completed &+= 1
      finish(event, signal, row)
    case .disposed:
      slots[row].disposed &+= 1
      dispose(event, signal, row)
    case .dropped: slots[row].dropped &+= max(event.number, 1)
    case .violation: slots[row].violations &+= 1
    default: break
    }
  }

  /// Hands over all that was counted, by name.
  mutating func finish(_ trace: SignalTrace, in state: inout Summary.State) {
    for index in eventCounts.indices where eventCounts[index] > 0 {
      state.events[trace.eventNames[index], default: 0] &+= eventCounts[index]
    }
    endSlice()
    state.over = over.all
    let groups = BufferGroups(trace)
    for index in slots.indices where slots[index].isUsed {
      slots[index].intervals = intervals.histogram(index)
      slots[index].groups = groups.names(slots[index].groupBits)
      state.signals[rows.name(index, in: trace), default: Summary.SignalState()]
        .merge(slots[index])
    }
    for index in live.indices {
      let subscription = live[index]
      state.live[live.key(at: index)] = Summary.NamedSubscription(
        signal: signals.text(subscription.signal), row: rows.name(subscription.row, in: trace),
        place: subscription.subscriber.map { places.text($0) }, life: subscription.life)
    }
  }

  // MARK: Subscriptions

  @inline(__always)
  private mutating func next(_ event: borrowing ModelEvent, isAlone: Bool) {
    // The usual case: a subscription that is known, and the signal that it has had all along.
    guard !rowsVary, let value = event.quickValue, let known = live.address(of: value.key),
      value.names(known.pointee.signal)
    else { return nextAnew(event) }
    if !isAlone { event.remember(known.pointee.signal) }
    next(event, value.number, known.pointee.row, known)
  }

  @inline(never)
  private mutating func nextAnew(_ event: borrowing ModelEvent) {
    guard let signal = event.signal else { return }
    let row = row(event, signal)
    if subscription(event, signal, row) != nil, let known = live.address(of: event.key) {
      next(event, event.number, row, known)
    } else {
      slots[row].count(event.time)
    }
  }

  @inline(__always)
  private mutating func next(
    _ event: borrowing ModelEvent, _ ordinal: UInt64, _ row: Int,
    _ subscription: UnsafeMutablePointer<Summary.LiveSubscription>
  ) {
    let time = event.time
    let mark = Summary.Mark(ordinal: ordinal, time: time)
    let step = subscription.pointee.life.step(to: mark, lossEnd: event.lossEnd)
    slots[row].count(time)
    switch step {
    case .interval(let interval): intervals.record(interval, in: row)
    case .broken: slots[row].broken &+= 1
    case .first: break
    }
  }

  /// The row that an event counts in, with a place for its counts.
  private mutating func row(_ event: borrowing ModelEvent, _ signal: NameID) -> Int {
    let row = rows.row(of: event, signal)
    while slots.count <= row {
      slots.append(Summary.SignalState())
      intervals.addHistogram()
    }
    return row
  }

  /// Goes on to the slice of a time: what was counted since the last one began was in that.
  @inline(never)
  private mutating func beginSlice(at time: Int64) {
    endSlice()
    slice = grid.slice(of: time)
    sliceEnd = grid.bounds(slice).upperBound
  }

  private mutating func endSlice() {
    for index in slots.indices { slots[index].endSlice(slice, on: grid) }
  }

  private mutating func start(_ event: borrowing ModelEvent, _ signal: NameID, _ row: Int) {
    guard event.subscription != 0 else {
      slots[row].subscriptions &+= 1
      return
    }
    if event.kind == .subscribed { over.remove(event.key) }
    guard let index = subscription(event, signal, row) else { return }
    live[index].subscriber = event.subscriber
    guard live[index].life.began == nil else { return }
    live[index].life.began = event.begun
  }

  private mutating func finish(_ event: borrowing ModelEvent, _ signal: NameID, _ row: Int) {
    guard let index = subscription(event, signal, row) else { return }
    live[index].life.isEnded = true
    live[index].life.values = event.number
    if !endsWithDisposed { remove(index) }
  }

  private mutating func dispose(_ event: borrowing ModelEvent, _ signal: NameID, _ row: Int) {
    guard let index = subscription(event, signal, row) else { return }
    live[index].life.isEnded = true
    live[index].life.values = event.number
    remove(index)
  }

  /// Forgets a subscription that is over, unless an earlier part may still tell of its begin.
  ///
  /// Where begins are not recorded at all this must not keep every subscription there ever was.
  private mutating func remove(_ index: Int) {
    if live[index].life.began != nil || remembered >= Self.mostRemembered {
      if live[index].life.isWhole { slots[live[index].row].whole &+= 1 }
      over.insert(live.key(at: index))
      live.remove(at: index)
    } else {
      remembered += 1
    }
  }

  /// The place of the event's subscription, which is new if nothing was heard of it before; nil if
  /// it has none, or if what was heard of it lately was its end.
  @inline(__always)
  private mutating func subscription(
    _ event: borrowing ModelEvent, _ signal: NameID, _ row: Int
  ) -> Int? {
    let key = event.key
    guard key.id != 0 else { return nil }
    if let index = live.find(key) { return index }
    guard !over.contains(key) else { return nil }
    slots[row].subscriptions &+= 1
    slots[row].groupBits |= groupBits[event.classIndex]
    return live.insert(
      key, Summary.LiveSubscription(signal: signal, row: row, subscriber: event.subscriber))
  }
}
