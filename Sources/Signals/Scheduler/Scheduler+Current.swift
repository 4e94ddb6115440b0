// SPDX-License-Identifier: MIT

import CThreadState

extension Scheduler {
  /// The scheduler that runs this code; else, on the main thread or queue, ``main``; else nil.
  ///
  /// A `Task` that is not on the main actor, and a thread that no scheduler made, have none.
  ///
  /// - Complexity: O(1), no allocation.
  public static var current: Scheduler? {
    if let running = ractrace_thread_state().pointee.scheduler {
      return Unmanaged<Scheduler>.fromOpaque(running).takeUnretainedValue()
    }
    return isMain ? main : nil
  }

  /// Whether there is a ``current`` scheduler, without retaining it.
  static var hasCurrent: Bool {
    ractrace_thread_state().pointee.scheduler != nil || isMain
  }

  /// Whether this is the main thread or the main queue.
  ///
  /// The two differ where the main thread has called `dispatchMain()`, as an asynchronous `main`
  /// does: from then on other threads serve the queue.
  static var isMain: Bool {
    ractrace_is_main_thread() || QueueScheduler.isOnMainQueue
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
