// SPDX-License-Identifier: MIT

/// What of an event is decoded, beside its kind, time, process and signal.
public struct ModelFields: OptionSet, Sendable {
  /// The bits.
  public let rawValue: UInt32

  /// Fields by their bits.
  ///
  /// - Parameter rawValue: The bits.
  public init(rawValue: UInt32) { self.rawValue = rawValue }

  /// `ModelEvent.signal`.
  public static let signal = ModelFields(rawValue: 1)
  /// `ModelEvent.subscriber`.
  public static let subscriber = ModelFields(rawValue: 2)
  /// `ModelEvent.subscription`, `number` and `age`.
  public static let subscription = ModelFields(rawValue: 4)
  /// `ModelEvent.parent`, `cause` and `action`.
  public static let links = ModelFields(rawValue: 8)
  /// `ModelEvent.withText`.
  public static let text = ModelFields(rawValue: 16)
  /// `ModelEvent.thread`.
  public static let thread = ModelFields(rawValue: 32)
  /// `ModelEvent.visit`.
  public static let all = ModelFields(rawValue: 64)
}
