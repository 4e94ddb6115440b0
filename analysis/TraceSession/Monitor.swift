// SPDX-License-Identifier: MIT

internal import Glibc

/// A moment of the monotonic clock.
struct Deadline {
  private(set) var time = timespec()

  init(after duration: Duration) {
    clock_gettime(CLOCK_MONOTONIC, &time)
    let (seconds, attoseconds) = duration.components
    time.tv_sec += Int(clamping: max(0, min(seconds, 1 << 31)))
    time.tv_nsec += Int(max(0, attoseconds) / 1_000_000_000)
    if time.tv_nsec >= 1_000_000_000 {
      time.tv_nsec -= 1_000_000_000
      time.tv_sec += 1
    }
  }

  /// Whether it is over.
  var isPast: Bool {
    var now = timespec()
    clock_gettime(CLOCK_MONOTONIC, &now)
    return (now.tv_sec, now.tv_nsec) >= (time.tv_sec, time.tv_nsec)
  }

  /// Asks again and again, a little later each time, until the answer is yes or the time is over.
  ///
  /// - Returns: Whether the answer was yes.
  func poll(_ isDone: () -> Bool) -> Bool {
    var pause: Int = 1_000_000
    while !isDone() {
      if isPast { return false }
      var wait = timespec(tv_sec: 0, tv_nsec: pause)
      nanosleep(&wait, nil)
      pause = min(pause * 2, 50_000_000)
    }
    return true
  }
}

/// A lock with a condition: pthread's, which the thread sanitizer understands.
// The C objects live behind pointers, are made once, and are only used through pthread.
final class Monitor: @unchecked Sendable {
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
