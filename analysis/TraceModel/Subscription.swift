// SPDX-License-Identifier: MIT

/// What one subscription is, as far as a trace tells.
///
/// Events of one key belong together. The end is the earliest of `error`, `completed` and
/// `disposed`; `disposed` follows each end, and an emitter that never tells disposal ends its
/// subscriptions with their last event.
///
/// Names are `NameID`s where a trace is read, and texts where an answer is given or written down.
public struct Subscription<Name: Sendable & Equatable>: Sendable, Equatable {
  /// How many values were seen; `values` tells how many there were.
  public var seen: UInt64 = 0
  /// The ordinal of the last value, 0 if the emitter numbers nothing.
  @usableFromInline var lastOrdinal: UInt64 = 0
  /// The ordinal of the first value that was seen.
  @usableFromInline var firstOrdinal: UInt64 = 0
  /// Whether the ordinals of the values that were seen do not follow one another.
  @usableFromInline var hasGap = false
  /// Whether its last event was seen: nothing but an earlier part can change it.
  public package(set) var isClosed = false
  /// Whether `subscribed` was seen.
  public package(set) var startsHere = false
  /// Whether its parent was not heard of before, though an earlier part may have been told.
  package var needsParent = false
  /// The same for its cause.
  package var needsCause = false
  /// Whether a loss lies between its begin and its end, in the buffers that its end went to.
  public package(set) var crossesLoss = false
  /// What tells it from all others.
  public let key: SubscriptionKey
  /// The signal.
  public var signal: Name
  /// What listens: a downstream operator's name or the place of the `subscribe` call.
  public var subscriber: Name?
  /// The id of the downstream subscription for whose sake it was made; 0 means none or unknown.
  public package(set) var parent: UInt64 = 0
  /// The signal of the parent, if the parent is in the trace.
  public package(set) var parentSignal: Name?
  /// The id of the subscription whose delivery led to it; 0 means none or unknown.
  public package(set) var cause: UInt64 = 0
  /// The signal of the cause, if the cause is in the trace.
  public package(set) var causeSignal: Name?
  /// When it began, in ns since 1970; nil if the start is not in the trace.
  ///
  /// What a late session is told of (`alive`) may have begun before the trace did.
  public package(set) var began: Int64?
  /// The time of the first event that was seen of it.
  public package(set) var heard: Int64
  /// When it ended, in ns since 1970; nil if its end is not in the trace.
  public package(set) var ended: Int64?
  /// How it ended; nil if its end is not in the trace.
  public package(set) var ending: SubscriptionEnding?
  /// When it was disposed, in ns since 1970.
  public package(set) var disposed: Int64?
  /// The text of its error, at most 256 bytes.
  public package(set) var error: String?
  /// Where it comes from: the event class that it was heard of by first, or what an analysis makes
  /// of that.
  package var origin: Int32
  /// How many values its end or `alive` tells of.
  package var told: UInt64 = 0

  /// A subscription that is heard of for the first time.
  init(
    _ key: SubscriptionKey, signal: Name, subscriber: Name?, heard: Int64, origin: Int32
  ) {
    self.key = key
    self.signal = signal
    self.subscriber = subscriber
    self.heard = heard
    self.origin = origin
  }

  /// How many values were delivered: those seen, or those told by ordinals and ends, if they are
  /// more.
  public var values: UInt64 { max(seen, told, lastOrdinal) }

  /// Whether its begin, its end and every value in between were seen, as gap-free ordinals prove:
  /// then all that is told of it is exact, whatever the trace lost.
  public var isProven: Bool {
    startsHere && ended != nil && told == seen && !hasGap && (seen == 0 || firstOrdinal == 1)
  }

  /// The time from begin to end, in ns; nil if one of them is unknown.
  public var lifetime: UInt64? {
    guard let began, let ended, ended >= began else { return nil }
    return UInt64(bitPattern: ended &- began)
  }

  /// The key of the parent; nil if there is none.
  public var parentKey: SubscriptionKey? { key(of: parent) }

  /// The key of the cause; nil if there is none.
  public var causeKey: SubscriptionKey? { key(of: cause) }

  private func key(of id: UInt64) -> SubscriptionKey? {
    id == 0 ? nil : SubscriptionKey(host: key.host, process: key.process, id: id)
  }

  /// Takes a value.
  @inlinable
  @inline(__always)
  mutating func take(ordinal: UInt64) {
    if seen == 0 {
      firstOrdinal = ordinal
    } else if ordinal != lastOrdinal &+ 1 {
      hasGap = true
    }
    seen &+= 1
    lastOrdinal = ordinal
  }
}

extension Subscription: Codable where Name: Codable {}

/// How a subscription ended.
public enum SubscriptionEnding: String, CaseIterable, Codable, Sendable {
  /// It completed.
  case completed
  /// It failed.
  case error
  /// It was disposed before it completed or failed.
  case disposed
  /// Its id began anew: its own end is not in the trace.
  case replaced
}
