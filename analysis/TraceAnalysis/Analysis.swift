// SPDX-License-Identifier: MIT

public import TraceModel

/// A question to a trace, as a fold over its events.
///
/// An analysis sees every event once, in the order of time, and keeps what it needs and no more:
/// its size must not grow with the number of events. Parts of a trace can be analysed apart and
/// put together.
///
/// ```swift
/// struct Errors: Analysis {
///   var requirements: AnalysisRequirements { AnalysisRequirements() }
///   var count = 0
///   mutating func observe(_ event: borrowing ModelEvent) {
///     if event.kind == .error { count += 1 }
///   }
///   mutating func merge(later: Errors) { count += later.count }
///   func result() -> Int { count }
///   var partial: Int { count }
/// }
/// ```
public protocol Analysis {
  /// The state in a form that can be written down, and read where another part is analysed.
  associatedtype Partial: Codable, Sendable
  /// The answer.
  associatedtype Result

  /// What it needs of a trace.
  var requirements: AnalysisRequirements { get }

  /// Called once before the first event.
  ///
  /// - Parameter trace: The trace that follows.
  mutating func begin(_ trace: SignalTrace)

  /// Called for each event, in the order of time.
  ///
  /// - Parameter event: The event, which is gone after the call.
  mutating func observe(_ event: borrowing ModelEvent)

  /// Called once after the last event.
  ///
  /// - Parameter trace: The trace, whose `losses` now tell all that was lost.
  mutating func end(_ trace: SignalTrace)

  /// Takes over what another one saw: a later part of the trace, or another process.
  ///
  /// - Parameter later: An analysis of the part that follows.
  mutating func merge(later: Self)

  /// Whether it has seen enough, so that the run may stop. False unless told otherwise.
  var isDone: Bool { get }

  /// Whether nothing was forgotten that an earlier part would need in `merge(later:)`.
  ///
  /// True unless told otherwise. A run over several threads that meets a part of which it is not
  /// true starts again on one.
  var isMergeable: Bool { get }

  /// The answer.
  ///
  /// - Returns: The answer to what was seen so far.
  func result() -> Result

  /// The state in a form that can be written down.
  var partial: Partial { get }
}

extension Analysis {
  /// Never.
  public var isDone: Bool { false }
  /// Always.
  public var isMergeable: Bool { true }
  /// Does nothing.
  ///
  /// - Parameter trace: The trace that follows.
  public mutating func begin(_ trace: SignalTrace) {}
  /// Does nothing.
  ///
  /// - Parameter trace: The trace.
  public mutating func end(_ trace: SignalTrace) {}
}
