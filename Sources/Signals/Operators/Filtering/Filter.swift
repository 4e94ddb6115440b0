// SPDX-License-Identifier: MIT

extension Signal {
  /// A signal of those values for which a function is true.
  ///
  /// Order and threads are the source's; errors and completion pass. The name is `source.filter`.
  ///
  /// - Parameter isIncluded: Called once for each value and subscription, without a lock.
  /// - Returns: The new signal.
  /// - Complexity: O(1) for a value, no allocation.
  public final func filter(_ isIncluded: @escaping @Sendable (Value) -> Bool) -> Signal {
    OperatorSignal("filter", of: self) { FilterPass(from: $0, to: $1, isIncluded) }
  }
}

private final class FilterPass<Value: Sendable>: OperatorPass<Value, Value>, @unchecked Sendable {
  // Unchecked: constant.
  private let isIncluded: @Sendable (Value) -> Bool

  init(
    from source: SignalBase, to downstream: PassthroughSubscriber<Value>,
    _ isIncluded: @escaping @Sendable (Value) -> Bool
  ) {
    self.isIncluded = isIncluded
    super.init(from: source, to: downstream)
  }

  override func forwardNext(_ value: Value) {
    if isIncluded(value) { passNext(value) }
  }
}
