// SPDX-License-Identifier: MIT

/// How far a figure can be believed, given what the trace lost.
public enum Verdict: String, Sendable, Codable {
  /// Nothing that the figure needs is missing.
  case exact
  /// The figure can only be greater.
  case lowerBound = "lower-bound"
  /// Nothing can be said.
  case unknown
}
