// SPDX-License-Identifier: MIT

import TraceModel

extension Budget.Figure {
  /// The kinds of events that it is made of.
  var kinds: Set<EventKind> {
    switch self {
    case .leaks: [.subscribed, .error, .completed, .disposed, .exiting]
    case .lost: []
    case .errors: [.error]
    case .rate, .next, .interval: [.next]
    case .open, .subscriptions: [.subscribed, .error, .completed, .disposed]
    case .latency: [.next, .delivered]
    }
  }

  /// Whether the latency tells it.
  var needsLatency: Bool {
    if case .latency = self { true } else { false }
  }

  /// Whether the summary tells it.
  var needsSummary: Bool {
    switch self {
    case .leaks, .lost, .latency: false
    default: true
    }
  }
}

extension CheckJudge {
  /// A figure, as far as it is known: between `low` and `high`.
  private struct Known {
    var low: Double
    /// Nil: no bound.
    var high: Double?

    init(_ value: Double) { (low, high) = (value, value) }

    init(atLeast low: Double, atMost high: Double? = nil) { (self.low, self.high) = (low, high) }

    /// A count that may have missed some.
    init(_ count: UInt64, _ verdict: Verdict) {
      low = verdict == .unknown ? 0 : Double(count)
      high = verdict == .exact ? Double(count) : nil
    }
  }

  /// Compares a budget with what was seen.
  func result(of budget: Budget) -> Check.BudgetResult {
    if let missing = missing(budget.figure.kinds) {
      return Check.BudgetResult(budget: budget, outcome: .unknown(.notRecorded(missing)))
    }
    switch known(budget.figure) {
    case .failure(let doubt): return Check.BudgetResult(budget: budget, outcome: .unknown(doubt))
    case .success(let known):
      let holds = budget.comparison.holds(known.low, known.high, budget.bound)
      let doubt = budget.figure == .leaks && trace.losses.isWhole ? beganLate : nil
      return Check.BudgetResult(
        budget: budget, outcome: holds.map { $0 ? .holds : .broken } ?? .unknown(doubt ?? .loss),
        low: known.low, high: known.high)
    }
  }

  private func known(_ figure: Budget.Figure) -> Result<Known, Check.Doubt> {
    switch figure {
    case .leaks: .success(leaks)
    case .lost: .success(lost)
    case .errors(let glob):
      sum(glob) { Known($0.error, $0.trust.lifecycle) }
    case .next(let glob): sum(glob) { Known($0.next, $0.trust.next) }
    case .open(let glob): sum(glob) { Known($0.open, $0.trust.open) }
    case .subscriptions(let glob): sum(glob) { Known($0.subscriptions, $0.trust.lifecycle) }
    case .rate(let glob): rate(glob)
    case .interval(let quantile, let glob):
      rows(glob).flatMap { rows in
        var histogram = LogHistogram()
        var lost: UInt64? = 0
        for row in rows {
          histogram.merge(row.intervals)
          lost = row.lostIntervals.flatMap { mine in lost.map { $0 &+ mine } }
        }
        return self.quantile(quantile, histogram, lost: lost)
      }
    case .latency(let quantile, let glob): latency(quantile, glob)
    }
  }

  /// How long the deliveries of some signals take, pooled over their subscribers.
  private func latency(
    _ quantile: Budget.Quantile, _ glob: String
  ) -> Result<Known, Check.Doubt> {
    let pattern = Glob(glob)
    let rows = (latency?.rows ?? []).filter { pattern.matches($0.signal) }
    if rows.isEmpty { return .failure(.noSuchSignal(glob)) }
    var histogram = LogHistogram()
    var lost: UInt64? = 0
    for row in rows {
      histogram.merge(row.total.histogram)
      lost = row.total.lost.flatMap { mine in lost.map { $0 &+ mine } }
    }
    return self.quantile(quantile, histogram, lost: lost)
  }

  private var lost: Known {
    let losses = trace.losses
    if losses.isWhole { return Known(0) }
    let seen = max(losses.discardedEvents, losses.lostPackets > 0 ? 1 : 0)
    return Known(atLeast: Double(seen), atMost: losses.lostMaximum.map { Double($0) })
  }

  private var leaks: Known {
    let leaking = (subscriptions?.places ?? []).filter(\.isLeak)
    let proven = leaking.count { $0.trust.open == .exact }
    let isKnown = subscriptions?.trust.open == .exact
    return Known(atLeast: Double(proven), atMost: isKnown ? Double(leaking.count) : nil)
  }

  private func rows(_ glob: String) -> Result<[Summary.Row], Check.Doubt> {
    let pattern = Glob(glob)
    let rows = (summary?.signals ?? []).filter { pattern.matches($0.signal) }
    return rows.isEmpty ? .failure(.noSuchSignal(glob)) : .success(rows)
  }

  private func sum(
    _ glob: String, _ known: (Summary.Row) -> Known
  ) -> Result<Known, Check.Doubt> {
    rows(glob).map { rows in
      rows.reduce(Known(0)) { sum, row in
        let one = known(row)
        return Known(
          atLeast: sum.low + one.low,
          atMost: sum.high.flatMap { mine in one.high.map { mine + $0 } })
      }
    }
  }

  private func rate(_ glob: String) -> Result<Known, Check.Doubt> {
    guard let summary, summary.duration > 0 else { return .failure(.noSamples) }
    let seconds = Double(summary.duration) / 1e9
    return sum(glob) { Known($0.next, $0.trust.next) }.map {
      Known(atLeast: $0.low / seconds, atMost: $0.high.map { $0 / seconds })
    }
  }

  private func quantile(
    _ quantile: Budget.Quantile, _ histogram: LogHistogram, lost: UInt64?
  ) -> Result<Known, Check.Doubt> {
    guard let greatest = histogram.maximum else { return .failure(lost == 0 ? .noSamples : .loss) }
    if quantile == .max {
      return .success(
        Known(atLeast: Double(greatest), atMost: lost == 0 ? Double(greatest) : nil))
    }
    guard let lost else { return .failure(.loss) }
    let (low, high) = histogram.quantileBounds(quantile.share, lost: lost)
    return .success(Known(atLeast: low.map { Double($0) } ?? 0, atMost: high.map { Double($0) }))
  }
}

extension Check.Doubt: Error {}
