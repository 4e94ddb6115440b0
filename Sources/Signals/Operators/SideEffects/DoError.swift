// SPDX-License-Identifier: MIT

extension Signal {
  /// The same signal, with something done for the error before it is passed on.
  ///
  /// Order and threads are the source's; values and completion pass. The name is `source.doError`.
  ///
  /// - Parameter action: Called at most once for each subscription, without a lock, and not after
  ///   dispose.
  /// - Returns: The new signal.
  /// - Complexity: O(1) for a value, no allocation.
  public final func doError(_ action: @escaping @Sendable (any Error) -> Void) -> Signal {
    OperatorSignal("doError", of: self) { DoErrorPass(from: $0, to: $1, action) }
  }
}

private final class DoErrorPass<Value: Sendable>: OperatorPass<Value, Value>, @unchecked Sendable {
  // Unchecked: constant.
  private let action: @Sendable (any Error) -> Void

  init(
    from source: SignalBase, to downstream: PassthroughSubscriber<Value>,
    _ action: @escaping @Sendable (any Error) -> Void
  ) {
    self.action = action
    super.init(from: source, to: downstream)
  }

  override func forwardNext(_ value: Value) { passNext(value) }

  override func forwardError(_ error: any Error) {
    action(error)
    super.forwardError(error)
  }
}
