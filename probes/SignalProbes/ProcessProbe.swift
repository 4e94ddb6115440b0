// SPDX-License-Identifier: MIT

#if LTTng
public import CSignalProbes
#endif

/// The probe of a process: provider `racprocess`.
///
/// Each event has a guard, inlined into the caller as a load and a branch, and an emitter to call
/// behind it. What each event and field means stands in `probes/README.md`. Texts are C strings
/// that are clean already (``TraceText``); an emitter copies them and keeps nothing.
public enum ProcessProbe {
  /// Whether a session records `racprocess:exiting`.
  @inlinable @inline(__always)
  public static var exitingEnabled: Bool {
    #if LTTng
    racprocess_exiting_enabled()
    #else
    false
    #endif
  }

  /// Emits `racprocess:exiting`: the orderly exit of the process.
  @inlinable @inline(__always)
  public static func exiting(program: UnsafePointer<CChar>, subscriptions: UInt64) {
    #if LTTng
    racprocess_exiting(program, subscriptions)
    #endif
  }
}
