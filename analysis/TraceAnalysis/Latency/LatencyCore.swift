// SPDX-License-Identifier: MIT

import TraceModel

extension Latency {
  /// All that is counted, by numbers of operators and schedulers whose names are kept elsewhere.
  struct Core: ~Copyable {
    static let mostPlaces = 16_384

    var stacks: DeliveryStacks
    var actions = ScheduledActions()
    var places = OwnedList<Totals>()
    var schedulers = OwnedList<SchedulerTotals>()
    var nodes: Nodes
    var origins: Origins
    var slowest: Slowest
    /// The least time of a delivery in which nothing else happened.
    var floor = UInt64.max
    var startUnknown: UInt64 = 0
    /// Ends whose begin a loss hides.
    var lostEnds: UInt64 = 0
    var isCurtailed = false
    /// Whether origins are followed.
    let hasQuestion: Bool
    /// Whether origins are released that nothing refers to any more.
    private let releases: Bool
    /// What lies around an event, used again and again.
    private var row = OwnedList<Int32>()

    init(_ trace: SignalTrace, slowest limit: Int, hasQuestion: Bool) {
      stacks = DeliveryStacks(trace)
      nodes = Nodes()
      origins = Origins()
      slowest = Slowest(limit: limit)
      self.hasQuestion = hasQuestion
      releases = hasQuestion
    }

    /// What was counted in a part, without its stacks, actions and operators.
    init(_ state: State) {
      stacks = DeliveryStacks()
      nodes = Nodes(state.nodes)
      origins = Origins(state)
      slowest = state.slowest
      floor = state.floor
      startUnknown = state.startUnknown
      lostEnds = state.lostEnds
      isCurtailed = state.isCurtailed
      hasQuestion = state.isAsked
      releases = false
    }

    var isMergeable: Bool {
      !(isCurtailed || stacks.isCurtailed || actions.isCurtailed || origins.isCurtailed
        || nodes.isFull)
    }
  }
}

/// What an analysis of latencies puts on frames: a node of the tree of calls, and an origin.
struct LatencyTag {
  var node: Int32
  var origin: Int32

  init(node: Int32, origin: Int32) {
    self.node = node
    self.origin = origin
  }

  @inline(__always)
  init(_ bits: UInt64) {
    node = Int32(truncatingIfNeeded: bits & 0xFFFF_FFFF) &- 1
    origin = Int32(truncatingIfNeeded: bits >> 32)
  }

  @inline(__always)
  init(_ context: DeliveryStacks.Context) {
    switch context {
    case .frame(let tag), .base(let tag): self.init(tag)
    case .lost: self.init(node: Latency.Nodes.lost, origin: Latency.Origins.lost)
    }
  }

  /// Never 0.
  @inline(__always)
  var bits: UInt64 {
    UInt64(UInt32(bitPattern: origin)) << 32 | UInt64(UInt32(bitPattern: node &+ 1))
  }
}

extension Latency.Core {
  /// What the last event lies in.
  mutating func context() -> LatencyTag {
    let opened = stacks.opened
    return opened < 0 ? outerContext() : context(of: stacks.frames.address(of: Int(opened)))
  }

  /// What the frame lies in that the last event has opened.
  @inline(__always)
  mutating func context(of frame: UnsafePointer<DeliveryStacks.Frame>) -> LatencyTag {
    let below = frame.pointee.below
    return below < 0 ? outerContext() : LatencyTag(stacks.frames[Int(below)].tag)
  }

  /// The same where nothing that was seen lies around.
  @inline(never)
  private mutating func outerContext() -> LatencyTag {
    let context = stacks.openedContext
    guard case .base(0) = context else { return LatencyTag(context) }
    let base = newBase()
    stacks.baseTag = base
    return LatencyTag(base)
  }

  /// Finds the nodes of what is open, after some of it was given up.
  mutating func placeAnew() {
    var around = Latency.Nodes.root
    stacks.around(&row)
    for index in row.indices.reversed() {
      let frame = Int(row[index])
      var tag = LatencyTag(stacks.frames[frame].tag)
      let place = nodes.nodes[Int(tag.node)].place
      tag.node =
        stacks.frames[frame].isAction || place < 0
        ? Latency.Nodes.root : nodes.child(of: around, place)
      around = tag.node
      stacks.frames[frame].tag = tag.bits
    }
  }

  /// Forgets that a frame or action refers to an origin.
  @inline(__always)
  mutating func release(_ tag: UInt64) {
    if releases { origins.release(LatencyTag(tag).origin) }
  }

  /// Makes what lies below all that was seen of a thread.
  @inline(never)
  mutating func newBase() -> UInt64 {
    let origin =
      hasQuestion
      ? origins.add(Latency.Origin(kind: .earlier, uses: 1)) : Latency.Origins.none
    return LatencyTag(node: nodes.newRoot(), origin: origin).bits
  }

  /// Takes a finished delivery.
  ///
  /// - Parameters:
  ///   - finished: The delivery.
  ///   - place: The number of its operator.
  /// - Returns: Whether it is one of the slowest.
  @inline(__always)
  mutating func take(_ finished: DeliveryStacks.Finished, place: Int32) -> Bool {
    switch finished.ending {
    case .closed: return takeClosed(finished, place: place)
    case .open: places[Int(place)].open &+= 1
    case .lost: places[Int(place)].lost &+= 1
    case .startUnknown: break
    }
    return false
  }

  private mutating func takeClosed(_ finished: DeliveryStacks.Finished, place: Int32) -> Bool {
    let frame = finished.told
    let node = LatencyTag(frame.tag).node
    let total = Latency.span(frame.begin, frame.end)
    places[Int(place)].closed &+= 1
    places[Int(place)].total.record(total)
    guard !frame.isCrossing else {
      places[Int(place)].crossing &+= 1
      nodes.count(node, own: 0)
      return false
    }
    if frame.isLeaf, total < floor { floor = total }
    let own = total > frame.inner ? total &- frame.inner : 0
    places[Int(place)].own.record(own)
    nodes.count(node, own: own)
    return slowest.takes(own: own, begin: frame.begin)
  }

  /// Takes an end without a begin.
  mutating func takeEnd(_ ending: Delivery.Ending) {
    if ending == .lost { lostEnds &+= 1 } else { startUnknown &+= 1 }
  }

  /// Puts a delivery among the slowest.
  mutating func keep(_ delivery: Delivery, place: Int32, text: String?) {
    guard let own = delivery.own, let total = delivery.total, let begin = delivery.begin else {
      return
    }
    slowest.add(
      Latency.Slow(
        own: own, total: total, begin: begin, kind: delivery.kind?.rawValue ?? 0,
        process: delivery.key.process, thread: delivery.thread, place: place, text: text))
  }

  /// Takes an action that is over.
  mutating func take(_ action: ScheduledAction, tag: UInt64, scheduler: Int?) {
    release(tag)
    guard let scheduler else { return }
    addScheduler(scheduler)
    schedulers[scheduler].take(action)
  }

  mutating func addScheduler(_ number: Int) {
    while schedulers.count <= number { schedulers.append(Latency.SchedulerTotals()) }
  }
}
