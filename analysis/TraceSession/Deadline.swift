// SPDX-License-Identifier: MIT

import Glibc

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
