// SPDX-License-Identifier: MIT

extension Signal {
  /// The same signal, with something done at completion before it is passed on.
  ///
  /// Order and threads are the source's; values and errors pass. The name is `source.doCompleted`.
  ///
  /// - Parameter action: Called at most once for each subscription, without a lock, and not after
  ///   dispose.
  /// - Returns: The new signal.
  /// - Complexity: O(1) for a value, no allocation.
  public final func doCompleted(_ action: @escaping @Sendable () -> Void) -> Signal {
    OperatorSignal("doCompleted", of: self) { DoCompletedPass(from: $0, to: $1, action) }
  }
}

private final class DoCompletedPass<Value: Sendable>: OperatorPass<Value, Value>,
  @unchecked Sendable
{
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

  override func forwardCompleted() {
    action()
    super.forwardCompleted()
  }
}
