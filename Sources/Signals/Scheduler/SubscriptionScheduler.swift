// SPDX-License-Identifier: MIT

/// Runs blocks at once or in the background; see ``Scheduler/subscription``.
final class SubscriptionScheduler: Scheduler, @unchecked Sendable {
  // Unchecked: no state of its own.

  init() {
    super.init(name: "subscription")
  }

  override func schedule(_ block: @escaping @Sendable () -> Void) -> Disposable? {
    guard !Scheduler.hasCurrent else {
      block()
      return nil
    }
    return makeBackground().schedule(block)
  }

  override func schedule(
    after delay: Duration, _ block: @escaping @Sendable () -> Void
  ) -> Disposable? {
    (Scheduler.current ?? makeBackground()).schedule(after: delay, block)
  }

  override func schedule(
    after delay: Duration, every interval: Duration, leeway: Duration,
    _ block: @escaping @Sendable () -> Void
  ) -> Disposable? {
    (Scheduler.current ?? makeBackground())
      .schedule(after: delay, every: interval, leeway: leeway, block)
  }

  override func scheduleRecursive(
    _ block: @escaping @Sendable (_ again: @escaping @Sendable () -> Void) -> Void
  ) -> Disposable? {
    (Scheduler.hasCurrent ? Scheduler.immediate : makeBackground()).scheduleRecursive(block)
  }

  /// One for each block, because a block may block.
  private func makeBackground() -> Scheduler {
    QueueScheduler.makeBackground(name: name)
  }
}
