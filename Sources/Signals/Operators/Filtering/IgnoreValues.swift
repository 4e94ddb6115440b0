// SPDX-License-Identifier: MIT

extension Signal {
  /// A signal of the end of this one, and no values.
  ///
  /// Threads are the source's; errors and completion pass. The name is `source.ignoreValues`.
  ///
  /// - Returns: The new signal.
  /// - Complexity: O(1) for a value, no allocation.
  public final func ignoreValues() -> Signal {
    OperatorSignal("ignoreValues", of: self) { IgnoreValuesPass(from: $0, to: $1) }
  }
}

private final class IgnoreValuesPass<Value: Sendable>: OperatorPass<Value, Value>,
  @unchecked Sendable
{
  // Unchecked: no state of its own.

  override func forwardNext(_ value: Value) {}
}
