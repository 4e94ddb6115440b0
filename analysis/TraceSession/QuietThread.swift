// SPDX-License-Identifier: MIT

import Glibc

/// Threads that take no signals: those are for the threads of the program.
enum QuietThread {
  /// Starts a thread.
  ///
  /// - Parameter body: What it does; given up at its end.
  /// - Returns: The thread, to be joined or detached, or nil if there can be no more.
  static func start(_ body: @escaping @Sendable () -> Void) -> pthread_t? {
    var all = sigset_t()
    var before = sigset_t()
    sigfillset(&all)
    pthread_sigmask(SIG_SETMASK, &all, &before)
    defer { pthread_sigmask(SIG_SETMASK, &before, nil) }
    let work = Unmanaged.passRetained(Work(body))
    var thread = pthread_t()
    let failed = pthread_create(
      &thread, nil,
      { argument in
        guard let argument else { return nil }
        Unmanaged<Work>.fromOpaque(argument).takeRetainedValue().body()
        return nil
      }, work.toOpaque())
    guard failed == 0 else {
      work.release()
      return nil
    }
    return thread
  }

  private final class Work: Sendable {
    let body: @Sendable () -> Void

    init(_ body: @escaping @Sendable () -> Void) { self.body = body }
  }
}
