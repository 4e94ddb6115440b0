// SPDX-License-Identifier: MIT

public import TraceModel

/// Whether a trace keeps to rules and budgets.
///
/// ```swift
/// let budgets = [try Budget("errors(\"login*\") == 0")]
/// let check = AnalysisRun.run(Check(budgets: budgets), over: try SignalTrace.open(["run1"]))
/// for finding in check.result().findings { print(finding.rule, finding.signal) }
/// ```
///
/// It runs those of the other analyses that the rules and the budgets need.
public struct Check: Analysis {
  /// The rules that are looked at.
  public let rules: [Rule]
  /// The budgets that are looked at.
  public let budgets: [Budget]
  var watch: RuleWatch?
  var summary: Summary?
  var subscriptions: Subscriptions?
  var latency: Latency?
  /// How many events were looked at.
  private var events: UInt64 = 0

  /// A check of nothing yet.
  ///
  /// - Parameters:
  ///   - rules: The rules to look at.
  ///   - budgets: The budgets to look at.
  public init(rules: [Rule] = Rule.allCases, budgets: [Budget] = []) {
    self.rules = rules
    self.budgets = budgets
    // What was lost is told by the watch, whatever is asked.
    watch = RuleWatch()
    if rules.contains(.wentSilent) || budgets.contains(where: \.figure.needsSummary) {
      summary = Summary()
    }
    if rules.contains(.neverDisposed) || budgets.contains(where: { $0.figure == .leaks }) {
      subscriptions = Subscriptions(limit: 0)
    }
    if rules.contains(.slowSubscriber) || budgets.contains(where: \.figure.needsLatency) {
      latency = Latency()
    }
  }

  /// What the rules and the budgets look at.
  public var requirements: AnalysisRequirements {
    var kinds = rules.reduce(into: Set<EventKind>()) { $0.formUnion($1.kinds) }
    for budget in budgets { kinds.formUnion(budget.figure.kinds) }
    let needsThreads = rules.contains(where: \.needsThreads)
    return AnalysisRequirements(kinds: kinds, contexts: needsThreads ? [.vpid, .vtid] : [.vpid])
  }

  /// Tells the analyses.
  ///
  /// - Parameter trace: The trace that follows.
  public mutating func begin(_ trace: SignalTrace) {
    watch?.begin(trace)
    summary?.begin(trace)
    subscriptions?.begin(trace)
    latency?.begin(trace)
  }

  /// Shows the analyses one event.
  ///
  /// - Precondition: `begin` was called.
  /// - Parameter event: The event.
  /// - Complexity: O(1).
  @inline(__always)
  public mutating func observe(_ event: borrowing ModelEvent) {
    events &+= 1
    watch?.observe(event)
    summary?.observe(event)
    subscriptions?.observe(event)
    latency?.observe(event)
  }

  /// Tells the analyses.
  ///
  /// - Parameter trace: The trace.
  public mutating func end(_ trace: SignalTrace) {
    watch?.end(trace)
    summary?.end(trace)
    subscriptions?.end(trace)
    latency?.end(trace)
  }

  /// Whether all of the analyses are.
  public var isMergeable: Bool {
    watch?.isMergeable ?? true && summary?.isMergeable ?? true
      && subscriptions?.isMergeable ?? true && latency?.isMergeable ?? true
  }

  /// Puts a later part, or another process's, behind this one.
  ///
  /// Both parts must have seen their `end`, and have the same rules and budgets.
  ///
  /// - Parameter later: A check of the part that follows.
  public mutating func merge(later: Check) {
    if let later = later.watch { watch?.merge(later: later) }
    if let later = later.summary { summary?.merge(later: later) }
    if let later = later.subscriptions { subscriptions?.merge(later: later) }
    if let later = later.latency { latency?.merge(later: later) }
    events &+= later.events
  }

  /// The states of the analyses.
  public struct State: Codable, Sendable {
    var watch: RuleWatch.State?
    var summary: Summary.State?
    var subscriptions: Subscriptions.State?
    var latency: Latency.State?
    var events: UInt64
  }

  /// The states of the analyses in a form that can be written down.
  public var partial: State {
    State(
      watch: watch?.partial, summary: summary?.partial, subscriptions: subscriptions?.partial,
      latency: latency?.partial, events: events)
  }

  /// A check that goes on from what was written down.
  ///
  /// - Parameters:
  ///   - partial: What `partial` gave.
  ///   - rules: The same rules.
  ///   - budgets: The same budgets.
  public init(_ partial: State, rules: [Rule] = Rule.allCases, budgets: [Budget] = []) {
    self.rules = rules
    self.budgets = budgets
    watch = partial.watch.map { RuleWatch($0) }
    summary = partial.summary.map { Summary($0) }
    subscriptions = partial.subscriptions.map { Subscriptions($0) }
    latency = partial.latency.map { Latency($0) }
    events = partial.events
  }

  /// The verdicts, after `end`.
  ///
  /// - Returns: What was found, and what became of each rule and budget.
  public func result() -> Report {
    let state = watch?.state ?? RuleWatch.State()
    let judge = CheckJudge(
      watch: state, summary: summary?.result(), subscriptions: subscriptions?.result(),
      latency: latency?.result(), hasEvents: events > 0)
    return judge.report(rules, budgets)
  }
}
