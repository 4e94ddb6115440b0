// SPDX-License-Identifier: MIT

extension Subscription {
  /// Schedules something for as long as the subscription lasts: its end skips what has not begun.
  ///
  /// - Returns: What skips it earlier.
  @discardableResult
  func schedule(
    on scheduler: Scheduler, after delay: Duration? = nil, _ body: @escaping @Sendable () -> Void
  ) -> Disposable {
    let link = ScheduledLink()
    add(link)
    let block: @Sendable () -> Void = { [self] in
      remove(link)
      body()
    }
    let action =
      if let delay { scheduler.schedule(after: delay, block) } else { scheduler.schedule(block) }
    link.set(action)
    BlockedSchedulers.check()
    return link
  }
}

extension Subscription {
  /// Keeps hold of something scheduled, which retains the subscription, without retaining it: to
  /// dispose it at the end.
  func addUnretained(_ action: Disposable?) {
    let link = ScheduledLink()
    add(link)
    link.set(action)
    BlockedSchedulers.check()
  }
}

/// Skips a scheduled action without retaining it: the scheduler does, and the action retains the
/// subscription.
private final class ScheduledLink: Disposable, @unchecked Sendable {
  // Unchecked: `action` is protected by `lock`.
  private let lock = Lock()
  private weak var action: Disposable?

  func set(_ action: Disposable?) {
    guard let action else { return }
    let isSet = lock.withLock {
      guard !isDisposed else { return false }
      self.action = action
      return true
    }
    if !isSet { action.dispose() }
  }

  override func appendInner(to list: inout [Disposable]) {
    if let action = lock.withLock({ action }) { list.append(action) }
  }

  override func performDisposal() {
    let last = lock.withLock { action }
    last?.dispose()
  }
}
