// SPDX-License-Identifier: MIT

#if LTTng
public import CSignalProbes
#endif

/// The probes of scheduled work: provider `racscheduler`.
///
/// Each event has a guard, inlined into the caller as a load and a branch, and an emitter to call
/// behind it. What each event and field means stands in `probes/README.md`. Texts are C strings
/// that are clean already (``TraceText``); an emitter copies them and keeps nothing.
public enum SchedulerProbe {
  /// Whether a session records `racscheduler:scheduled`.
  @inlinable @inline(__always)
  public static var scheduledEnabled: Bool {
    #if LTTng
    racscheduler_scheduled_enabled()
    #else
    false
    #endif
  }

  /// Emits `racscheduler:scheduled`: an action handed to a scheduler, or a send that was queued.
  @inlinable @inline(__always)
  public static func scheduled(
    scheduler: UnsafePointer<CChar>, schedulerID: UInt64, actionID: UInt64,
    delayNanoseconds: UInt64, causeID: UInt64
  ) {
    #if LTTng
    racscheduler_scheduled(scheduler, schedulerID, actionID, delayNanoseconds, causeID)
    #endif
  }

  /// Whether a session records `racscheduler:began`.
  @inlinable @inline(__always)
  public static var beganEnabled: Bool {
    #if LTTng
    racscheduler_began_enabled()
    #else
    false
    #endif
  }

  /// Emits `racscheduler:began`: the begin of an action, on this thread.
  @inlinable @inline(__always)
  public static func began(actionID: UInt64) {
    #if LTTng
    racscheduler_began(actionID)
    #endif
  }

  /// Whether a session records `racscheduler:ended`.
  @inlinable @inline(__always)
  public static var endedEnabled: Bool {
    #if LTTng
    racscheduler_ended_enabled()
    #else
    false
    #endif
  }

  /// Emits `racscheduler:ended`: the end of an action.
  @inlinable @inline(__always)
  public static func ended(actionID: UInt64) {
    #if LTTng
    racscheduler_ended(actionID)
    #endif
  }

  /// Whether a session records `racscheduler:cancelled`.
  @inlinable @inline(__always)
  public static var cancelledEnabled: Bool {
    #if LTTng
    racscheduler_cancelled_enabled()
    #else
    false
    #endif
  }

  /// Emits `racscheduler:cancelled`: an action that was disposed before it ran.
  @inlinable @inline(__always)
  public static func cancelled(actionID: UInt64) {
    #if LTTng
    racscheduler_cancelled(actionID)
    #endif
  }

  /// Whether a hop has anything to do for a trace: one of the four events is enabled, or causes are
  /// kept up.
  ///
  /// One branch, the only one that a dormant hop pays when it is scheduled.
  @inlinable @inline(__always)
  public static var hopsEnabled: Bool {
    #if LTTng
    ractrace_hops_enabled()
    #else
    false
    #endif
  }
}
