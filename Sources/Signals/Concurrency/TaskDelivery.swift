// SPDX-License-Identifier: MIT

/// A task that sends to a subscription, which cancels it at its end.
///
/// The task has only this object, and so keeps nothing of a subscriber that has gone, however long
/// it takes to notice that it was cancelled.
final class TaskDelivery<Value: Sendable>: Disposable, @unchecked Sendable {
  // Unchecked: all that varies is protected by `lock`.

  private let lock = Lock()
  /// Nil once the task is over, or this was disposed.
  private var passthrough: PassthroughSubscriber<Value>?
  private var task: Task<Void, Never>?
  private var isOver = false

  init(to passthrough: PassthroughSubscriber<Value>) {
    self.passthrough = passthrough
    super.init()
  }

  /// Starts the task, for as long as the subscription lasts.
  ///
  /// - Parameters:
  ///   - priority: The task's; nil: that of the task that subscribes, if one does.
  ///   - body: What it does; its end completes the subscription, its error is sent.
  func start(
    priority: TaskPriority? = nil,
    _ body: @escaping @Sendable (TaskDelivery) async throws -> Void
  ) {
    let subscription = lock.withLock { passthrough?.subscription }
    subscription?.add(self)
    guard !isDisposed else { return }
    let task = Task(priority: priority) {
      do {
        try await body(self)
        finish(nil)
      } catch {
        finish(error)
      }
    }
    let isCancelled = lock.withLock {
      guard passthrough != nil else { return !isOver }
      self.task = task
      return false
    }
    if isCancelled { task.cancel() }
  }

  /// Sends a value.
  ///
  /// - Returns: Whether somebody listens still.
  func sendNext(_ value: Value) -> Bool {
    guard let passthrough = lock.withLock({ self.passthrough }) else { return false }
    passthrough.sendNext(value)
    return !isDisposed
  }

  /// Ends the subscription, from the task.
  private func finish(_ error: (any Error)?) {
    // Its disposal must not cancel the task that is still here, in the listener.
    let passthrough = lock.withLock {
      isOver = true
      task = nil
      return self.passthrough.take()
    }
    guard let passthrough else { return }
    if let error { passthrough.sendError(error) } else { passthrough.sendCompleted() }
  }

  override func performDisposal() {
    let (task, passthrough) = lock.withLock { (self.task.take(), self.passthrough.take()) }
    task?.cancel()
    Trampoline.release(passthrough as PassthroughBase?)
  }
}
