// SPDX-License-Identifier: MIT

public import TraceModel

/// How far one figure can be believed.
///
/// ```swift
/// let needs = FigureNeeds(kinds: [.error], from: trace.spanBegin, to: trace.spanEnd)
/// let errors = Exactness(of: .growing, needs, in: trace.losses)
/// ```
public struct Exactness: Sendable, Equatable, Codable {
  /// What more events would do to a figure.
  public enum Growth: Sendable {
    /// It can only grow: counts, totals, rates over a fixed span, maxima, findings.
    case growing
    /// It can change either way: means, minima, quantiles, what is open or leaked, any "never" or
    /// "= 0", rules of order.
    case changing
  }

  /// Whether it is exact.
  public var verdict: Verdict
  /// At most how many events are missing; nil if nobody can tell.
  public var lostMaximum: UInt64?

  /// A verdict.
  ///
  /// - Parameters:
  ///   - verdict: The verdict.
  ///   - lostMaximum: At most how many events are missing; nil if nobody can tell.
  public init(_ verdict: Verdict, lostMaximum: UInt64?) {
    self.verdict = verdict
    self.lostMaximum = lostMaximum
  }

  /// Judges a figure by what was lost.
  ///
  /// It is exact if no loss meets what it needs and all of that was recorded. What is gap-free by
  /// its own numbers is exact whatever else was lost: that is for the analysis to know.
  ///
  /// - Parameters:
  ///   - growth: What more events would do to it.
  ///   - needs: The events and the span that it needs.
  ///   - losses: What was lost.
  public init(of growth: Growth, _ needs: FigureNeeds, in losses: TraceLosses) {
    let windows = losses.windows(meeting: needs)
    let isRecorded = losses.recorded(needs)
    lostMaximum = isRecorded ? losses.lostMaximum(needs) : nil
    if windows.isEmpty, isRecorded {
      verdict = .exact
    } else {
      verdict = growth == .growing ? .lowerBound : .unknown
    }
  }
}
