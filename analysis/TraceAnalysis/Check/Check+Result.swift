// SPDX-License-Identifier: MIT

extension Check {
  /// What was found, and what became of each rule and budget.
  public struct Report: Sendable {
    /// The trace.
    public var trace: AnalysedTrace
    /// What was found: what is not allowed first, then what came more often.
    public var findings: [Finding] = []
    /// How many breaches are not among the findings because these were too many.
    public var furtherFindings: UInt64 = 0
    /// What became of each rule.
    public var rules: [RuleResult] = []
    /// What became of each budget.
    public var budgets: [BudgetResult] = []

    /// Whether a rule or a budget is proven to be broken.
    public var isBroken: Bool {
      rules.contains { $0.outcome == .broken } || budgets.contains { $0.outcome == .broken }
    }
    /// Whether a loss or the lack of any event leaves a rule open, or anything does a budget.
    public var isOpen: Bool {
      rules.contains { $0.outcome == .unknown(.loss) || $0.outcome == .unknown(.noSamples) }
        || budgets.contains { $0.outcome != .broken && $0.outcome != .holds }
    }
  }

  /// What is known of a rule or budget.
  public enum Outcome: Sendable, Equatable {
    /// It is kept.
    case holds
    /// It is proven to be broken.
    case broken
    /// It cannot be told.
    case unknown(Doubt)
  }

  /// Why something cannot be told.
  public enum Doubt: Sendable, Equatable {
    /// Events that it needs were lost.
    case loss
    /// So many more subscriptions were open at exit than the trace shows, which began later.
    case beganLate(UInt64)
    /// These events or contexts were not recorded.
    case notRecorded(MissingParts)
    /// No signal fits the glob.
    case noSuchSignal(String)
    /// Nothing was measured, as where a signal had less than two values.
    case noSamples
  }

  /// What became of a rule.
  public struct RuleResult: Sendable, Equatable {
    /// The rule.
    public var rule: Rule
    /// What is known.
    public var outcome: Outcome
    /// How many findings there are.
    public var findings: Int
  }

  /// What became of a budget.
  public struct BudgetResult: Sendable, Equatable {
    /// The budget.
    public var budget: Budget
    /// What is known.
    public var outcome: Outcome
    /// The least that the figure may be; nil if nothing is known.
    public var low: Double?
    /// The most that it may be; nil if there is no bound.
    public var high: Double?
  }

  /// One kind of breach at one place in one process.
  public struct Finding: Sendable, Equatable {
    /// What was measured of it.
    public enum Measure: Sendable, Equatable {
      /// Nothing.
      case none
      /// How long no value came, and the p99 interval of the signal, in ns.
      case silence(UInt64, interval: UInt64)
      /// How long the slowest delivery took by itself, in ns.
      case slowest(UInt64)
      /// How much work waits.
      case waiting(Int64)
    }

    /// The rule.
    public var rule: Rule
    /// The signal; of a queue the scheduler.
    public var signal: String
    /// What listens: an operator's name or the place of the `subscribe` call, if it is known.
    public var subscriber: String?
    /// The process, if it is one.
    public var process: String?
    /// How often it was found.
    public var count: UInt64
    /// When first, in ns since 1970; nil if it has no time.
    public var first: Int64?
    /// What was measured.
    public var measure = Measure.none
  }
}
