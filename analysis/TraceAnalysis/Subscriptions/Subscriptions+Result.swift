// SPDX-License-Identifier: MIT

public import TraceModel

extension Subscriptions {
  /// The subscriptions as they are shown.
  public struct Report: Sendable {
    /// The trace.
    public var trace = AnalysedTrace()
    /// How many there were, and how they ended.
    public var counts = Counts()
    /// The open ones, and of those that are over the first ones, in the order of the listing.
    public var rows: [Row] = []
    /// The places, those that leak first, then those with the most open subscriptions.
    public var places: [Place] = []
    /// The compound disposables by name that hold more than at first, or whose first state is not
    /// known; the one that grew most first.
    public var disposables: [DisposableRow] = []
    /// How many others are empty again.
    public var emptied: UInt64 = 0
    /// How many more were open when their processes exited than the trace shows: it began later than
    /// they did, or lost their begins.
    public var unseenAtExit: UInt64 = 0
    /// How many others began without an id: `Summary` counts them, but nothing tells them apart.
    public var withoutID: UInt64 = 0
    /// Whether there were too many places or disposables to keep all of them apart.
    public var hasFurtherPlaces = false
    /// What was lost, and what that does to the figures.
    public var trust = TrustReport()
    /// The same for the numbers of subscriptions, which those of values have no part in.
    public var lifeTrust = LifeTrust()

    /// How many are over and not listed.
    public var unlisted: UInt64 {
      counts.subscriptions &- UInt64(rows.count)
    }
  }

  /// What became of a subscription.
  public enum Outcome: String, Sendable, CaseIterable {
    /// It completed.
    case completed
    /// It failed.
    case error
    /// It was disposed before it completed or failed.
    case disposed
    /// Its id began anew: its own end is not in the trace.
    case replaced
    /// It is open, and its process exited: a leak.
    case exited
    /// It is open: its process was killed, or runs on after the trace.
    case open
  }

  /// One subscription.
  public struct Row: Sendable {
    /// What is known of it.
    public var subscription: Subscription<String>
    /// Its process.
    public var process: String
    /// What became of it.
    public var outcome: Outcome
    /// From its begin, or its first event, to its end or that of the trace, in ns.
    public var age: UInt64
    /// How far this can be believed; `open` is of the outcome.
    public var trust: LifeTrust
  }

  /// What was subscribed to by whom in one process.
  public struct Place: Sendable {
    /// The signal; nil for all places beyond those that are kept apart.
    public var signal: String?
    /// What listens; nil if it is not known.
    public var subscriber: String?
    /// The process.
    public var process: String
    /// How many there were, and how they ended.
    public var counts: Counts
    /// How many were open in the course of time.
    public var series: OpenSeries
    /// From begin to end, in ns, of those whose both ends were seen.
    public var lifetimes: LogHistogram
    /// How many lifetimes are unknown because a loss lies between begin and end.
    public var brokenLifetimes: UInt64
    /// How many are proven to be here from begin to end with every value, by gap-free ordinals.
    public var proven: UInt64
    /// How many are proven to have been open when the process exited: no loss may have hidden their
    /// end.
    public var provenLeaks: UInt64
    /// How far this can be believed.
    public var trust: LifeTrust

    /// How many are open, in the words of the contract or because their end was not seen.
    public var open: UInt64 { counts.open &+ counts.replaced }
    /// Whether some were open when the process exited, or there are more and more.
    public var isLeak: Bool { counts.openAtExit > 0 || series.grows }
  }

  /// What happened to the compound disposables of one name in one process.
  public struct DisposableRow: Sendable {
    /// The name; nil for all beyond those that are kept apart.
    public var compound: String?
    /// The process.
    public var process: String
    /// How many disposables were added, since it was empty.
    public var adds: UInt64
    /// How many were removed.
    public var removes: UInt64
    /// How many there were in the one that changed last.
    public var total: Int64
    /// The most that there were in one.
    public var most: Int64
    /// How many more were added than removed.
    public var growth: Int64 { Int64(clamping: adds) &- Int64(clamping: removes) }

    init(_ name: String?, _ state: CompoundState, process: String) {
      compound = name
      self.process = process
      adds = state.adds
      removes = state.removes
      total = state.total
      most = state.most
    }
  }

  /// The subscriptions that were seen, after `end`.
  ///
  /// - Returns: The answer.
  public func result() -> Report { Reporter(state).report() }
}

/// Makes a report of a state.
private struct Reporter {
  private let state: Subscriptions.State
  private var judge: LifeJudge
  private let end: Int64

  init(_ state: Subscriptions.State) {
    self.state = state
    judge = LifeJudge(state.trace)
    end = state.trace.end ?? .max
  }

  func report() -> Subscriptions.Report {
    var reporter = self
    var report = Subscriptions.Report()
    report.trace = state.trace
    report.hasFurtherPlaces = state.hasFurtherPlaces || !state.compounds.isWhole
    report.places = reporter.places()
    for place in report.places { report.counts.add(place.counts) }
    report.rows = reporter.rows()
    report.disposables = disposables()
    report.emptied =
      state.compounds.settledCount
      &+ UInt64(state.compounds.byKey.values.lazy.filter(\.isSettled).count)
    report.unseenAtExit = unseenAtExit
    report.withoutID = state.withoutID
    var trust = LifeTrust(nil, in: state.trace)
    if report.unseenAtExit > 0, trust.open == .exact { trust.open = .lowerBound }
    report.lifeTrust = trust
    report.trust = TrustReport(
      counts: trust.counts == .exact ? trust.values : trust.counts,
      quantiles: trust.open == .exact ? .exact : .unknown, open: trust.open,
      losses: state.trace.losses)
    return report
  }

  /// Compares what processes said at their exit with what was open then.
  private var unseenAtExit: UInt64 {
    guard !state.isPartial, state.withoutID == 0 else { return 0 }
    var seen = state.endedAfterExit
    for subscription in state.loose.byKey.values
    where exit(of: subscription) != nil || state.endedBehindExit(subscription) {
      seen[ProcessKey(subscription.key), default: 0] &+= 1
    }
    // What an id that began anew has hidden may be open still.
    for (key, place) in state.places {
      seen[key.process, default: 0] &+= place.counts.replaced
    }
    return state.toldAtExit.reduce(0) { sum, told in
      let seen = seen[told.key] ?? 0
      return told.value > seen ? sum.addingReportingOverflow(told.value - seen).partialValue : sum
    }
  }

  private mutating func rows() -> [Subscriptions.Row] {
    var over = Subscriptions.Listing<String>(limit: state.limit, order: state.order)
    for subscription in state.over { over.add(subscription) }
    for subscription in state.loose.byKey.values where subscription.isClosed {
      over.add(subscription)
    }
    over.cut()
    let listed = over.items + state.loose.byKey.values.filter { !$0.isClosed }
    return listed.sorted { state.order.precedes($0, $1, end: end) }.map { subscription in
      Subscriptions.Row(
        subscription: subscription,
        process: state.trace.label(
          host: subscription.key.host, process: subscription.key.process),
        outcome: outcome(subscription), age: Subscriptions.age(subscription, end: end),
        trust: trust(subscription))
    }
  }

  private mutating func trust(_ subscription: Subscription<String>) -> LifeTrust {
    judge.trust(
      subscription, group: state.loose.group(of: subscription), exit: exit(of: subscription))
  }

  private func outcome(_ subscription: Subscription<String>) -> Subscriptions.Outcome {
    switch subscription.ending {
    case .completed: .completed
    case .error: .error
    case .disposed: .disposed
    case .replaced: .replaced
    case nil: exit(of: subscription) == nil ? .open : .exited
    }
  }

  /// When the process exited, if the subscription had no end.
  private func exit(of subscription: Subscription<String>) -> Int64? {
    guard subscription.ending == nil, let exit = state.exits[ProcessKey(subscription.key)],
      exit >= subscription.heard
    else { return nil }
    return exit
  }

  private mutating func places() -> [Subscriptions.Place] {
    var states = state.places
    var provenLeaks: [Subscriptions.PlaceKey: UInt64] = [:]
    for subscription in state.loose.byKey.values {
      let key = state.placeKey(of: subscription)
      states[key, default: Subscriptions.PlaceState()].take(
        subscription, group: state.loose.group(of: subscription))
      if exit(of: subscription) != nil {
        states[key, default: Subscriptions.PlaceState()].counts.openAtExit &+= 1
        if trust(subscription).open == .exact { provenLeaks[key, default: 0] &+= 1 }
      }
    }
    return states.map { key, place in
      var trust = judge.trust(place.groups)
      // If no subscription is missing and each of them has all its values, none is missing.
      if trust.counts == .exact, place.proven == place.counts.subscriptions {
        trust.values = .exact
      }
      return Subscriptions.Place(
        signal: key.signal, subscriber: key.subscriber,
        process: state.trace.label(host: key.process.host, process: key.process.process),
        counts: place.counts,
        series: OpenSeries(
          place.openCounts, base: place.fromBefore, from: state.trace.begin ?? 0,
          to: state.trace.end ?? 0),
        lifetimes: place.lifetimes, brokenLifetimes: place.broken, proven: place.proven,
        provenLeaks: provenLeaks[key] ?? 0, trust: trust)
    }.sorted(by: Self.precedes)
  }

  private static func precedes(
    _ left: Subscriptions.Place, _ right: Subscriptions.Place
  ) -> Bool {
    if left.isLeak != right.isLeak { return left.isLeak }
    if left.open != right.open { return left.open > right.open }
    let counts = (left.counts.subscriptions, right.counts.subscriptions)
    if counts.0 != counts.1 { return counts.0 > counts.1 }
    return (left.signal ?? "", left.subscriber ?? "", left.process)
      < (right.signal ?? "", right.subscriber ?? "", right.process)
  }

  private func disposables() -> [Subscriptions.DisposableRow] {
    var rows = state.compounds.byKey.filter { !$0.value.isSettled }.map { key, compound in
      Subscriptions.DisposableRow(
        key.name, compound,
        process: state.trace.label(host: key.process.host, process: key.process.process))
    }
    if !state.compounds.isWhole {
      rows.append(Subscriptions.DisposableRow(nil, state.compounds.further, process: ""))
    }
    return rows.sorted {
      ($1.growth, $1.adds, $0.compound ?? "", $0.process)
        < ($0.growth, $0.adds, $1.compound ?? "", $1.process)
    }
  }
}
