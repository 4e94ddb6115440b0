// SPDX-License-Identifier: MIT

import TraceModel

extension Latency {
  /// What was counted so far, by the numbers of the trace's names.
  struct CountingTables: ~Copyable {
    var core: Core
    private let signals: NameTable
    private let subscribers: NameTable
    private let question: Question
    /// Operators by signal and subscriber, and their names.
    private var places = PairNumbers()
    private var names = OwnedList<(signal: Int32, subscriber: Int32)>()
    private var texts = FrameTexts()
    /// For each signal what it is asked for.
    private var roles = OwnedList<Role>()

    /// Whether a signal is a source, whether it is a target, and whether it is shown.
    struct Role {
      var isFrom = false
      var isTo = false
      var isShown = true
    }

    init(_ trace: SignalTrace, _ question: Question) {
      core = Core(trace, slowest: question.slowest, hasQuestion: question.isAsked)
      signals = trace.signals
      subscribers = trace.subscribers
      self.question = question
    }
  }
}

extension Latency.CountingTables {
  @inline(__always)
  mutating func observe(_ event: borrowing ModelEvent) {
    switch event.kind {
    case .next, .error, .completed:
      core.stacks.observe(event)
      // First, since what is finished may have had the frame that is now opened.
      if core.stacks.finished.count > 0 { takeFinished() }
      if core.stacks.opened >= 0 {
        open(event)
      } else if core.hasQuestion, event.kind == .next {
        pass(event)
      }
    case .delivered:
      core.stacks.observe(event)
      if core.stacks.finished.count > 0 { takeFinished() }
    case .scheduled, .began, .ended, .cancelled: observeAction(event)
    default: break
    }
  }

  /// Takes what the last event finished.
  @inline(__always)
  private mutating func takeFinished() {
    for index in core.stacks.finished.indices {
      let finished = core.stacks.finished[index]
      if finished.frame >= 0 { core.release(finished.tag) }
      guard !finished.isAction else { continue }
      guard finished.delivery.kind != nil else {
        core.takeEnd(finished.delivery)
        continue
      }
      let place: Int32
      if finished.tag != 0 {
        let node = core.nodes.nodes[Int(LatencyTag(finished.tag).node)]
        place = node.place >= 0 ? node.place : self.place(of: finished.delivery)
      } else {
        place = self.place(of: finished.delivery)
      }
      if core.take(finished, place: place), role(finished.delivery.signal?.index ?? -1).isShown {
        core.keep(finished.delivery, place: place, text: texts.text(finished.frame))
      }
    }
  }

  private mutating func place(of delivery: Delivery) -> Int32 {
    place(Int32(delivery.signal?.index ?? -1), Int32(delivery.subscriber?.index ?? -1))
  }

  /// The number of an operator; all share the last one when there are too many.
  @inline(__always)
  private mutating func place(_ signal: Int32, _ subscriber: Int32) -> Int32 {
    if let known = places.find(signal, subscriber) { return known }
    return newPlace(signal, subscriber)
  }

  @inline(never)
  private mutating func newPlace(_ signal: Int32, _ subscriber: Int32) -> Int32 {
    if names.count >= Latency.Core.mostPlaces {
      core.isCurtailed = true
      return Int32(names.count - 1)
    }
    let isLast = names.count == Latency.Core.mostPlaces - 1
    names.append(isLast ? (-2, -2) : (signal, subscriber))
    core.places.append(Latency.Totals())
    let number = Int32(names.count - 1)
    places.insert(signal, subscriber, number)
    return number
  }

  /// Takes the begin of a delivery.
  @inline(__always)
  private mutating func open(_ event: borrowing ModelEvent) {
    let frame = core.stacks.opened
    if core.stacks.hasForgotten { core.placeAnew() }
    let context = core.context()
    let (signal, subscriber) = core.stacks.openedNames
    var tag = LatencyTag(
      node: core.nodes.child(of: context.node, place(signal, subscriber)),
      origin: Latency.Origins.none)
    if core.hasQuestion { tag.origin = origin(event, Int(signal), context.origin) }
    core.stacks.setTag(tag.bits, of: frame)
    texts.keep(event, frame)
  }

  // MARK: From a source to a target

  /// The origin of a delivery that lies in something with an origin.
  private mutating func origin(
    _ event: borrowing ModelEvent, _ signal: Int, _ around: Int32
  ) -> Int32 {
    let role = role(signal)
    if event.kind == .next {
      if role.isTo { core.origins.reach(around, at: event.time) }
      if role.isFrom {
        let origin = core.origins.start(at: event.time)
        core.origins.use(origin)
        return origin
      }
    }
    core.origins.use(around)
    return around
  }

  /// Takes a value that is no delivery on a stack: the trace tells no ends, or a loss goes on.
  private mutating func pass(_ event: borrowing ModelEvent) {
    let role = role(event.signal?.index ?? -1)
    if role.isFrom { core.origins.startUnplaced() }
    guard role.isTo else { return }
    if core.stacks.isLocated {
      core.origins.reach(core.context().origin, at: event.time)
    } else {
      core.origins.reachUnplaced()
    }
  }

  private mutating func role(_ signal: Int) -> Role {
    guard signal >= 0 else { return Role() }
    while roles.count <= signal {
      let name = signals.text(NameID(index: roles.count))
      roles.append(
        Role(
          isFrom: question.from?.matches(name) ?? false, isTo: question.to?.matches(name) ?? false,
          isShown: question.shows(name)))
    }
    return roles[signal]
  }

  // MARK: Schedulers

  private mutating func observeAction(_ event: borrowing ModelEvent) {
    core.actions.observe(event)
    core.stacks.observe(event)
    if core.stacks.finished.count > 0 { takeFinished() }
    switch event.kind {
    case .scheduled: schedule(event)
    case .began: begin()
    default: break
    }
    if let (action, tag) = core.actions.finished {
      core.take(action, tag: tag, scheduler: action.scheduler?.index)
    }
  }

  private mutating func schedule(_ event: borrowing ModelEvent) {
    if let scheduler = event.subscriber?.index {
      core.addScheduler(scheduler)
      core.schedulers[scheduler].scheduled &+= 1
    }
    guard core.hasQuestion, core.actions.current >= 0 else { return }
    let origin = core.stacks.isLocated ? core.context().origin : Latency.Origins.lost
    core.origins.use(origin)
    core.actions.currentTag = LatencyTag(node: Latency.Nodes.root, origin: origin).bits
  }

  /// What begins in an action goes back to what had scheduled it, and lies in nothing.
  private mutating func begin() {
    let frame = core.stacks.opened
    guard frame >= 0 else { return }
    var origin = Latency.Origins.none
    if core.hasQuestion {
      if core.actions.current < 0 {
        origin = Latency.Origins.lost
      } else {
        if core.actions.currentTag == 0 {
          // It was scheduled before the trace begins: an earlier part may know by what.
          let unknown = core.origins.add(Latency.Origin(kind: .earlier, uses: 1))
          core.actions.currentTag = LatencyTag(node: Latency.Nodes.root, origin: unknown).bits
        }
        origin =
          core.actions.currentIsTorn
          ? Latency.Origins.lost : LatencyTag(core.actions.currentTag).origin
      }
      core.origins.use(origin)
    }
    core.stacks.setTag(LatencyTag(node: Latency.Nodes.root, origin: origin).bits, of: frame)
  }

  // MARK: The end

  /// Hands over all that was counted, by name.
  mutating func finish(in state: inout Latency.State) {
    func text(_ table: NameTable, _ number: Int32) -> String {
      number >= 0 ? table.text(NameID(index: Int(number))) : number == -2 ? "(further)" : ""
    }
    let numbers = state.take(core) { number in
      (text(signals, names[number].signal), text(subscribers, names[number].subscriber))
    } scheduler: {
      subscribers.text(NameID(index: $0))
    }
    state.isAsked = core.hasQuestion
    state.actions = core.actions.state { numbers[$0] ?? 0 }
    state.stacks = core.stacks.state { texts.text($0) }
  }
}

/// The text of each open frame, copied since only its end tells whether it is one of the slowest.
struct FrameTexts: ~Copyable {
  private static let most = 256

  private var bytes = UnsafeMutablePointer<UInt8>.allocate(capacity: 16 * most)
  private var lengths = OwnedList<Int32>()
  private var capacity = 16

  deinit { bytes.deallocate() }

  @inline(__always)
  mutating func keep(_ event: borrowing ModelEvent, _ frame: Int32) {
    let place = Int(frame)
    while lengths.count <= place { grow() }
    let target = bytes + place * Self.most
    lengths[place] = event.withText { text in
      guard let text, let base = text.baseAddress else { return -1 }
      let count = min(text.count, Self.most)
      UnsafeMutableRawPointer(target).copyMemory(from: base, byteCount: count)
      return Int32(count)
    }
  }

  private mutating func grow() {
    if lengths.count == capacity {
      let larger = UnsafeMutablePointer<UInt8>.allocate(capacity: capacity * 2 * Self.most)
      larger.update(from: bytes, count: capacity * Self.most)
      bytes.deallocate()
      bytes = larger
      capacity *= 2
    }
    lengths.append(-1)
  }

  func text(_ frame: Int32) -> String? {
    guard frame >= 0, frame < lengths.count, lengths[Int(frame)] >= 0 else { return nil }
    let text = UnsafeBufferPointer(
      start: bytes + Int(frame) * Self.most, count: Int(lengths[Int(frame)]))
    return String(decoding: text, as: UTF8.self)
  }
}
