// SPDX-License-Identifier: MIT

public import TraceModel

extension Latency {
  /// The answer.
  public struct Report: Sendable {
    /// When the first buffer was opened, in ns since 1970; nil for a trace without packets.
    public var origin: Int64?
    /// The begin of what was analysed, in ns since 1970; nil for a trace without packets.
    public var begin: Int64?
    /// The end of what was analysed, in ns since 1970; nil for a trace without packets.
    public var end: Int64?
    /// The operators, by their own time, the most first.
    public var rows: [Row] = []
    /// The schedulers, by the time that their work waited, the most first.
    public var schedulers: [SchedulerRow] = []
    /// The slowest deliveries by their own time, the slowest first.
    public var slowest: [SlowDelivery] = []
    /// The deliveries that nothing has closed, the longest first.
    public var open: [OpenDelivery] = []
    /// What it takes from the source to the target; nil if that was not asked for.
    public var path: Path?
    /// The least duration of a delivery in which nothing else happened, in ns; nil without any.
    public var floor: UInt64?
    /// How many ends there are whose begin was not recorded.
    public var startUnknown: UInt64 = 0
    /// How many ends there are whose begin a loss hides.
    public var lostEnds: UInt64 = 0
    /// Whether there was more than can be followed, so that some figures are too low.
    public var isCurtailed = false
    /// What was lost, and what that does to the figures.
    public var trust = TrustReport()
    /// What was not recorded, so that its figures are unknown.
    public var missing = MissingParts(hasContract: false)

    /// The own times of all rows together, in ns.
    public var own: UInt64 { rows.reduce(0) { $0 &+ $1.own.sum } }
  }

  /// A histogram of times of which some may be missing.
  public struct Times: Sendable {
    /// The times that are known, in ns.
    public var histogram: LogHistogram
    /// How many are missing at most; nil if nobody can tell.
    public var lost: UInt64?

    /// Their sum in ns, of those that are known.
    public var sum: UInt64 { histogram.sum }
    /// How many are known.
    public var count: UInt64 { histogram.count }

    /// A quantile.
    ///
    /// - Parameter share: Between 0 and 1.
    /// - Returns: The bounds between which it lies, equal if it is known; nil where nothing is.
    public func quantile(_ share: Double) -> (low: UInt64?, high: UInt64?) {
      lost.map { histogram.quantileBounds(share, lost: $0) } ?? (nil, nil)
    }

    /// Whether its usual quantiles are known.
    var isKnown: Bool {
      [0.5, 0.9, 0.99].allSatisfy { share in
        let (low, high) = quantile(share)
        return histogram.count == 0 ? lost == 0 : low != nil && low == high
      }
    }
  }

  /// The deliveries of a signal to a subscriber.
  public struct Row: Sendable {
    /// The signal.
    public var signal: String
    /// The subscriber: an operator's name, or the place of the `subscribe` call.
    public var subscriber: String
    /// How many deliveries there are with both ends.
    public var count: UInt64
    /// How many nothing has closed.
    public var open: UInt64
    /// How many a loss has torn apart.
    public var lost: UInt64
    /// How many of `count` overlap with another one, so that their own time is unknown.
    public var crossing: UInt64
    /// How long they took.
    public var total: Times
    /// How long they took without what was nested in them.
    public var own: Times
    /// Whether the counts and sums are exact.
    public var verdict: Verdict
    /// Whether half of them took less than twice the floor: the probes are most of that.
    public var isNearFloor: Bool
  }

  /// The work of one scheduler.
  public struct SchedulerRow: Sendable {
    /// Its name; empty for work of which nobody knows who it was given to.
    public var scheduler: String
    /// How many actions were given to it.
    public var scheduled: UInt64
    /// How many began.
    public var began: UInt64
    /// How many were given up.
    public var cancelled: UInt64
    /// How many had not begun at the end.
    public var waiting: UInt64
    /// How many had begun and were not over at the end.
    public var running: UInt64
    /// How many a loss has torn apart.
    public var torn: UInt64
    /// How long they waited for their turn, without the delay that was asked for.
    public var waited: Times
    /// How long they were in the queue.
    public var queued: Times
    /// How long they ran.
    public var ran: Times
  }

  /// One of the slowest deliveries.
  public struct SlowDelivery: Sendable, Equatable {
    /// `next`, `error` or `completed`.
    public var kind: EventKind
    /// The signal.
    public var signal: String
    /// The subscriber.
    public var subscriber: String
    /// The value or the error; nil if the trace does not tell.
    public var text: String?
    /// When it began, in ns since 1970.
    public var begin: Int64
    /// How long it took, in ns.
    public var total: UInt64
    /// How long it took without what was nested in it, in ns.
    public var own: UInt64
    /// The vpid, or −1.
    public var process: Int32
    /// The vtid.
    public var thread: Int32
  }

  /// A delivery that nothing has closed.
  public struct OpenDelivery: Sendable, Equatable {
    /// The signal.
    public var signal: String
    /// The subscriber.
    public var subscriber: String
    /// When it began, in ns since 1970.
    public var begin: Int64
    /// How long it took at least, in ns.
    public var atLeast: UInt64
  }

  /// What became of a source's values at a target.
  public struct Path: Sendable {
    /// How many values of the source there are.
    public var from: UInt64
    /// How many values of the target there are.
    public var to: UInt64
    /// How many values of the source led to none of the target.
    public var fromWithoutTo: UInt64
    /// How many values of the target go back to none of the source.
    public var toWithoutFrom: UInt64
    /// How many values of the target go back to nobody knows what, since a loss lies between or the
    /// trace has no threads.
    public var unknown: UInt64
    /// The times from the one to the other.
    public var times: Times
  }

  /// What is asked of the deliveries: all kinds that begin or end one.
  private static let marks: Set<EventKind> = [.next, .error, .completed, .delivered]
  private static let hops: Set<EventKind> = [.scheduled, .began, .ended, .cancelled]

  /// The answer to what was seen, after `end`.
  ///
  /// - Returns: The answer.
  public func result() -> Report {
    let state = state.settled()
    var report = Report()
    report.origin = state.origin
    report.begin = state.begin
    report.end = state.end
    report.missing = state.missing
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
      report.path = Path(
        from: totals.from, to: totals.to, fromWithoutTo: totals.from &- totals.matched,
        toWithoutFrom: totals.without, unknown: totals.unknown,
        times: Times(
          histogram: totals.times,
          lost: both(marks.lostMaximum, hops.lostMaximum).flatMap { both($0, totals.unknown) }))
    }
    report.trust = TrustReport(
      counts: Exactness(of: .growing, FigureNeeds(), in: state.losses).verdict,
      quantiles: report.rows.allSatisfy { $0.total.isKnown && $0.own.isKnown }
        && state.missing.kinds.isEmpty ? .exact : .unknown,
      open: marks.verdict == .exact ? .exact : .unknown, losses: state.losses)
    return report
  }

  private func judge(_ state: State, _ kinds: Set<EventKind>) -> Exactness {
    var needs = FigureNeeds(kinds: kinds, from: state.begin ?? .min, to: state.end ?? .max)
    needs.events?.formIntersection(state.losses.recordedEvents)
    return Exactness(of: .growing, needs, in: state.losses)
  }

  /// The sum of two numbers of lost events; nil if one is unknown.
  private func both(_ left: UInt64?, _ right: UInt64?) -> UInt64? {
    guard let left, let right else { return nil }
    let (sum, overflow) = left.addingReportingOverflow(right)
    return overflow ? nil : sum
  }

  private func rows(_ state: State, _ trust: Exactness) -> [Row] {
    state.places.map { place in
      let totals = place.totals
      let lost = both(trust.lostMaximum, totals.lost)
      return Row(
        signal: place.signal, subscriber: place.subscriber, count: totals.closed,
        open: totals.open, lost: totals.lost, crossing: totals.crossing,
        total: Times(histogram: totals.total, lost: lost),
        own: Times(histogram: totals.own, lost: both(lost, totals.crossing)),
        verdict: totals.lost > 0 && trust.verdict == .exact ? .lowerBound : trust.verdict,
        isNearFloor: totals.total.quantile(0.5).map { $0 / 2 < state.floor } ?? false)
    }.sorted {
      ($1.own.sum, $1.total.sum, $0.signal, $0.subscriber)
        < ($0.own.sum, $0.total.sum, $1.signal, $1.subscriber)
    }
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
    state.slowest.all.map { slow in
      let place = state.places[Int(slow.place)]
      return SlowDelivery(
        kind: EventKind(rawValue: slow.kind) ?? .other, signal: place.signal,
        subscriber: place.subscriber, text: slow.text, begin: slow.begin, total: slow.total,
        own: slow.own, process: slow.process, thread: slow.thread)
    }
  }

  private func open(_ state: State) -> [OpenDelivery] {
    state.stacks.open.compactMap { frame in
      guard let place = state.place(of: frame.tag) else { return nil }
      let end = state.end ?? frame.begin
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
    for (finished, text) in stacks.ended where !finished.isAction {
      guard let place = place(of: finished.tag) else { continue }
      state.take(finished.delivery, Int32(place), text)
    }
    var unnamed = Latency.SchedulerTotals()
    for (action, scheduler) in actions.pending {
      var totals = scheduler.map { state.schedulers[$0].totals } ?? unnamed
      totals.take(action)
      if !action.isOver {
        // Nobody knows whether what lies before a loss still waits.
        let isTorn = losses.latestEnd(.max) > action.began ?? action.scheduled ?? .max
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
    if delivery.isLeaf { floor = min(floor, total) }
    guard let own = delivery.own, let begin = delivery.begin else {
      places[Int(place)].totals.crossing &+= 1
      return
    }
    places[Int(place)].totals.own.record(own)
    slowest.add(
      Latency.Slow(
        own: own, total: total, begin: begin, kind: delivery.kind?.rawValue ?? 0,
        process: delivery.key.process, thread: delivery.thread, place: place, text: text))
  }
}
