// SPDX-License-Identifier: MIT

import Glibc
import Synchronization

/// Whose turn it is to record this process: one after the other, in the order of asking.
///
/// A thread blocks until it has the turn, a task suspends; either may give it back elsewhere.
enum RecordingTurn {
  private enum Waiter {
    case thread(UnsafeMutablePointer<sem_t>)
    case task(CheckedContinuation<Void, Never>)
  }

  private struct State {
    var isTaken = false
    var waiters: [Waiter] = []
  }

  // Unchecked: a semaphore is made for posts from other threads.
  private struct Waiting: @unchecked Sendable {
    var state = State()
  }

  private static let waiting = Mutex(Waiting())

  static func take() {
    let semaphore = UnsafeMutablePointer<sem_t>.allocate(capacity: 1)
    sem_init(semaphore, 0, 0)
    defer {
      sem_destroy(semaphore)
      semaphore.deallocate()
    }
    let place = Int(bitPattern: semaphore)
    let isMine = waiting.withLock { waiting in
      if !waiting.state.isTaken {
        waiting.state.isTaken = true
        return true
      }
      if let semaphore = UnsafeMutablePointer<sem_t>(bitPattern: place) {
        waiting.state.waiters.append(.thread(semaphore))
      }
      return false
    }
    if isMine { return }
    while sem_wait(semaphore) != 0 && errno == EINTR {}
  }

  static func take() async {
    await withCheckedContinuation { continuation in
      let isMine = waiting.withLock { waiting in
        if !waiting.state.isTaken {
          waiting.state.isTaken = true
          return true
        }
        waiting.state.waiters.append(.task(continuation))
        return false
      }
      if isMine { continuation.resume() }
    }
  }

  /// Hands the turn to who has waited longest.
  static func give() {
    waiting.withLock { waiting in
      guard !waiting.state.waiters.isEmpty else {
        waiting.state.isTaken = false
        return
      }
      switch waiting.state.waiters.removeFirst() {
      case .thread(let semaphore): sem_post(semaphore)
      case .task(let continuation): continuation.resume()
      }
    }
  }
}
