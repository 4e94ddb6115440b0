// SPDX-License-Identifier: MIT

import CThreadState

extension Scheduler {
  /// The scheduler that runs this code; else, on the main thread, ``main``; else nil.
  ///
  /// A `Task` that is not on the main thread, and a thread that no scheduler made, have none.
  ///
  /// - Complexity: O(1), no allocation.
  public static var current: Scheduler? {
    if let running = ractrace_thread_state().pointee.scheduler {
      return Unmanaged<Scheduler>.fromOpaque(running).takeUnretainedValue()
    }
    return ractrace_is_main_thread() ? main : nil
  }

  /// Whether there is a ``current`` scheduler, without retaining it.
  static var hasCurrent: Bool {
    ractrace_thread_state().pointee.scheduler != nil || ractrace_is_main_thread()
  }

  /// Calls `body` with this scheduler as the current one of the thread.
  final func runAsCurrent(_ body: () -> Void) {
    let state = ractrace_thread_state()
    let outer = state.pointee.scheduler
    // The caller keeps `self` alive for the time of the call.
    state.pointee.scheduler = Unmanaged.passUnretained(self).toOpaque()
    body()
    state.pointee.scheduler = outer
  }
}
