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
    /// The total and the own times of each operator's deliveries as most are, in turn.
    private var times = HistogramTable()
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
    case .next, .error, .completed: begin(event, event.key)
    case .delivered: end(event, event.key)
    case .scheduled, .began, .ended, .cancelled: observeAction(event)
    default: break
    }
  }

  /// Takes the begin of a delivery, whose key is known.
  @inline(never)
  mutating func begin(_ event: borrowing ModelEvent, _ key: SubscriptionKey) {
    guard core.stacks.enter(event, key) || beginInDoubt(event) else { return }
    let frame = core.stacks.frames.address(of: Int(core.stacks.opened))
    let context = core.context(of: frame)
    // If the names are those that are likely to come, nothing needs to be looked up.
    var node = core.nodes.guess(in: context.node)
    let (signal, subscriber) = node < 0 ? (-1, -1) : names[Int(core.nodes.nodes[Int(node)].place)]
    if signal >= 0, subscriber >= 0,
      event.names(NameID(index: Int(signal)), to: NameID(index: Int(subscriber)))
    {
      core.nodes.use(node, in: context.node)
      frame.pointee.signal = signal
      frame.pointee.subscriber = subscriber
    } else {
      node = lookUpNode(event, frame, in: context.node)
    }
    var tag = LatencyTag(node: node, origin: Latency.Origins.none)
    if core.hasQuestion {
      tag.origin = origin(event, Int(frame.pointee.signal), context.origin)
    }
    frame.pointee.tag = tag.bits
    let text = texts.place(of: core.stacks.opened)
    text.pointee.count = Int32(
      truncatingIfNeeded: event.copyText(to: FrameTexts.bytes(text), most: FrameTexts.most))
  }

  /// Takes the begin of a delivery that is not as most are.
  ///
  /// - Returns: Whether a frame was opened.
  @inline(never)
  private mutating func beginInDoubt(_ event: borrowing ModelEvent) -> Bool {
    core.stacks.observe(event)
    // First, since what is finished may have had the frame that is now opened.
    if core.stacks.finished.count > 0 { takeFinished() }
    if core.stacks.opened >= 0 {
      if core.stacks.hasForgotten { core.placeAnew() }
      return true
    }
    if core.hasQuestion, event.kind == .next { pass(event) }
    return false
  }

  /// Takes the end of a delivery, whose key is known.
  @inline(never)
  mutating func end(_ event: borrowing ModelEvent, _ key: SubscriptionKey) {
    let frame = Int(core.stacks.leave(event, key))
    guard frame >= 0 else { return endInDoubt(event) }
    let told = core.stacks.frames.address(of: frame)
    let tag = told.pointee.tag
    core.release(tag)
    let place = place(of: tag, told.pointee.signal, told.pointee.subscriber)
    let begin = told.pointee.begin
    let inner = told.pointee.inner
    let total = Latency.span(begin, told.pointee.end)
    let own = total > inner ? total &- inner : 0
    times.record(total, in: Int(place) &* 2)
    times.record(own, in: Int(place) &* 2 &+ 1)
    if told.pointee.isLeaf, total < core.floor { core.floor = total }
    core.nodes.count(LatencyTag(tag).node, own: own)
    if core.slowest.takes(own: own, begin: begin) { keep(frame, event, place, total, own) }
  }

  /// Takes the end of a delivery that is not as most are.
  @inline(never)
  private mutating func endInDoubt(_ event: borrowing ModelEvent) {
    core.stacks.observe(event)
    if core.stacks.finished.count > 0 { takeFinished() }
  }

  @inline(never)
  private mutating func keep(
    _ frame: Int, _ event: borrowing ModelEvent, _ place: Int32, _ total: UInt64, _ own: UInt64
  ) {
    let told = core.stacks.frames[frame]
    guard role(Int(told.signal)).isShown else { return }
    core.slowest.add(
      Latency.Slow(
        own: own, total: total, begin: told.begin, kind: told.kind, process: event.key.process,
        thread: event.thread ?? 0, place: place, text: texts.text(Int32(frame))))
  }

  /// Takes what the last event finished.
  private mutating func takeFinished() {
    for index in core.stacks.finished.indices {
      let finished = core.stacks.finished.address(of: index)
      if finished.pointee.frame >= 0 { core.release(finished.pointee.told.tag) }
      guard !finished.pointee.told.isAction else { continue }
      if case .open = finished.pointee.ending {
        // There may be as many as events: nothing else is asked of them.
        core.places[Int(place(of: finished))].open &+= 1
      } else {
        takeEnded(finished)
      }
    }
  }

  /// Takes a delivery of which there is an end, or of which a loss hides one half.
  private mutating func takeEnded(_ finished: UnsafePointer<DeliveryStacks.Finished>) {
    guard finished.pointee.told.stage != .endOnly else {
      core.takeEnd(finished.pointee.ending)
      return
    }
    let place = place(of: finished)
    guard core.take(finished.pointee, place: place),
      role(Int(finished.pointee.told.signal)).isShown
    else { return }
    let delivery = core.stacks.delivery(finished.pointee)
    core.keep(delivery, place: place, text: texts.text(finished.pointee.frame))
  }

  private mutating func place(of finished: UnsafePointer<DeliveryStacks.Finished>) -> Int32 {
    let told = finished.pointee.told
    return place(of: told.tag, told.signal, told.subscriber)
  }

  /// The number of a frame's operator, by what was put on it or else by its names.
  @inline(__always)
  private mutating func place(of tag: UInt64, _ signal: Int32, _ subscriber: Int32) -> Int32 {
    if tag != 0 {
      let known = core.nodes.nodes[Int(LatencyTag(tag).node)].place
      if known >= 0 { return known }
    }
    return place(signal, subscriber)
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
    for _ in 0..<2 { times.addHistogram() }
    let number = Int32(names.count - 1)
    places.insert(signal, subscriber, number)
    return number
  }

  /// The node of a delivery that begins, whose frame gets its names.
  @inline(never)
  private mutating func lookUpNode(
    _ event: borrowing ModelEvent, _ frame: UnsafeMutablePointer<DeliveryStacks.Frame>,
    in parent: Int32
  ) -> Int32 {
    let signal = Int32(truncatingIfNeeded: event.signal?.index ?? -1)
    let subscriber = Int32(truncatingIfNeeded: event.subscriber?.index ?? -1)
    frame.pointee.signal = signal
    frame.pointee.subscriber = subscriber
    return core.nodes.child(of: parent, place(signal, subscriber))
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

  @inline(never)
  private mutating func observeAction(_ event: borrowing ModelEvent) {
    core.actions.observe(event)
    core.stacks.observe(event)
    if core.stacks.finished.count > 0 { takeFinished() }
    switch event.kind {
    case .scheduled: schedule(event)
    case .began: beginAction()
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
  private mutating func beginAction() {
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
    core.stacks.frames[Int(frame)].tag =
      LatencyTag(node: Latency.Nodes.root, origin: origin).bits
  }

  // MARK: The end

  /// Hands over all that was counted, by name.
  mutating func finish(in state: inout Latency.State) {
    for place in core.places.indices {
      core.places[place].total.merge(times.histogram(place * 2))
      let own = times.histogram(place * 2 + 1)
      core.places[place].closed &+= own.count
      core.places[place].own.merge(own)
    }
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
