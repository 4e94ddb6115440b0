// SPDX-License-Identifier: MIT

import TraceModel

/// What a watch over the rules of order knows so far, by the numbers of the trace's names.
struct RuleTables: ~Copyable {
  private static let mostEnded = 4_096
  private static let mostRemembered = 65_536
  private static let mostWaiting = 65_536
  static let mostFindings = 10_000

  /// A subscription that is watched.
  private struct Watched {
    /// Nil if only ends of deliveries were seen, which do not name it.
    var signal: NameID?
    var subscriber: NameID?
    /// The number of its process.
    var process: Int32
    var watch = SubscriptionWatch()
  }

  /// The work of a scheduler: what changed in the slice that is being counted, and before.
  private struct Queue {
    var slice = Int64.min
    var change: Int64 = 0
    var isUsed = false
    var watch = QueueWatch()

    mutating func add(_ more: Int64, in next: Int64) {
      if next != slice { turn(to: next) }
      change &+= more
    }

    mutating func turn(to next: Int64) {
      if isUsed { watch.add(change, in: slice) }
      isUsed = true
      slice = next
      change = 0
    }
  }

  private struct FindingKey: Hashable {
    var rule: Rule
    var signal: Int
    var subscriber: Int
    var process: ProcessKey
  }

  private let signals: NameTable
  private let subscribers: NameTable
  private let grid: TimeGrid
  private let endsWithDisposed: Bool
  /// The event classes that are known to name a signal.
  private var hasSignal: OwnedList<Bool>
  private var live = SubscriptionTable<Watched>()
  /// Those that are over, the oldest at `oldest`; beyond `mostEnded` the oldest is forgotten.
  private var ended: [SubscriptionKey] = []
  private var oldest = 0
  /// How many are over whose begin was not seen.
  private var remembered = 0
  private var findings: [FindingKey: RuleWatch.Found] = [:]
  private var furtherFindings: UInt64 = 0
  private var storms: [Int: ErrorStorm] = [:]
  /// The work that waits: the scheduler of each action.
  private var waiting = SubscriptionTable<NameID>()
  private var queues = OwnedList<Queue>()
  /// Work that is no longer waiting though it was not seen to be given: when that was.
  private var orphans: [SubscriptionKey: Int64] = [:]
  /// When processes exited.
  private var exits: [ProcessKey: Int64] = [:]
  private var isCurtailed = false
  /// The processes by number.
  private var processes: [ProcessKey: Int32] = [:]
  private var values = OwnedList<RuleWatch.Values>()

  init(_ trace: SignalTrace) {
    signals = trace.signals
    subscribers = trace.subscribers
    grid = TimeGrid(from: trace.spanBegin, to: trace.spanEnd)
    endsWithDisposed = trace.has(.disposed)
    hasSignal = OwnedList(repeating: false, count: trace.eventNames.count)
  }

  var isMergeable: Bool {
    remembered < Self.mostRemembered && orphans.count < Self.mostWaiting && !isCurtailed
  }

  @inline(__always)
  mutating func observe(_ event: borrowing ModelEvent) {
    let kind = event.kind
    if kind == .next {
      next(event, PlacedKey(event.keyAndNumber.key))
    } else if kind == .delivered {
      delivered(event, PlacedKey(event.key))
    } else if kind != .other {
      observeOther(event)
    }
  }

  /// Takes a value, whose key is known.
  @inline(never)
  mutating func next(_ event: borrowing ModelEvent, _ placed: PlacedKey) {
    // The usual case: a subscription that is known. Its signal is the one that it had first.
    guard placed.key.id != 0, let index = live.find(placed), live[index].signal != nil,
      hasSignal[event.classIndex]
    else { return observeOther(event) }
    let rule = live[index].watch.takeNext(
      at: event.time, on: event.thread, lossEnd: event.markLossEnd)
    countValue(index)
    if let rule { found(rule, index, event.time) }
  }

  @inline(__always)
  private mutating func countValue(_ index: Int) {
    let process = Int(live[index].process)
    values[process].count &+= 1
    live[index].watch.valuesOfProcess = values[process].count
  }

  /// The number of an event's process.
  private mutating func process(_ event: borrowing ModelEvent) -> Int32 {
    let key = ProcessKey(event.key)
    if let known = processes[key] { return known }
    let number = Int32(values.count)
    values.append(RuleWatch.Values(first: event.time))
    processes[key] = number
    return number
  }

  /// Takes the end of a delivery, whose key is known.
  @inline(never)
  mutating func delivered(_ event: borrowing ModelEvent, _ placed: PlacedKey) {
    guard let index = live.find(placed) else { return deliveredUnknown(event) }
    let rule = live[index].watch.takeDelivered(
      at: event.time, on: event.thread, lossEnd: event.markLossEnd)
    if let rule { found(rule, index, event.time) }
  }

  /// Keeps a subscription whose begin, and what is delivered, only an earlier part may know.
  @inline(never)
  private mutating func deliveredUnknown(_ event: borrowing ModelEvent) {
    let key = event.key
    guard key.id != 0, remembered < Self.mostRemembered else { return }
    remembered += 1
    take(event, .delivered, live.insert(key, Watched(signal: nil, process: process(event))))
  }

  private mutating func take(
    _ event: borrowing ModelEvent, _ kind: SubscriptionWatch.Mark.Kind, _ index: Int
  ) {
    let mark = SubscriptionWatch.Mark(
      kind: kind, thread: event.thread, time: event.time, lossEnd: event.markLossEnd)
    if let rule = live[index].watch.take(mark) { found(rule, index, event.time) }
  }

  @inline(never)
  private mutating func found(_ rule: Rule, _ index: Int, _ time: Int64) {
    guard let signal = live[index].signal else { return }
    found(rule, signal, live[index].subscriber, live.key(at: index), time)
  }

  @inline(never)
  private mutating func observeOther(_ event: borrowing ModelEvent) {
    switch event.kind {
    case .added, .removed, .dropped, .ended: break
    case .scheduled: scheduled(event)
    case .began, .cancelled: begun(event)
    case .exiting: exit(event)
    default:
      guard let signal = event.signal else { return }
      hasSignal[event.classIndex] = true
      lifecycle(event, signal)
    }
  }

  private mutating func lifecycle(_ event: borrowing ModelEvent, _ signal: NameID) {
    let key = event.key
    switch event.kind {
    case .violation:
      let rule = event.withRule { name in
        event.withText { Rule(violated: Self.text(name), Self.text($0)) }
      }
      found(rule, signal, event.subscriber, key, event.time, isReported: true)
      return
    case .error: storms[signal.index, default: ErrorStorm()].take(event.time)
    default: break
    }
    guard key.id != 0 else { return }
    let index =
      live.find(key)
      ?? live.insert(
        key, Watched(signal: signal, subscriber: event.subscriber, process: process(event)))
    if live[index].signal == nil {
      live[index].signal = signal
      live[index].subscriber = event.subscriber
    }
    switch event.kind {
    case .subscribed:
      if live[index].watch.began {
        found(.providerLoadedTwice, signal, event.subscriber, key, event.time)
      }
      live[index].watch.begin = event.time
    case .alive: if !live[index].watch.began { live[index].watch.begin = event.time }
    case .next:
      take(event, .next, index)
      countValue(index)
    case .error, .completed:
      let wasOver = live[index].watch.isOver
      take(event, .terminal, index)
      if !endsWithDisposed, !wasOver { finish(key) }
    case .disposed:
      let wasDisposed = live[index].watch.isDisposed
      take(event, .disposed, index)
      if !wasDisposed { finish(key) }
    default: break
    }
  }

  private static func text(_ bytes: UnsafeRawBufferPointer?) -> String {
    bytes.map { String(decoding: $0.prefix(256), as: UTF8.self) } ?? ""
  }

  /// Keeps a subscription that is over for a while, for what may come after its end.
  private mutating func finish(_ key: SubscriptionKey) {
    guard let index = live.find(key) else { return }
    if !live[index].watch.began, remembered < Self.mostRemembered {
      remembered += 1
      return
    }
    if ended.count < Self.mostEnded {
      ended.append(key)
      return
    }
    if let old = live.find(ended[oldest]) { live.remove(at: old) }
    ended[oldest] = key
    oldest = (oldest + 1) % Self.mostEnded
  }

  /// Forgets the subscriptions of a process: its number may be another's from now on.
  private mutating func exit(_ event: borrowing ModelEvent) {
    let process = ProcessKey(event.key)
    exits[process] = event.time
    for index in live.indices.reversed() where ProcessKey(live.key(at: index)) == process {
      if live[index].watch.began { live.remove(at: index) }
    }
  }

  private mutating func found(
    _ rule: Rule, _ signal: NameID, _ subscriber: NameID?, _ key: SubscriptionKey, _ time: Int64,
    isReported: Bool = false
  ) {
    let finding = FindingKey(
      rule: rule, signal: signal.index, subscriber: subscriber?.index ?? -1,
      process: ProcessKey(key))
    guard findings.count < Self.mostFindings || findings[finding] != nil else {
      furtherFindings &+= 1
      return
    }
    findings[finding, default: RuleWatch.Found(first: time)].add(isReported: isReported)
  }

  // MARK: Work

  private mutating func scheduled(_ event: borrowing ModelEvent) {
    // What waits by intention is no queue.
    guard event.number == 0, let scheduler = event.subscriber, let key = action(event) else {
      return
    }
    guard waiting.count < Self.mostWaiting, waiting.find(key) == nil else {
      isCurtailed = true
      return
    }
    _ = waiting.insert(key, scheduler)
    while queues.count <= scheduler.index { queues.append(Queue()) }
    queues[scheduler.index].add(1, in: grid.slice(of: event.time))
  }

  private mutating func begun(_ event: borrowing ModelEvent) {
    guard let key = action(event) else { return }
    guard let index = waiting.find(key) else {
      if orphans.count < Self.mostWaiting { orphans[key] = event.time }
      return
    }
    let scheduler = waiting.remove(at: index)
    queues[scheduler.index].add(-1, in: grid.slice(of: event.time))
  }

  private func action(_ event: borrowing ModelEvent) -> SubscriptionKey? {
    let id = event.action
    var key = event.key
    key.id = id
    return id == 0 ? nil : key
  }

  // MARK: The end

  /// Hands over all that is known, by name.
  mutating func finish(in state: inout RuleWatch.State) {
    state.grid.merge(grid)
    for (key, found) in findings {
      let subscriber = key.subscriber < 0 ? nil : subscribers.text(NameID(index: key.subscriber))
      state.add(
        RuleWatch.Key(
          rule: key.rule, signal: signals.text(NameID(index: key.signal)), subscriber: subscriber,
          process: key.process), found)
    }
    state.furtherFindings &+= furtherFindings
    for index in live.indices {
      let watched = live[index]
      state.watched[live.key(at: index)] = RuleWatch.Named(
        signal: watched.signal.map { signals.text($0) } ?? "",
        subscriber: watched.subscriber.map { subscribers.text($0) }, watch: watched.watch)
    }
    for (signal, storm) in storms {
      state.storms[signals.text(NameID(index: signal)), default: ErrorStorm()].append(storm)
    }
    for scheduler in queues.indices where queues[scheduler].isUsed {
      queues[scheduler].turn(to: .max)
      state.queues[subscribers.text(NameID(index: scheduler)), default: QueueWatch()]
        .merge(queues[scheduler].watch)
    }
    for index in waiting.indices {
      state.waiting[waiting.key(at: index)] = subscribers.text(waiting[index])
    }
    state.orphans = orphans
    state.exits = exits
    for (key, number) in processes { state.values[key] = values[Int(number)] }
  }
}
