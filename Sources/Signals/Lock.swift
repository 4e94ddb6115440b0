// SPDX-License-Identifier: MIT

import CThreadState
import Synchronization

/// A mutual exclusion lock of one word, stored in line in what it protects.
///
/// It is held for a few instructions only and never while user code or a probe runs. It is not
/// recursive and not fair. An own type, because `Synchronization.Mutex` gives false alarms under
/// the thread sanitizer when it is contended, and a `pthread_mutex_t` needs an allocation to have
/// an address: this one is `Atomic`s, which the sanitizer understands, and a futex.
///
/// - Complexity: two atomic operations for an uncontended pair of lock and unlock.
@usableFromInline
struct Lock: ~Copyable, Sendable {
  /// The values of `word`.
  private static let free: UInt32 = 0
  private static let held: UInt32 = 1
  private static let heldWithSleepers: UInt32 = 2

  /// The number of tries before a thread goes to sleep.
  private static let spins = 40

  private let word = Atomic<UInt32>(Lock.free)

  @usableFromInline
  init() {}

  /// Waits until the lock is free and takes it.
  ///
  /// Sequentially consistent, as ``waitUntilFree()`` needs it.
  @usableFromInline
  borrowing func lock() {
    if exchange(Self.free, Self.held) { return }
    lockSlowly()
  }

  /// Gives the lock back.
  @usableFromInline
  borrowing func unlock() {
    if word.exchange(Self.free, ordering: .releasing) == Self.heldWithSleepers {
      withUnsafePointer(to: word) { ractrace_futex_wake_one($0) }
    }
  }

  /// Waits until whoever holds the lock has given it back, and sees what they did.
  ///
  /// For somebody who has told all others, by something sequentially consistent that they look at
  /// once they have the lock, that what it protects is not theirs any more.
  ///
  /// - Complexity: a load, if nobody holds it.
  @inline(__always)
  borrowing func waitUntilFree() {
    guard word.load(ordering: .sequentiallyConsistent) != Self.free else { return }
    lock()
    unlock()
  }

  /// Calls `body` with the lock held.
  @usableFromInline
  borrowing func withLock<Result: ~Copyable, Failure: Error>(
    _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    lock()
    defer { unlock() }
    return try body()
  }

  private borrowing func exchange(_ expected: UInt32, _ desired: UInt32) -> Bool {
    word.compareExchange(
      expected: expected, desired: desired, successOrdering: .sequentiallyConsistent,
      failureOrdering: .relaxed
    ).exchanged
  }

  /// Ulrich Drepper's "Futexes Are Tricky", mutex 2, after a short spin.
  @inline(never)
  private borrowing func lockSlowly() {
    for _ in 0..<Self.spins where word.load(ordering: .relaxed) == Self.free {
      if exchange(Self.free, Self.held) { return }
    }
    while word.exchange(Self.heldWithSleepers, ordering: .sequentiallyConsistent) != Self.free {
      withUnsafePointer(to: word) { ractrace_futex_wait($0, Self.heldWithSleepers) }
    }
  }
}
