// SPDX-License-Identifier: MIT

public import TraceModel

/// What a trace lost, and how far an answer's figures can be believed.
public struct TrustReport: Sendable {
  /// Of counts, totals and rates.
  public var counts: Verdict
  /// Of quantiles.
  public var quantiles: Verdict
  /// Of what is still open.
  public var open: Verdict
  /// What was lost.
  public var losses: TraceLosses

  /// A report.
  ///
  /// - Parameters:
  ///   - counts: Of counts, totals and rates.
  ///   - quantiles: Of quantiles.
  ///   - open: Of what is still open.
  ///   - losses: What was lost.
  public init(
    counts: Verdict = .exact, quantiles: Verdict = .exact, open: Verdict = .exact,
    losses: TraceLosses = TraceLosses()
  ) {
    self.counts = counts
    self.quantiles = quantiles
    self.open = open
    self.losses = losses
  }

  /// What can be said before any event was read: from the packets' headers.
  ///
  /// - Parameter losses: What the headers tell.
  public init(before losses: TraceLosses) {
    self.init(
      counts: losses.isWhole ? .exact : .lowerBound, quantiles: losses.isWhole ? .exact : .unknown,
      open: losses.isWhole ? .exact : .unknown, losses: losses)
  }
}
