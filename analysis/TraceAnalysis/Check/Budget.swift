// SPDX-License-Identifier: MIT

import TraceModel

/// A bound that a figure of a trace has to keep, such as `p99(latency "search") < 2 ms`.
///
/// The grammar, in which blanks mean nothing:
///
/// ```
/// budget   = figure comparison number [unit]
/// figure   = "leaks" | "lost" | count "(" text ")" | times "(" kind text ")"
/// count    = "errors" | "rate" | "next" | "open" | "subscriptions"
/// times    = "p50" | "p90" | "p99" | "max"
/// kind     = "latency" | "interval"
/// text     = a signal's name or glob in quotes, in which a backslash takes the next character
/// comparison = "<" | "<=" | ">" | ">=" | "==" | "!="
/// unit     = "ns" | "us" | "µs" | "ms" | "s" for times, "/s" for rates
/// ```
///
/// If several signals fit a glob, counts and rates are added up and times pooled.
public struct Budget: Sendable, Equatable {
  /// What is bounded.
  public enum Figure: Sendable, Equatable {
    /// How many places leak.
    case leaks
    /// How many events are lost.
    case lost
    /// How many errors there are.
    case errors(String)
    /// How many values come in a second.
    case rate(String)
    /// How many values there are.
    case next(String)
    /// How many subscriptions are open.
    case open(String)
    /// How many subscriptions there are.
    case subscriptions(String)
    /// How long deliveries take, in ns.
    case latency(Quantile, String)
    /// How long it takes from value to value, in ns.
    case interval(Quantile, String)

    /// The glob of the signals; nil if it is about all.
    var glob: String? {
      switch self {
      case .leaks, .lost: nil
      case .errors(let glob), .rate(let glob), .next(let glob), .open(let glob),
        .subscriptions(let glob), .latency(_, let glob), .interval(_, let glob):
        glob
      }
    }
  }

  /// Which of many times is bounded.
  public enum Quantile: String, Sendable, CaseIterable {
    /// The median.
    case p50
    /// The 90th percentile.
    case p90
    /// The 99th percentile.
    case p99
    /// The greatest.
    case max

    var share: Double {
      switch self {
      case .p50: 0.5
      case .p90: 0.9
      case .p99: 0.99
      case .max: 1
      }
    }
  }

  /// How the figure is compared with the bound.
  public enum Comparison: String, Sendable, CaseIterable {
    /// Less.
    case less = "<"
    /// Less or equal.
    case atMost = "<="
    /// Greater.
    case greater = ">"
    /// Greater or equal.
    case atLeast = ">="
    /// Equal.
    case equal = "=="
    /// Not equal.
    case unequal = "!="

    /// Whether it holds, of a value that lies between two bounds; nil if that leaves it open.
    func holds(_ low: Double, _ high: Double?, _ bound: Double) -> Bool? {
      let high = high ?? .infinity
      switch self {
      case .less: return high < bound ? true : low >= bound ? false : nil
      case .atMost: return high <= bound ? true : low > bound ? false : nil
      case .greater: return Self.atMost.holds(low, high, bound).map { !$0 }
      case .atLeast: return Self.less.holds(low, high, bound).map { !$0 }
      case .equal:
        return low > bound || high < bound ? false : low == bound && high == bound ? true : nil
      case .unequal: return Self.equal.holds(low, high, bound).map { !$0 }
      }
    }
  }

  /// The budget as it was written, without what is around it.
  public let text: String
  /// What is bounded.
  public let figure: Figure
  /// How it is compared.
  public let comparison: Comparison
  /// The bound: ns of times, Hz of rates, else a number.
  public let bound: Double

  /// A budget.
  ///
  /// - Parameter text: As the grammar says.
  /// - Throws: What is wrong, where, and what would be right.
  public init(_ text: String) throws(BudgetError) {
    var parser = BudgetParser(text, line: 1)
    self = try parser.budget()
  }

  /// The budgets of a file: one a line; empty lines, and what follows a `#`, mean nothing.
  ///
  /// - Parameter text: The text of the file.
  /// - Returns: The budgets in order.
  /// - Throws: What is wrong in which line.
  public static func all(in text: String) throws(BudgetError) -> [Budget] {
    var budgets: [Budget] = []
    let lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
    for (index, line) in lines.enumerated() {
      var parser = BudgetParser(String(line), line: index + 1)
      if !parser.isEmpty { budgets.append(try parser.budget()) }
    }
    return budgets
  }

  init(_ text: String, _ figure: Figure, _ comparison: Comparison, _ bound: Double) {
    self.text = text
    self.figure = figure
    self.comparison = comparison
    self.bound = bound
  }
}

/// What is wrong with a budget.
public struct BudgetError: Error, Equatable, Sendable {
  /// What is there instead of what is expected.
  public var found: String
  /// What would be right.
  public var expected: String
  /// The line, from 1.
  public var line: Int
  /// The column in characters, from 1.
  public var column: Int

  /// The whole, without a full stop.
  public var message: String {
    "line \(line), column \(column): expected \(expected), found \(found)"
  }
}
