// SPDX-License-Identifier: MIT

extension Signal {
  /// A signal that sends what an asynchronous function returns, then completes.
  ///
  /// ```swift
  /// let user = Signal.task { try await fetchUser(id) }
  /// ```
  ///
  /// The function runs in a task of its own for each subscription, begun by it. If it throws, the
  /// error is sent. Events are sent on the task's thread. When the subscription is disposed the
  /// task is cancelled; whatever it does after that, nothing is sent. The name is `task`.
  ///
  /// - Parameters:
  ///   - priority: The priority of the task; if nil, that of the task that subscribes.
  ///   - operation: What to do.
  /// - Returns: The new signal.
  public static func task(
    priority: TaskPriority? = nil, _ operation: @escaping @Sendable () async throws -> Value
  ) -> Signal {
    TaskSignal(priority, operation)
  }
}

private final class TaskSignal<Value: Sendable>: Signal<Value>, @unchecked Sendable {
  // Unchecked: `operation` is written by `init` and `deinit` only.
  private let priority: TaskPriority?
  private var operation: (@Sendable () async throws -> Value)?

  init(_ priority: TaskPriority?, _ operation: @escaping @Sendable () async throws -> Value) {
    self.priority = priority
    self.operation = operation
    super.init(name: .task, deliversSerially: true)
  }

  deinit {
    // It may hold another signal.
    Trampoline.release(operation.take())
  }

  override func attach(_ passthrough: PassthroughSubscriber<Value>) -> Link? {
    guard let operation else { return nil }
    TaskDelivery(to: passthrough).start(priority: priority) { delivery in
      _ = delivery.sendNext(try await operation())
    }
    return nil
  }
}
