// SPDX-License-Identifier: MIT

import TraceModel

/// Makes verdicts of what the analyses have seen.
struct CheckJudge {
  let watch: RuleWatch.State
  let summary: Summary.Report?
  let subscriptions: Subscriptions.Report?
  let latency: Latency.Report?
  /// Whether there was any event to look at.
  let hasEvents: Bool
  /// The least number of intervals that tell what is usual.
  private static let usualIntervals: UInt64 = 20

  /// How many values others of a process must have had since a signal's last one.
  private static let laterValues: UInt64 = 20

  /// How long a delivery may take by itself, in ns.
  private static let slow: UInt64 = 100_000_000

  var trace: AnalysedTrace { watch.trace }

  func report(_ rules: [Rule], _ budgets: [Budget]) -> Check.Report {
    var report = Check.Report(trace: trace)
    for rule in Rule.allCases where rules.contains(rule) {
      let findings = findings(rule)
      report.findings += findings
      report.rules.append(
        Check.RuleResult(
          rule: rule, outcome: outcome(rule, isBroken: !findings.isEmpty),
          findings: findings.count))
    }
    report.furtherFindings = watch.furtherFindings
    report.findings.sort(by: Self.precedes)
    report.budgets = budgets.map { result(of: $0) }
    return report
  }

  private static func precedes(_ left: Check.Finding, _ right: Check.Finding) -> Bool {
    let severe = (left.rule.severity == .error, right.rule.severity == .error)
    if severe.0 != severe.1 { return severe.0 }
    if left.count != right.count { return left.count > right.count }
    return (left.rule.rawValue, left.signal, left.subscriber ?? "", left.process ?? "")
      < (right.rule.rawValue, right.signal, right.subscriber ?? "", right.process ?? "")
  }

  // MARK: Rules

  private func outcome(_ rule: Rule, isBroken: Bool) -> Check.Outcome {
    if isBroken { return .broken }
    // As where the name of a signal was misspelt.
    if !hasEvents { return .unknown(.noSamples) }
    if let missing = missing(rule.kinds, needsThreads: rule.needsThreads) {
      return .unknown(.notRecorded(missing))
    }
    if isLossy(rule.kinds) { return .unknown(.loss) }
    return rule == .neverDisposed ? beganLate.map { .unknown($0) } ?? .holds : .holds
  }

  /// The doubt that leaves what was open at exit and is not in the trace; nil if all of it is.
  var beganLate: Check.Doubt? {
    guard let count = subscriptions?.unseenAtExit, count > 0 else { return nil }
    return .beganLate(count)
  }

  /// What of these kinds and of the threads was not recorded; nil if all of it was.
  func missing(_ kinds: Set<EventKind>, needsThreads: Bool = false) -> MissingParts? {
    let unrecorded = Set(trace.missing.kinds)
    let missing = MissingParts(
      hasContract: trace.missing.hasContract,
      kinds: EventKind.allCases.filter(kinds.contains).compactMap(\.name)
        .filter(unrecorded.contains),
      contexts: needsThreads ? trace.missing.contexts.filter { $0 == .vtid } : [],
      recorded: trace.missing.recorded)
    return missing.isEmpty ? nil : missing
  }

  /// Whether a loss meets events of these kinds.
  func isLossy(_ kinds: Set<EventKind>, from: Int64? = nil) -> Bool {
    let needs = FigureNeeds(
      kinds: kinds, from: from ?? trace.begin ?? .min, to: trace.end ?? .max)
    return !trace.losses.windows(meeting: needs).isEmpty
  }

  private func findings(_ rule: Rule) -> [Check.Finding] {
    switch rule {
    case .neverDisposed: neverDisposed
    case .wentSilent: wentSilent
    case .errorStorm: errorStorms
    case .growingQueue: growingQueues
    case .slowSubscriber: slowSubscribers
    default:
      watch.findings.filter { $0.key.rule == rule }.map { key, found in
        Check.Finding(
          rule: rule, signal: key.signal, subscriber: key.subscriber,
          process: trace.label(host: key.process.host, process: key.process.process),
          count: found.count, first: found.first)
      }
    }
  }

  /// Those whose end would have been seen: no loss lies behind the first event of them.
  private var neverDisposed: [Check.Finding] {
    var findings: [String: Check.Finding] = [:]
    for row in subscriptions?.rows ?? [] where row.outcome == .exited && row.trust.open == .exact {
      let subscription = row.subscription
      let key = "\(subscription.signal)\u{0}\(subscription.subscriber ?? "")\u{0}\(row.process)"
      let begin = subscription.began ?? subscription.heard
      var finding =
        findings[key]
        ?? Check.Finding(
          rule: .neverDisposed, signal: subscription.signal, subscriber: subscription.subscriber,
          process: row.process, count: 0, first: begin)
      finding.count &+= 1
      finding.first = min(finding.first ?? begin, begin)
      findings[key] = finding
    }
    return Array(findings.values)
  }

  /// Those that had no value while their process went on: where nothing comes any more, as after
  /// its end, nothing can be told; nor of a signal of bursts, until it is quiet for longer than ever.
  private var wentSilent: [Check.Finding] {
    guard let summary else { return [] }
    var ends: [ProcessKey: Int64] = [:]
    for (key, named) in watch.watched {
      guard let last = named.watch.last else { continue }
      ends[ProcessKey(key)] = max(ends[ProcessKey(key)] ?? last, last)
    }
    var intervals: [String: (usual: UInt64, longest: UInt64)] = [:]
    for row in summary.signals where row.intervals.count >= Self.usualIntervals {
      let (low, high) = row.interval(0.99)
      if let high, low == high {
        intervals[row.signal] = (high, row.intervals.maximum ?? high)
      }
    }
    return watch.watched.compactMap { key, named in
      let process = ProcessKey(key)
      guard !named.watch.isOver, let last = named.watch.last, watch.exits[process] == nil,
        let interval = intervals[named.signal], let end = ends[process], end > last,
        !isLossy(Rule.wentSilent.kinds, from: last)
      else { return nil }
      let silence = UInt64(bitPattern: end &- last)
      guard let values = watch.values[process],
        values.count &- named.watch.valuesOfProcess >= Self.laterValues,
        silence / 20 > interval.usual, silence > interval.longest,
        silence >= UInt64(max(0, end &- values.first)) / 100
      else { return nil }
      return Check.Finding(
        rule: .wentSilent, signal: named.signal, subscriber: named.subscriber,
        process: trace.label(host: process.host, process: process.process), count: 1,
        first: last, measure: .silence(silence, interval: interval.usual))
    }
  }

  private var errorStorms: [Check.Finding] {
    watch.storms.compactMap { signal, storm in
      guard let begin = storm.begin else { return nil }
      return Check.Finding(
        rule: .errorStorm, signal: signal, subscriber: nil, process: nil,
        count: storm.count &+ UInt64(ErrorStorm.errors - 1), first: begin)
    }
  }

  private var slowSubscribers: [Check.Finding] {
    guard let latency else { return [] }
    return latency.rows.compactMap { row in
      guard let most = row.own.histogram.maximum, most >= Self.slow else { return nil }
      let first = latency.slowest.filter {
        $0.signal == row.signal && $0.subscriber == row.subscriber && $0.own >= Self.slow
      }.map(\.begin).min()
      let count = row.own.histogram.buckets().reduce(0) {
        $1.high < Self.slow ? $0 : $0 &+ $1.count
      }
      return Check.Finding(
        rule: .slowSubscriber, signal: row.signal, subscriber: row.subscriber, process: nil,
        count: count, first: first, measure: .slowest(most))
    }
  }

  /// A loss may have taken the begins of what seems to wait.
  private var growingQueues: [Check.Finding] {
    guard let begin = trace.begin, let end = trace.end, !isLossy(Rule.growingQueue.kinds),
      missing(Rule.growingQueue.kinds) == nil
    else { return [] }
    let slices = (watch.grid.slice(of: begin), watch.grid.slice(of: end))
    return watch.queues.compactMap { scheduler, queue in
      queue.growth(from: slices.0, to: slices.1).map { waiting in
        Check.Finding(
          rule: .growingQueue, signal: scheduler, subscriber: nil, process: nil, count: 1,
          first: nil, measure: .waiting(waiting))
      }
    }
  }
}
