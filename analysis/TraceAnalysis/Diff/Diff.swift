// SPDX-License-Identifier: MIT

/// What changed between two traces, by signal: those that came and went, and figures that differ by
/// more than a threshold and by more than chance.
///
/// ```swift
/// let before = AnalysisRun.run(Profile(), over: try SignalTrace.open(["yesterday"])).result()
/// let after = AnalysisRun.run(Profile(), over: try SignalTrace.open(["today"])).result()
/// for row in Diff(from: before, to: after).changes { print(row.signal, row.figure, row.p) }
/// ```
///
/// Each side is divided into 16 slices of its own span, and an exact permutation test exchanges slices
/// between the sides (`ExchangeTest`). If one side is several times as long as the other,
/// what is rare is compared by windows as long as the shorter one. Quantiles are compared by
/// how many intervals of each slice lie above the quantile of both sides together. Holm's correction
/// is made over all rows, so that noise alone leads to any report with a probability below 0.05.
///
/// Slices that a loss meets are left out on both sides: a change that the others prove stands.
public struct Diff: Sendable {
  /// What is compared.
  public enum Figure: String, Sendable, CaseIterable {
    /// Events in a second, of a signal that only the second trace has.
    case came
    /// Events in a second, of a signal that only the first trace has.
    case went
    /// Values in a second.
    case rate
    /// Errors in a second.
    case errors
    /// The median of the intervals, in ns.
    case intervalP50 = "interval_p50"
    /// The 99th percentile of the intervals, in ns.
    case intervalP99 = "interval_p99"
    /// The 99th percentile of how long deliveries of values take, in ns.
    case deliveryP99 = "delivery_p99"

    /// Whether it is a time in ns; else it is a number in a second.
    public var isTime: Bool {
      self == .intervalP50 || self == .intervalP99 || self == .deliveryP99
    }

    var order: Int { Self.allCases.firstIndex(of: self) ?? 0 }
  }

  /// One figure of one signal.
  public struct Row: Sendable, Equatable {
    /// The signal's name.
    public var signal: String
    /// What is compared.
    public var figure: Figure
    /// The figure of the first trace.
    public var before: Double
    /// The figure of the second trace.
    public var after: Double
    /// The probability of such a difference, or a greater one, if nothing has changed; nil if there
    /// are too few slices of time with the signal to tell.
    public var p: Double?
    /// The same after Holm's correction over all rows.
    public var corrected: Double?

    /// How much the figure changed: 0.1 is a tenth more; nil if it was 0 before.
    public var change: Double? { before > 0 ? after / before - 1 : nil }

    /// How large the change is, in either direction.
    var size: Double {
      before > 0 && after > 0 ? max(after / before, before / after) : .infinity
    }
  }

  /// Why a comparison cannot be made, or not as a whole.
  public enum Doubt: String, Sendable {
    /// One of the traces is too short, or has no events.
    case tooShort = "too_short"
    /// One of the traces lost so much that no 16 slices are whole.
    case loss
    /// One of the traces is many times as long as the other.
    case tooUnequal = "too_unequal"
  }

  /// The changes that are proven and beyond the threshold, the largest first.
  public private(set) var changes: [Row] = []
  /// Signals that only one trace has, but so rarely that this may be chance.
  public private(set) var rare: [Row] = []
  /// How many rows were compared: what Holm's correction goes over.
  public private(set) var rows = 0
  /// How many rows are beyond the threshold, but in too few slices to tell them from chance.
  public private(set) var undecided = 0
  /// Whether nothing could be compared.
  public var isUndecided: Bool { doubt != nil || rows == 0 }
  /// Why nothing could be compared; nil if it could, or if no signal was there to compare.
  public private(set) var doubt: Doubt?
  /// The first trace.
  public let before: Profile.Report
  /// The second trace.
  public let after: Profile.Report

  /// Whether a loss of one of the traces may hide a change.
  public var isTouchedByLoss: Bool { before.isTouchedByLoss || after.isTouchedByLoss }

  /// Compares two traces.
  ///
  /// - Parameters:
  ///   - before: The profile of the first.
  ///   - after: The profile of the second.
  ///   - threshold: The least change that is reported: 0.1 is a tenth of what was before.
  ///   - alpha: The probability that any row is reported though nothing has changed.
  /// - Complexity: O(*n*) in the number of signals, about a millisecond for each that changed.
  public init(
    from before: Profile.Report, to after: Profile.Report, threshold: Double = 0.1,
    alpha: Double = 0.05
  ) {
    self.before = before
    self.after = after
    guard let divided = Comparisons(before, after) else {
      doubt = Self.doubt(before, after)
      return
    }
    let comparisons = divided.all()
    rows = comparisons.count
    let candidates = comparisons.filter { $0.isBeyond(threshold) }
    let able = candidates.filter { $0.leastProbability * Double(rows) < alpha }
    undecided = candidates.count - able.count
    let probabilities = able.map(\.probability)
    let corrected = Holm.corrected(probabilities, rows: rows)
    for (index, comparison) in able.enumerated() {
      let row = comparison.row(p: probabilities[index], corrected: corrected[index])
      if corrected[index] < alpha {
        changes.append(row)
      } else if comparison.isPresence {
        rare.append(row)
      }
    }
    for comparison in candidates where comparison.isPresence {
      guard comparison.leastProbability * Double(rows) >= alpha else { continue }
      rare.append(comparison.row(p: nil, corrected: nil))
    }
    changes.sort(by: Self.isBefore)
    rare.sort(by: Self.isBefore)
  }

  private static func doubt(_ sides: Profile.Report...) -> Doubt {
    let least = ExchangeTest.slices
    if sides.contains(where: { $0.sliceCount < least }) { return .tooShort }
    return sides.contains { $0.whole.count < least } ? .loss : .tooUnequal
  }

  private static func isBefore(_ left: Row, _ right: Row) -> Bool {
    if left.size != right.size { return left.size > right.size }
    let most = (max(left.before, left.after), max(right.before, right.after))
    if left.figure == right.figure, most.0 != most.1 { return most.0 > most.1 }
    return (left.signal, left.figure.order) < (right.signal, right.figure.order)
  }
}
