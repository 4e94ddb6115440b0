// SPDX-License-Identifier: MIT

public import TraceModel

/// An analysis that can go on from what was written down, so that parts of a trace may be analysed
/// apart: on other machines, or each when it is recorded.
public protocol FoldableAnalysis: Analysis {
  /// An analysis that has seen what was written down.
  ///
  /// - Parameter partial: What `partial` gave.
  init(_ partial: Partial)

  /// What the trace lost, as far as this part of it tells; set after `end`.
  var losses: TraceLosses { get set }

  /// How many buffers were written, as far as this part tells; set after `end`.
  var streams: Int { get set }
}

extension Summary: FoldableAnalysis {
  /// What the trace lost.
  public var losses: TraceLosses {
    get { state.trace.losses }
    set { state.trace.losses = newValue }
  }

  /// How many buffers were written.
  public var streams: Int {
    get { state.trace.streams }
    set { state.trace.streams = newValue }
  }
}
