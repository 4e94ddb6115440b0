// SPDX-License-Identifier: MIT

#if LTTng
public import CSignalProbes
#endif

/// The probes of a compound disposable: provider `raccompounddisposable`.
///
/// Each event has a guard, inlined into the caller as a load and a branch, and an emitter to call
/// behind it. What each event and field means stands in `probes/README.md`. Texts are C strings
/// that are clean already (``TraceText``); an emitter copies them and keeps nothing.
public enum CompoundDisposableProbe {
  /// Whether a session records `raccompounddisposable:added`.
  @inlinable @inline(__always)
  public static var addedEnabled: Bool {
    #if LTTng
    raccompounddisposable_added_enabled()
    #else
    false
    #endif
  }

  /// Emits `raccompounddisposable:added`: a disposable that was added.
  @inlinable @inline(__always)
  public static func added(
    compoundDisposable: UnsafePointer<CChar>, disposable: UnsafePointer<CChar>, newTotal: Int64
  ) {
    #if LTTng
    raccompounddisposable_added(compoundDisposable, disposable, newTotal)
    #endif
  }

  /// Whether a session records `raccompounddisposable:removed`.
  @inlinable @inline(__always)
  public static var removedEnabled: Bool {
    #if LTTng
    raccompounddisposable_removed_enabled()
    #else
    false
    #endif
  }

  /// Emits `raccompounddisposable:removed`: a disposable that was removed without being disposed.
  @inlinable @inline(__always)
  public static func removed(
    compoundDisposable: UnsafePointer<CChar>, disposable: UnsafePointer<CChar>, newTotal: Int64
  ) {
    #if LTTng
    raccompounddisposable_removed(compoundDisposable, disposable, newTotal)
    #endif
  }
}
