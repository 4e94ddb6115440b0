// SPDX-License-Identifier: MIT

/// One event on its way through one subscriber: from its `next`, `error` or `completed` to the
/// `delivered` that closes it, on the same thread.
public struct Delivery: Sendable, Equatable {
  /// What is known of its two ends.
  public enum Ending: Sendable, Equatable {
    /// Both ends were seen.
    case closed
    /// Nothing closed it: what it took is not known, only that it was longer than what was seen.
    case open
    /// Its end was seen, its begin lies before what was recorded, or was not recorded.
    case startUnknown
    /// A loss lies between this half and the other one.
    case lost
  }

  /// `next`, `error` or `completed`; nil if the begin is unknown.
  public var kind: EventKind?
  /// What tells its subscription from all others.
  public var key: SubscriptionKey
  /// The signal in `SignalTrace.signals`; nil if the begin is unknown.
  public var signal: NameID?
  /// The subscriber in `SignalTrace.subscribers`; nil if the begin is unknown.
  public var subscriber: NameID?
  /// The vtid.
  public var thread: Int32
  /// When it began, in ns since 1970; nil if that is unknown.
  public var begin: Int64?
  /// When it was over, in ns since 1970; nil if that is unknown.
  public var end: Int64?
  /// What is known of its ends.
  public var ending: Ending
  /// The time spent in the deliveries directly nested in it, and in actions begun and ended in it.
  public var inner: UInt64
  /// The `subscription_id` of the delivery in which it began; 0: in none.
  public var parent: UInt64
  /// Whether it and another delivery of the thread overlap without one lying in the other.
  public var isCrossing: Bool
  /// Whether no other delivery and no action began in it.
  public var isLeaf: Bool

  /// How long it took in ns, the probes' own time included; nil unless both ends are known.
  public var total: UInt64? {
    guard let begin, let end else { return nil }
    return end > begin ? UInt64(bitPattern: end &- begin) : 0
  }

  /// The total without what is nested, in ns; nil unless both ends are known and nothing crosses.
  public var own: UInt64? {
    guard !isCrossing, let total else { return nil }
    return total > inner ? total - inner : 0
  }
}
