// SPDX-License-Identifier: MIT

/// One piece of work that was given to a scheduler: when it was queued, begun and over.
public struct ScheduledAction: Sendable, Equatable {
  /// The host, the process, and the `action_id` as the id.
  public var key: SubscriptionKey
  /// The scheduler in `SignalTrace.subscribers`; nil if `scheduled` was not seen.
  public var scheduler: NameID?
  /// The `subscription_id` of the delivery that scheduled it; 0: none or unknown.
  public var cause: UInt64 = 0
  /// The delay that was asked for, in ns.
  public var delay: UInt64 = 0
  /// When it was scheduled, in ns since 1970; nil if that is unknown.
  public var scheduled: Int64?
  /// When it began, in ns since 1970; nil if it did not, or if that is unknown.
  public var began: Int64?
  /// When it was over, in ns since 1970; nil if it is not, or if that is unknown.
  public var ended: Int64?
  /// When it was given up, in ns since 1970; nil if it was not, or if that is unknown.
  public var cancelled: Int64?
  /// Whether a loss lies between `scheduled` and what follows it.
  public var isWaitTorn = false
  /// Whether a loss lies between `began` and `ended`.
  public var isRunTorn = false

  /// Whether nothing more will be heard of it.
  public var isOver: Bool { ended != nil || cancelled != nil }

  /// How long it was in the queue, the delay included, in ns; nil if that is unknown.
  public var queued: UInt64? { isWaitTorn ? nil : Self.span(scheduled, began) }

  /// How long it waited for its turn after the delay that was asked for, in ns: 0 if it came early.
  public var waited: UInt64? { queued.map { $0 > delay ? $0 - delay : 0 } }

  /// How long it ran, in ns; nil if that is unknown.
  public var ran: UInt64? { isRunTorn ? nil : Self.span(began, ended) }

  private static func span(_ begin: Int64?, _ end: Int64?) -> UInt64? {
    guard let begin, let end else { return nil }
    return end > begin ? UInt64(bitPattern: end &- begin) : 0
  }
}
