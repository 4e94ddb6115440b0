// SPDX-License-Identifier: MIT

import CThreadState
import Synchronization

/// A gate for one thread that waits until another one opens it, once.
struct Latch: ~Copyable, Sendable {
  private static let closed: UInt32 = 0
  private static let opened: UInt32 = 1

  private let word = Atomic<UInt32>(Latch.closed)

  var isOpen: Bool { word.load(ordering: .acquiring) == Self.opened }

  /// Opens it; who opens it must keep it alive until this has returned.
  borrowing func open() {
    word.store(Self.opened, ordering: .releasing)
    withUnsafePointer(to: word) { ractrace_futex_wake_one($0) }
  }

  /// Blocks the thread until it is open.
  borrowing func wait() {
    while !isOpen {
      withUnsafePointer(to: word) { ractrace_futex_wait($0, Self.closed) }
    }
  }
}
