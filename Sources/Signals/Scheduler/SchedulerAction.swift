// SPDX-License-Identifier: MIT

import Synchronization

/// A block that waits on a scheduler, to be run once or, if it is disposed before, never.
///
/// Only those who write a scheduler of their own need it: ``Scheduler/makeAction(after:_:)`` makes
/// one, the scheduler keeps it, calls ``run(on:)`` when its time has come, and returns it as the
/// disposable. See ``Scheduler``. It does not retain the scheduler.
///
/// It is disposed, too, once its block has returned.
public final class SchedulerAction: Disposable, @unchecked Sendable {
  // Unchecked: the inherited block belongs to the one caller that moves `phase` on.

  private static let waiting: UInt8 = 0
  private static let begun: UInt8 = 1
  private static let cancelled: UInt8 = 2

  private let phase = Atomic<UInt8>(SchedulerAction.waiting)
  private let hop: Hop
  private let schedulerID: UInt64

  /// Makes one, with the tracepoint `racscheduler:scheduled`.
  init(on scheduler: Scheduler, after delay: Duration, _ block: @escaping @Sendable () -> Void) {
    schedulerID = scheduler.id
    hop = Hop(scheduler: scheduler.name, id: scheduler.id, after: delay)
    super.init(block)
  }

  /// Runs the block, with `scheduler` as ``Scheduler/current``, unless it was disposed or ran
  /// already.
  ///
  /// The tracepoints `racscheduler:began` and `racscheduler:ended` are around it.
  public func run(on scheduler: Scheduler) {
    guard move(to: Self.begun) else { return }
    scheduler.runAsCurrent { hop.run { takeBlock()?() } }
    _ = setDisposed()
  }

  /// Lets the block go, if it has not begun, with the tracepoint `racscheduler:cancelled`.
  public override func performDisposal() {
    guard move(to: Self.cancelled) else { return }
    Trampoline.release(takeBlock())
    hop.cancel()
  }

  override var awaitedScheduler: UInt64 {
    phase.load(ordering: .relaxed) == Self.waiting ? schedulerID : 0
  }

  private func move(to next: UInt8) -> Bool {
    phase.compareExchange(
      expected: Self.waiting, desired: next, ordering: .acquiringAndReleasing
    ).exchanged
  }
}
