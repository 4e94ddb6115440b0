// SPDX-License-Identifier: MIT

import TraceModel

extension Latency.State {
  /// Puts a later part behind this one, as if both had been one.
  mutating func merge(_ later: Latency.State) {
    trace.merge(later.trace)
    isAsked = isAsked || later.isAsked
    let merger = LatencyMerger(self)
    merger.append(later, trace.losses)
    merger.finish(in: &self)
  }
}

/// Goes on with a part where another one ended.
///
/// A class, since the stacks ask for the rest while they are changed.
private final class LatencyMerger {
  private var core: Latency.Core
  private var stacks: DeliveryStacks
  private var actions: ScheduledActions
  private var places: [(signal: String, subscriber: String)] = []
  private var placeNumbers: [String: [String: Int]] = [:]
  private var schedulers: [String] = []
  private var schedulerNumbers: [String: Int] = [:]
  private var texts: [Int32: String] = [:]
  /// For each node and origin of the later part the number here; −1: not known yet.
  private var nodes: [Int32] = []
  private var origins: [Int32] = []

  init(_ state: Latency.State) {
    var texts: [Int32: String] = [:]
    stacks = DeliveryStacks(state.stacks) { texts[$0] = $1 }
    actions = ScheduledActions(state.actions)
    core = Latency.Core(state)
    self.texts = texts
    for place in state.places { _ = self.place(place) }
    for scheduler in state.schedulers { _ = self.scheduler(scheduler) }
  }

  private func place(_ place: Latency.State.Place) -> Int32 {
    let number = placeNumbers[place.signal]?[place.subscriber] ?? places.count
    if number == places.count {
      placeNumbers[place.signal, default: [:]][place.subscriber] = number
      places.append((place.signal, place.subscriber))
      core.places.append(place.totals)
    } else {
      core.places[number].merge(place.totals)
    }
    return Int32(number)
  }

  private func scheduler(_ scheduler: Latency.State.Scheduler) -> Int {
    let number = schedulerNumbers[scheduler.name] ?? schedulers.count
    if number == schedulers.count {
      schedulerNumbers[scheduler.name] = number
      schedulers.append(scheduler.name)
      core.schedulers.append(scheduler.totals)
    } else {
      core.schedulers[number].merge(scheduler.totals)
    }
    return number
  }

  func append(_ later: Latency.State, _ losses: TraceLosses) {
    let placeMap = later.places.map { place($0) }
    let schedulerMap = later.schedulers.map { scheduler($0) }
    origins = later.origins.all.indices.map { $0 <= Latency.Origins.lost ? Int32($0) : -1 }
    var roots: [Int32: Int32] = [:]
    stacks.appendSegments(later.stacks, losses: losses) {
      core.newBase()
    } resolve: { base, context in
      let (base, here) = (LatencyTag(base), LatencyTag(context))
      if base.node > Latency.Nodes.further { roots[base.node] = here.node }
      setOrigin(base.origin, here.origin)
    }
    takeFinished()
    takeNodes(later, roots, placeMap)
    for (number, origin) in later.origins.all.enumerated() where origin.kind == .value {
      setOrigin(Int32(number), core.origins.add(origin))
    }
    takeActions(later, losses, schedulerMap)
    takeOrigins(later)
    stacks.appendFrames(later.stacks) {
      texts[$0] = $1
    } tag: { bits in
      let tag = LatencyTag(bits)
      return LatencyTag(node: node(tag.node), origin: origin(tag.origin)).bits
    }
    for var slow in later.slowest.all {
      slow.place = Int(slow.place) < placeMap.count ? placeMap[Int(slow.place)] : 0
      core.slowest.add(slow)
    }
    core.floor = min(core.floor, later.floor)
    core.startUnknown &+= later.startUnknown &- later.stacks.endsWithoutBegin
    core.lostEnds &+= later.lostEnds
    core.isCurtailed = core.isCurtailed || later.isCurtailed
  }

  /// Takes what the ends of the later part have finished here.
  private func takeFinished() {
    for index in stacks.finished.indices {
      let finished = stacks.finished[index]
      guard !finished.told.isAction else { continue }
      let delivery = stacks.delivery(finished)
      guard delivery.kind != nil else {
        core.takeEnd(delivery.ending)
        continue
      }
      let place = core.nodes.nodes[Int(LatencyTag(finished.told.tag).node)].place
      if place >= 0, core.take(finished, place: place) {
        core.keep(delivery, place: place, text: texts[finished.frame])
      }
    }
  }

  private func takeNodes(_ later: Latency.State, _ roots: [Int32: Int32], _ places: [Int32]) {
    for (number, node) in later.nodes.enumerated() {
      let here: Int32
      if node.parent < 0 || node.parent >= number {
        let number = Int32(number)
        here = number <= Latency.Nodes.further ? number : roots[number] ?? core.nodes.newRoot()
      } else if node.place >= 0, Int(node.place) < places.count {
        here = core.nodes.child(of: nodes[Int(node.parent)], places[Int(node.place)])
      } else {
        here = Latency.Nodes.further
      }
      nodes.append(here)
      core.nodes.count(here, own: node.own, times: node.count)
    }
  }

  private func takeActions(
    _ later: Latency.State, _ losses: TraceLosses, _ schedulers: [Int]
  ) {
    actions.append(later.actions, losses: losses) {
      schedulers[$0]
    } tag: { bits, earlier, isTorn in
      if let earlier {
        let here = isTorn ? Latency.Origins.lost : LatencyTag(earlier).origin
        if bits != 0 { setOrigin(LatencyTag(bits).origin, here) }
        return earlier
      }
      guard bits != 0 else { return 0 }
      let tag = LatencyTag(bits)
      if isUnknown(tag.origin) {
        // Scheduled before the later part, and not in this one either.
        setOrigin(tag.origin, core.origins.add(Latency.Origin(kind: .earlier)))
      }
      return LatencyTag(node: Latency.Nodes.root, origin: origin(tag.origin)).bits
    } _: { action, tag in
      core.take(action, tag: tag, scheduler: action.scheduler?.index)
    }
  }

  /// Takes the values of the target that go back to what the later part did not know.
  private func takeOrigins(_ later: Latency.State) {
    core.origins.merge(later.origins)
    for (number, times) in later.origins.waiting.sorted(by: { $0.key < $1.key }) {
      for time in times { core.origins.settle(origin(number), at: time) }
    }
  }

  // MARK: Numbers here of what the later part numbers

  private func node(_ number: Int32) -> Int32 {
    nodes.indices.contains(Int(number)) ? nodes[Int(number)] : Latency.Nodes.root
  }

  private func isUnknown(_ origin: Int32) -> Bool {
    origins.indices.contains(Int(origin)) && origins[Int(origin)] < 0
  }

  private func origin(_ number: Int32) -> Int32 {
    guard origins.indices.contains(Int(number)) else { return Latency.Origins.none }
    return max(origins[Int(number)], Latency.Origins.none)
  }

  private func setOrigin(_ number: Int32, _ here: Int32) {
    if isUnknown(number) { origins[Int(number)] = here }
  }

  // MARK: The end

  func finish(in state: inout Latency.State) {
    _ = state.take(core) {
      places[$0]
    } scheduler: {
      schedulers[$0]
    }
    state.actions = actions.state { $0 }
    state.stacks = stacks.state { texts[$0] }
    state.isCurtailed = state.isCurtailed || stacks.isCurtailed || actions.isCurtailed
  }
}
