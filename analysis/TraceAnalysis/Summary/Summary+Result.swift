// SPDX-License-Identifier: MIT

public import TraceModel

extension Summary {
  /// The summary as it is shown.
  public struct Report: Sendable {
    /// When the first buffer was opened, in ns since 1970; nil for a trace without packets.
    public var origin: Int64?
    /// The begin of what was analysed, in ns since 1970; nil for a trace without packets.
    public var begin: Int64?
    /// The end of what was analysed, in ns since 1970; nil for a trace without packets.
    public var end: Int64?
    /// What a row stands for.
    public var grouping = Grouping.signal
    /// The slices of time that the rows' activity is told in.
    public var slices = Slices(begin: 0, width: 1)
    /// The rows, the busiest first.
    public var signals: [Row] = []
    /// The events by name, the most frequent first, those of other providers too.
    public var events: [(name: String, count: UInt64)] = []
    /// The subscriptions without an end, the oldest first.
    public var open: [OpenSubscription] = []
    /// How many events there are.
    public var eventCount: UInt64 = 0
    /// The processes, as far as the trace tells them.
    public var processes: [String] = []
    /// How many buffers were written.
    public var streams = 0
    /// How many packets were written.
    public var packets = 0
    /// What was lost, and what that does to the figures.
    public var trust = TrustReport()
    /// What was not recorded, so that its figures are unknown.
    public var missing = MissingParts(hasContract: false)
    /// Whether values were recorded.
    public var hasNext: Bool { !missing.kinds.contains("racsignal:next") }

    /// The length of what was analysed, in ns.
    public var duration: UInt64 {
      guard let begin, let end, end > begin else { return 0 }
      return UInt64(bitPattern: end &- begin)
    }
  }

  /// What one signal did.
  public struct Row: Sendable {
    /// The signal's name, or what else the row stands for.
    public var signal: String
    /// How many subscriptions there were.
    public var subscriptions: UInt64
    /// How many values were delivered: one for each subscriber.
    public var next: UInt64
    /// How many subscriptions ended with an error.
    public var error: UInt64
    /// How many subscriptions completed.
    public var completed: UInt64
    /// How many subscriptions were disposed, whether they had ended or not.
    public var disposed: UInt64
    /// How many subscriptions have no end.
    public var open: UInt64
    /// How many subscriptions are proven to be here from begin to end with every value, by
    /// gap-free ordinals: what is told of these is exact whatever the trace lost.
    public var whole: UInt64
    /// How far the row can be believed.
    public var trust: RowTrust
    /// How many values were lost on purpose.
    public var dropped: UInt64
    /// How many breaches of the rules were reported.
    public var violations: UInt64
    /// The time of its first event, in ns since 1970.
    public var first: Int64
    /// The time of its last event, in ns since 1970.
    public var last: Int64
    /// Values in a second, over the whole span; nil if that has no length.
    public var rate: Double?
    /// The times between consecutive values of one subscription, in ns.
    public var intervals: LogHistogram
    /// How many intervals are missing at most; nil if nobody can tell.
    public var lostIntervals: UInt64? { trust.lostIntervals }
    /// The values in each of the report's slices of time.
    public var activity: [UInt64]
    /// The text of the last error.
    public var lastError: String?
    /// The time of the last error, in ns since 1970.
    public var lastErrorTime: Int64?

    /// An interval's quantile, or the bounds between which it lies because of losses.
    ///
    /// - Parameter share: Between 0 and 1.
    /// - Returns: The bounds in ns: equal if the quantile is known, nil where nothing is.
    public func interval(_ share: Double) -> (low: UInt64?, high: UInt64?) {
      guard let lostIntervals else { return (nil, nil) }
      return intervals.quantileBounds(share, lost: lostIntervals)
    }
  }

  /// A subscription without an end.
  public struct OpenSubscription: Sendable {
    /// The signal's name.
    public var signal: String
    /// The subscriber's name, or the place of the `subscribe` call; nil if it was not seen.
    public var place: String?
    /// The process.
    public var process: String
    /// Its key.
    public var key: SubscriptionKey
    /// When it began, in ns since 1970; nil if that was not seen.
    public var began: Int64?
    /// How many values it got, as far as they were seen.
    public var next: UInt64
  }

  /// The summary of what was seen, after `end`.
  ///
  /// - Returns: The summary.
  public func result() -> Report {
    var report = Report()
    report.origin = state.trace.origin
    report.begin = state.trace.begin
    report.end = state.trace.end
    report.streams = state.trace.streams
    report.packets = state.packets
    report.missing = state.trace.missing
    report.processes = state.trace.processes
    report.events = state.events.sorted { ($1.value, $0.key) < ($0.value, $1.key) }
      .map { (name: $0.key, count: $0.value) }
    report.eventCount = state.events.values.reduce(0, &+)
    report.open = openSubscriptions()
    report.grouping = state.grouping
    report.slices = Slices(
      begin: grid.bounds(grid.slice(of: span.begin)).lowerBound, width: 1 << UInt64(grid.shift))
    report.signals = rows(duration: report.duration)
    report.trust = trust(report.signals)
    return report
  }

  /// What was analysed, on a grid that all parts of it fit.
  private var span: (begin: Int64, end: Int64) {
    let begin = state.trace.begin ?? 0
    return (begin, max(begin, state.trace.end ?? begin))
  }

  private var grid: TimeGrid {
    var grid = TimeGrid(from: span.begin, to: span.end, most: ActivityCounts.most)
    for signal in state.signals.values { grid.merge(signal.activity.grid) }
    return grid
  }

  /// A row's name as it is shown.
  private func label(_ row: String) -> String {
    switch state.grouping {
    case .signal, .subscriber: row
    case .process, .thread: Owner(row)?.label(in: state.trace) ?? row
    }
  }

  private func rows(duration: UInt64) -> [Row] {
    let (grid, span) = (grid, span)
    func counts(_ signal: SignalState) -> [UInt64] {
      signal.activity.counts(on: grid, from: span.begin, to: span.end)
    }

    var open: [String: UInt64] = [:]
    for subscription in state.live.values where !subscription.life.isEnded {
      open[subscription.row, default: 0] &+= 1
    }
    var judge = RowJudge(state)
    let rows = state.signals.map { name, signal in
      Row(
        signal: label(name), subscriptions: signal.subscriptions, next: signal.next,
        error: signal.error,
        completed: signal.completed, disposed: signal.disposed, open: open[name] ?? 0,
        whole: signal.whole, trust: judge.trust(in: signal), dropped: signal.dropped,
        violations: signal.violations, first: signal.first, last: signal.last,
        rate: duration > 0 ? Double(signal.next) / (Double(duration) / 1e9) : nil,
        intervals: signal.intervals, activity: counts(signal), lastError: signal.lastError?.text,
        lastErrorTime: signal.lastError?.time)
    }
    return rows.sorted {
      ($1.next, $1.subscriptions, $0.signal) < ($0.next, $0.subscriptions, $1.signal)
    }
  }

  private func openSubscriptions() -> [OpenSubscription] {
    state.live.filter { !$0.value.life.isEnded }.map { key, subscription in
      OpenSubscription(
        signal: subscription.signal, place: subscription.place,
        process: state.trace.label(host: key.host, process: key.process), key: key,
        began: subscription.life.began,
        next: subscription.life.next)
    }.sorted {
      ($0.began ?? .min, $0.signal, $0.key.process, $0.key.id)
        < ($1.began ?? .min, $1.signal, $1.key.process, $1.key.id)
    }
  }

  private func trust(_ rows: [Row]) -> TrustReport {
    let losses = state.trace.losses
    let lifecycle = Exactness(of: .changing, RowJudge.lifecycle(state), in: losses)
    let hasNext = !state.trace.missing.kinds.contains("racsignal:next")
    return TrustReport(
      counts: Exactness(of: .growing, FigureNeeds(), in: losses).verdict,
      quantiles: hasNext && rows.allSatisfy { $0.trust.quantiles == .exact } ? .exact : .unknown,
      open: state.trace.missing.hasContract
        ? lifecycle.verdict : losses.isWhole ? .exact : .unknown,
      losses: losses)
  }
}
