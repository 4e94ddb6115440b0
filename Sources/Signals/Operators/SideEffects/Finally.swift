// SPDX-License-Identifier: MIT

extension Signal {
  /// The same signal, with something done when it ends, with an error or with completion.
  ///
  /// It is done, as in RAC, before the error or the completion is passed on, on that thread. It is
  /// not done on dispose; for that, return a ``Disposable`` from the signal's block or add one to
  /// the subscription. Order and threads are the source's. The name is `source.finally`.
  ///
  /// - Parameter action: Called at most once for each subscription, without a lock.
  /// - Returns: The new signal.
  /// - Complexity: O(1) for a value, no allocation.
  public final func finally(_ action: @escaping @Sendable () -> Void) -> Signal {
    OperatorSignal("finally", of: self) { FinallyPass(from: $0, to: $1, action) }
  }
}

private final class FinallyPass<Value: Sendable>: OperatorPass<Value, Value>, @unchecked Sendable {
  // Unchecked: constant.
  private let action: @Sendable () -> Void

  init(
    from source: SignalBase, to downstream: PassthroughSubscriber<Value>,
    _ action: @escaping @Sendable () -> Void
  ) {
    self.action = action
    super.init(from: source, to: downstream)
  }

  override func forwardNext(_ value: Value) { passNext(value) }

  override func forwardError(_ error: any Error) {
    action()
    super.forwardError(error)
  }

  override func forwardCompleted() {
    action()
    super.forwardCompleted()
  }
}
