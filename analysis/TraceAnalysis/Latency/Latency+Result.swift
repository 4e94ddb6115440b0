// SPDX-License-Identifier: MIT

import TraceModel

extension Latency {
  /// What is asked of the deliveries: all kinds that begin or end one.
  private static let marks: Set<EventKind> = [.next, .error, .completed, .delivered]
  private static let hops: Set<EventKind> = [.scheduled, .began, .ended, .cancelled]

  /// The answer to what was seen, after `end`.
  ///
  /// - Returns: The answer.
  public func result() -> Report {
    let state = state.settled()
    var report = Report()
    report.origin = state.trace.origin
    report.begin = state.trace.begin
    report.end = state.trace.end
    report.missing = state.trace.missing
    report.floor = state.floor == .max ? nil : state.floor
    report.startUnknown = state.startUnknown
    report.lostEnds = state.lostEnds
    report.isCurtailed = state.isCurtailed
    let marks = judge(state, Self.marks)
    let hops = judge(state, Self.hops)
    report.rows = rows(state, marks)
    report.schedulers = schedulerRows(state, hops)
    report.slowest = slowest(state)
    report.open = open(state)
    if state.isAsked {
      let totals = state.origins.final
      let names = Set(state.places.map(\.signal))
      report.path = Path(
        sources: names.count { question.from?.matches($0) == true },
        targets: names.count { question.to?.matches($0) == true }, from: totals.from, to: totals.to,
        fromWithoutTo: totals.from &- totals.matched,
        toWithoutFrom: totals.without, unknown: totals.unknown,
        times: Times(
          histogram: totals.times,
          lost: both(marks.lostMaximum, hops.lostMaximum).flatMap { both($0, totals.unknown) }))
    }
    report.trust = TrustReport(
      counts: Exactness(of: .growing, FigureNeeds(), in: state.trace.losses).verdict,
      quantiles: report.rows.allSatisfy { $0.total.isKnown && $0.own.isKnown }
        && state.trace.missing.kinds.isEmpty ? .exact : .unknown,
      open: marks.verdict == .exact ? .exact : .unknown, losses: state.trace.losses)
    return report
  }

  private func judge(_ state: State, _ kinds: Set<EventKind>) -> Exactness {
    var needs = FigureNeeds(
      kinds: kinds, from: state.trace.begin ?? .min, to: state.trace.end ?? .max)
    needs.events?.formIntersection(state.trace.losses.recordedEvents)
    return Exactness(of: .growing, needs, in: state.trace.losses)
  }

  /// The sum of two numbers of lost events; nil if one is unknown.
  private func both(_ left: UInt64?, _ right: UInt64?) -> UInt64? {
    guard let left, let right else { return nil }
    let (sum, overflow) = left.addingReportingOverflow(right)
    return overflow ? nil : sum
  }

  private func rows(_ state: State, _ trust: Exactness) -> [Row] {
    state.places.filter { question.shows($0.signal) }.map { place in
      let totals = place.totals
      let lost = both(trust.lostMaximum, totals.lost)
      return Row(
        signal: place.signal, subscriber: place.subscriber, count: totals.closed,
        open: totals.open, lost: totals.lost, crossing: totals.crossing,
        total: Times(histogram: totals.total, lost: lost),
        own: Times(histogram: totals.own, lost: both(lost, totals.crossing)),
        verdict: totals.lost > 0 && trust.verdict == .exact ? .lowerBound : trust.verdict,
        isNearFloor: state.floor < .max
          && totals.total.quantile(0.5).map { $0 / 2 < state.floor } ?? false)
    }.sorted(by: Order.own.isBefore)
  }

  private func schedulerRows(_ state: State, _ trust: Exactness) -> [SchedulerRow] {
    state.schedulers.map { scheduler in
      let totals = scheduler.totals
      let lost = both(trust.lostMaximum, totals.torn)
      return SchedulerRow(
        scheduler: scheduler.name, scheduled: totals.scheduled, began: totals.began,
        cancelled: totals.cancelled, waiting: totals.waiting, running: totals.running,
        torn: totals.torn, waited: Times(histogram: totals.waited, lost: lost),
        queued: Times(histogram: totals.queued, lost: lost),
        ran: Times(histogram: totals.ran, lost: lost))
    }.sorted {
      ($1.waited.sum, $1.scheduled, $0.scheduler) < ($0.waited.sum, $0.scheduled, $1.scheduler)
    }
  }

  private func slowest(_ state: State) -> [SlowDelivery] {
    state.slowest.all.compactMap { slow in
      // What was written down may come from elsewhere.
      guard state.places.indices.contains(Int(slow.place)) else { return nil }
      let place = state.places[Int(slow.place)]
      return SlowDelivery(
        kind: EventKind(rawValue: slow.kind) ?? .other, signal: place.signal,
        subscriber: place.subscriber, text: slow.text, begin: slow.begin, total: slow.total,
        own: slow.own, process: slow.process, thread: slow.thread)
    }
  }

  private func open(_ state: State) -> [OpenDelivery] {
    state.stacks.open.compactMap { frame in
      guard let place = state.place(of: frame.tag), question.shows(state.places[place].signal)
      else { return nil }
      let end = state.trace.end ?? frame.begin
      return OpenDelivery(
        signal: state.places[place].signal, subscriber: state.places[place].subscriber,
        begin: frame.begin, atLeast: end > frame.begin ? UInt64(end &- frame.begin) : 0)
    }.sorted { ($0.begin, $0.signal, $0.subscriber) < ($1.begin, $1.signal, $1.subscriber) }
  }
}

extension Latency.State {
  /// The operator of a frame, by its tag.
  func place(of tag: UInt64) -> Int? {
    let node = Int(LatencyTag(tag).node)
    guard tag != 0, nodes.indices.contains(node) else { return nil }
    let place = Int(nodes[node].place)
    return places.indices.contains(place) ? place : nil
  }

  /// The state if nothing more comes: what is open stays so.
  fileprivate func settled() -> Self {
    var state = self
    for frame in stacks.open {
      if let place = place(of: frame.tag) { state.places[place].totals.open &+= 1 }
    }
    state.startUnknown &+= stacks.endsInDoubt
    state.lostEnds &+= stacks.lostEndsInDoubt
    for (delivery, tag, text) in stacks.ended {
      guard let place = place(of: tag) else { continue }
      state.take(delivery, Int32(place), text)
    }
    var unnamed = Latency.SchedulerTotals()
    for (action, scheduler) in actions.pending {
      var totals = scheduler.map { state.schedulers[$0].totals } ?? unnamed
      totals.take(action)
      if !action.isOver {
        // Nobody knows whether what lies before a loss still waits.
        let isTorn = trace.losses.latestEnd(.max) > action.began ?? action.scheduled ?? .max
        if isTorn {
          totals.torn &+= 1
        } else if action.began != nil {
          totals.running &+= 1
        } else {
          totals.waiting &+= 1
        }
      }
      if let scheduler { state.schedulers[scheduler].totals = totals } else { unnamed = totals }
    }
    if unnamed.isUsed {
      state.schedulers.append(Latency.State.Scheduler(name: "", totals: unnamed))
    }
    return state
  }

  /// Takes a delivery that may yet cross another one, as it stands.
  private mutating func take(_ delivery: Delivery, _ place: Int32, _ text: String?) {
    let total = delivery.total ?? 0
    places[Int(place)].totals.closed &+= 1
    places[Int(place)].totals.total.record(total)
    guard let own = delivery.own, let begin = delivery.begin else {
      places[Int(place)].totals.crossing &+= 1
      return
    }
    if delivery.isLeaf { floor = min(floor, total) }
    places[Int(place)].totals.own.record(own)
    slowest.add(
      Latency.Slow(
        own: own, total: total, begin: begin, kind: delivery.kind?.rawValue ?? 0,
        process: delivery.key.process, thread: delivery.thread, place: place, text: text))
  }
}
