// SPDX-License-Identifier: MIT

extension Signal where Value: Equatable {
  /// The same signal without the values that equal a given one.
  ///
  /// Order and threads are the source's; errors and completion pass. The name is `source.ignore`.
  ///
  /// - Parameter ignored: What is not passed on.
  /// - Returns: The new signal.
  /// - Complexity: O(1) for a value, no allocation.
  public final func ignore(_ ignored: Value) -> Signal {
    OperatorSignal("ignore", of: self) { IgnorePass(from: $0, to: $1, ignored) }
  }
}

private final class IgnorePass<Value: Sendable & Equatable>: OperatorPass<Value, Value>,
  @unchecked Sendable
{
  // Unchecked: constant.
  private let ignored: Value

  init(from source: SignalBase, to downstream: PassthroughSubscriber<Value>, _ ignored: Value) {
    self.ignored = ignored
    super.init(from: source, to: downstream)
  }

  override func forwardNext(_ value: Value) {
    if value != ignored { passNext(value) }
  }
}
