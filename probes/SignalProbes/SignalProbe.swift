// SPDX-License-Identifier: MIT

#if LTTng
public import CSignalProbes
#endif

/// The probes of a subscription: provider `racsignal`.
///
/// Each event has a guard, inlined into the caller as a load and a branch, and an emitter to call
/// behind it. What each event and field means stands in `probes/README.md`. Texts are C strings
/// that are clean already (``TraceText``); an emitter copies them and keeps nothing.
public enum SignalProbe {
  /// Whether a session records `racsignal:error`.
  @inlinable @inline(__always)
  public static var errorEnabled: Bool {
    #if LTTng
    racsignal_error_enabled()
    #else
    false
    #endif
  }

  /// Emits `racsignal:error`: a subscription's failure, after which no value follows.
  @inlinable @inline(__always)
  public static func error(
    signal: UnsafePointer<CChar>, subscriber: UnsafePointer<CChar>, error: UnsafePointer<CChar>,
    subscriptionID: UInt64, values: UInt64
  ) {
    #if LTTng
    racsignal_error(signal, subscriber, error, subscriptionID, values)
    #endif
  }

  /// Whether a session records `racsignal:violation`.
  @inlinable @inline(__always)
  public static var violationEnabled: Bool {
    #if LTTng
    racsignal_violation_enabled()
    #else
    false
    #endif
  }

  /// Emits `racsignal:violation`: a rule of the subscription grammar that a sender broke.
  @inlinable @inline(__always)
  public static func violation(
    signal: UnsafePointer<CChar>, subscriber: UnsafePointer<CChar>, rule: UnsafePointer<CChar>,
    detail: UnsafePointer<CChar>, subscriptionID: UInt64
  ) {
    #if LTTng
    racsignal_violation(signal, subscriber, rule, detail, subscriptionID)
    #endif
  }

  /// Whether a session records `racsignal:dropped`.
  @inlinable @inline(__always)
  public static var droppedEnabled: Bool {
    #if LTTng
    racsignal_dropped_enabled()
    #else
    false
    #endif
  }

  /// Emits `racsignal:dropped`: values lost on purpose, such as by a bounded buffer.
  @inlinable @inline(__always)
  public static func dropped(
    signal: UnsafePointer<CChar>, subscriber: UnsafePointer<CChar>, reason: UnsafePointer<CChar>,
    subscriptionID: UInt64, count: UInt64
  ) {
    #if LTTng
    racsignal_dropped(signal, subscriber, reason, subscriptionID, count)
    #endif
  }

  /// Whether a session records `racsignal:subscribed`.
  @inlinable @inline(__always)
  public static var subscribedEnabled: Bool {
    #if LTTng
    racsignal_subscribed_enabled()
    #else
    false
    #endif
  }

  /// Emits `racsignal:subscribed`: the begin of a subscription.
  @inlinable @inline(__always)
  public static func subscribed(
    signal: UnsafePointer<CChar>, subscriber: UnsafePointer<CChar>, subscriptionID: UInt64,
    signalID: UInt64, parentID: UInt64, causeID: UInt64
  ) {
    #if LTTng
    racsignal_subscribed(signal, subscriber, subscriptionID, signalID, parentID, causeID)
    #endif
  }

  /// Whether a session records `racsignal:alive`.
  @inlinable @inline(__always)
  public static var aliveEnabled: Bool {
    #if LTTng
    racsignal_alive_enabled()
    #else
    false
    #endif
  }

  /// Emits `racsignal:alive`: a subscription that was there before the session listened.
  @inlinable @inline(__always)
  public static func alive(
    signal: UnsafePointer<CChar>, subscriber: UnsafePointer<CChar>, subscriptionID: UInt64,
    signalID: UInt64, parentID: UInt64, causeID: UInt64, values: UInt64, ageNanoseconds: UInt64
  ) {
    #if LTTng
    racsignal_alive(
      signal, subscriber, subscriptionID, signalID, parentID, causeID, values, ageNanoseconds)
    #endif
  }

  /// Whether a session records `racsignal:completed`.
  @inlinable @inline(__always)
  public static var completedEnabled: Bool {
    #if LTTng
    racsignal_completed_enabled()
    #else
    false
    #endif
  }

  /// Emits `racsignal:completed`: a subscription's completion, after which no value follows.
  @inlinable @inline(__always)
  public static func completed(
    signal: UnsafePointer<CChar>, subscriber: UnsafePointer<CChar>, subscriptionID: UInt64,
    values: UInt64
  ) {
    #if LTTng
    racsignal_completed(signal, subscriber, subscriptionID, values)
    #endif
  }

  /// Whether a session records `racsignal:disposed`.
  @inlinable @inline(__always)
  public static var disposedEnabled: Bool {
    #if LTTng
    racsignal_disposed_enabled()
    #else
    false
    #endif
  }

  /// Emits `racsignal:disposed`: the end of a subscription, exactly once for each.
  @inlinable @inline(__always)
  public static func disposed(
    signal: UnsafePointer<CChar>, subscriber: UnsafePointer<CChar>, subscriptionID: UInt64,
    values: UInt64
  ) {
    #if LTTng
    racsignal_disposed(signal, subscriber, subscriptionID, values)
    #endif
  }

  /// Whether a session records `racsignal:next`.
  @inlinable @inline(__always)
  public static var nextEnabled: Bool {
    #if LTTng
    racsignal_next_enabled()
    #else
    false
    #endif
  }

  /// Emits `racsignal:next`: a value, before it is delivered.
  @inlinable @inline(__always)
  public static func next(
    signal: UnsafePointer<CChar>, subscriber: UnsafePointer<CChar>, value: UnsafePointer<CChar>,
    subscriptionID: UInt64, ordinal: UInt64
  ) {
    #if LTTng
    racsignal_next(signal, subscriber, value, subscriptionID, ordinal)
    #endif
  }

  /// Whether a session records `racsignal:delivered`.
  @inlinable @inline(__always)
  public static var deliveredEnabled: Bool {
    #if LTTng
    racsignal_delivered_enabled()
    #else
    false
    #endif
  }

  /// Emits `racsignal:delivered`: the return of a delivery.
  @inlinable @inline(__always)
  public static func delivered(subscriptionID: UInt64) {
    #if LTTng
    racsignal_delivered(subscriptionID)
    #endif
  }

  /// Whether a delivery has anything to do for a trace: `next`, `delivered` or
  /// `racscheduler:scheduled` is enabled.
  ///
  /// One branch, the only one that a dormant delivery pays.
  @inlinable @inline(__always)
  public static var deliveryEnabled: Bool {
    #if LTTng
    ractrace_delivery_enabled()
    #else
    false
    #endif
  }

  /// Whether causes are kept up: `next` or `racscheduler:scheduled` is enabled.
  @inlinable @inline(__always)
  public static var causesEnabled: Bool {
    #if LTTng
    ractrace_causes_enabled()
    #else
    false
    #endif
  }

  /// Which sessions record `racsignal:alive`: 0 for none, else a number that changes when one
  /// begins or ceases to.
  @inlinable @inline(__always)
  public static var aliveListeners: UInt {
    #if LTTng
    ractrace_alive_listeners()
    #else
    0
    #endif
  }
}
