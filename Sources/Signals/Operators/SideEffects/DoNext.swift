// SPDX-License-Identifier: MIT

extension Signal {
  /// The same signal, with something done for each value before it is passed on.
  ///
  /// Order and threads are the source's; errors and completion pass. The name is `source.doNext`.
  ///
  /// - Parameter action: Called once for each value and subscription, without a lock.
  /// - Returns: The new signal.
  /// - Complexity: O(1) for a value, no allocation.
  public final func doNext(_ action: @escaping @Sendable (Value) -> Void) -> Signal {
    OperatorSignal("doNext", of: self) { DoNextPass(from: $0, to: $1, action) }
  }
}

private final class DoNextPass<Value: Sendable>: OperatorPass<Value, Value>, @unchecked Sendable {
  // Unchecked: constant.
  private let action: @Sendable (Value) -> Void

  init(
    from source: SignalBase, to downstream: PassthroughSubscriber<Value>,
    _ action: @escaping @Sendable (Value) -> Void
  ) {
    self.action = action
    super.init(from: source, to: downstream)
  }

  override func forwardNext(_ value: Value) {
    action(value)
    passNext(value)
  }
}
