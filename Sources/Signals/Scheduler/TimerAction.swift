// SPDX-License-Identifier: MIT

import Dispatch

/// A block that a timer runs again and again: what a ``QueueScheduler`` returns for one.
///
/// Each run is a hop of its own; the next one is scheduled as the one before begins.
final class TimerAction: Disposable, @unchecked Sendable {
  // Unchecked: `hop` and `block` are protected by `lock`; the timer is used once, by the dispose.

  private let scheduler: Scheduler
  private let timer: any DispatchSourceTimer
  private let interval: Duration
  private let lock = Lock()
  /// The run that is scheduled; nil while there is none.
  private var hop: Hop?
  private var block: (@Sendable () -> Void)?

  init(
    on scheduler: Scheduler, timer: any DispatchSourceTimer, after delay: Duration,
    every interval: Duration, _ block: @escaping @Sendable () -> Void
  ) {
    self.scheduler = scheduler
    self.timer = timer
    self.interval = interval
    self.block = block
    hop = Hop(scheduler: scheduler.name, id: scheduler.id, after: delay)
    super.init()
  }

  /// One run; the timer's queue is serial, so none overlaps another.
  func fire() {
    let (begun, block) = lock.withLock { (hop.take(), self.block) }
    guard let begun, let block else { return }
    scheduler.runAsCurrent {
      begun.run {
        scheduleNext()
        block()
      }
    }
  }

  override func performDisposal() {
    // Until here the timer's handler keeps this object alive, also if nobody else does.
    timer.cancel()
    let (skipped, block) = lock.withLock { (hop.take(), self.block.take()) }
    skipped?.cancel()
    Trampoline.release(block)
  }

  override var awaitedScheduler: UInt64 { scheduler.id }

  private func scheduleNext() {
    let next = Hop(scheduler: scheduler.name, id: scheduler.id, after: interval)
    let isKept = lock.withLock {
      guard block != nil else { return false }
      hop = next
      return true
    }
    if !isKept { next.cancel() }
  }
}
