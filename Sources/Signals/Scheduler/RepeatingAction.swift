// SPDX-License-Identifier: MIT

/// A block that is run again and again by scheduling each run from the one before.
final class RepeatingAction: Disposable, @unchecked Sendable {
  // Unchecked: `block` and `scheduled` are protected by `lock`.

  private let scheduler: Scheduler
  private let interval: Duration
  private let lock = Lock()
  /// Nil once this is disposed.
  private var block: (@Sendable () -> Void)?
  /// What the scheduler returned for the next run, and perhaps for some that are over.
  private var scheduled = DisposableList()

  init(
    on scheduler: Scheduler, after delay: Duration, every interval: Duration,
    _ block: @escaping @Sendable () -> Void
  ) {
    self.scheduler = scheduler
    self.interval = interval
    self.block = block
    super.init()
    schedule(after: delay)
  }

  private func schedule(after delay: Duration) {
    guard let next = scheduler.schedule(after: delay, { self.run() }), !next.isDisposed else {
      return
    }
    var finished: [Disposable] = []
    let isKept = lock.withLock {
      guard block != nil else { return false }
      return scheduled.append(next, finished: &finished)
    }
    if !isKept { next.dispose() }
  }

  private func run() {
    guard let block = lock.withLock({ self.block }) else { return }
    schedule(after: interval)
    block()
  }

  override var awaitedScheduler: UInt64 { scheduler.id }

  override func performDisposal() {
    var (block, scheduled) = lock.withLock { (self.block.take(), self.scheduled.takeAll()) }
    scheduled.disposeAll()
    Trampoline.release(block.take())
  }
}
