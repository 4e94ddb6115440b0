// SPDX-License-Identifier: MIT

extension Signal {
  /// A signal of what a function makes of each value.
  ///
  /// Order and threads are the source's; errors and completion pass. The name is `source.map`.
  ///
  /// A function of several parameters takes tuples apart, so RAC's `reduceEach:` and `reduceApply`
  /// are this operator as well:
  ///
  /// ```swift
  /// pairs.map { $0 + $1 }  // pairs is a Signal<(Int, Int)>
  /// calls.map { function, argument in function(argument) }
  /// ```
  ///
  /// - Parameter transform: Called once for each value and subscription, without a lock.
  /// - Returns: The new signal.
  /// - Complexity: O(1) for a value, no allocation.
  public final func map<Output: Sendable>(
    _ transform: @escaping @Sendable (Value) -> Output
  ) -> Signal<Output> {
    let type = MapPass<Value, Output>.self
    return OperatorSignal("map", of: self) { type.init(from: $0, to: $1, transform) }
  }
}

/// Serves the operators, too, that are a map with a function of their own.
final class MapPass<Input: Sendable, Output: Sendable>: OperatorPass<Input, Output>,
  @unchecked Sendable
{
  // Unchecked: constant.
  private let transform: @Sendable (Input) -> Output

  required init(
    from source: borrowing SignalBase, to downstream: borrowing PassthroughSubscriber<Output>,
    _ transform: consuming @escaping @Sendable (Input) -> Output
  ) {
    self.transform = consume transform
    super.init(from: source, to: downstream)
  }

  override func forwardNext(_ value: Input) { passNext(transform(value)) }
}
