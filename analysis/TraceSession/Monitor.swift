// SPDX-License-Identifier: MIT

import Glibc

/// A lock with a condition: pthread's, which the thread sanitizer understands.
final class Monitor: @unchecked Sendable {
  // Unchecked: the C objects live behind pointers, are made once, and are only used through
  // pthread.

  private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
  private let condition = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)

  init() {
    pthread_mutex_init(mutex, nil)
    var attributes = pthread_condattr_t()
    pthread_condattr_init(&attributes)
    pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC)
    pthread_cond_init(condition, &attributes)
    pthread_condattr_destroy(&attributes)
  }

  /// Runs `body` with the lock, then wakes all that wait.
  func locked<Result>(_ body: () -> Result) -> Result {
    pthread_mutex_lock(mutex)
    defer {
      pthread_cond_broadcast(condition)
      pthread_mutex_unlock(mutex)
    }
    return body()
  }

  /// Waits, with the lock held while `isDone` looks, until it says yes or the deadline is over.
  ///
  /// - Returns: Whether it said yes.
  @discardableResult
  func wait(before deadline: Deadline, until isDone: () -> Bool) -> Bool {
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    var time = deadline.time
    while !isDone() {
      if pthread_cond_timedwait(condition, mutex, &time) == ETIMEDOUT { return isDone() }
    }
    return true
  }

  deinit {
    pthread_cond_destroy(condition)
    pthread_mutex_destroy(mutex)
    condition.deallocate()
    mutex.deallocate()
  }
}
