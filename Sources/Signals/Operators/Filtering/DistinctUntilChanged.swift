// SPDX-License-Identifier: MIT

extension Signal where Value: Equatable {
  /// The same signal without the values that equal the one before.
  ///
  /// The first value is always sent. Order and threads are the source's; errors and completion
  /// pass. Events of a source that may overlap are serialised. The name is
  /// `source.distinctUntilChanged`.
  ///
  /// - Returns: The new signal.
  /// - Complexity: O(1) for a value, no allocation. The last value is kept.
  public final func distinctUntilChanged() -> Signal {
    distinctUntilChanged(by: ==)
  }
}

extension Signal {
  /// The same signal without the values that are equivalent to the one that was sent last.
  ///
  /// The first value is always sent. Order and threads are the source's; errors and completion
  /// pass. Events of a source that may overlap are serialised. The name is
  /// `source.distinctUntilChanged`.
  ///
  /// - Parameter areEquivalent: Is given the value that was sent last and the new one. Called once
  ///   for each value but the first and subscription, without a lock.
  /// - Returns: The new signal.
  /// - Complexity: O(1) for a value, no allocation. The last value is kept.
  public final func distinctUntilChanged(
    by areEquivalent: @escaping @Sendable (Value, Value) -> Bool
  ) -> Signal {
    OperatorSignal("distinctUntilChanged", of: self, deliversSerially: true) {
      DistinctUntilChangedPass(from: $0, to: $1, areEquivalent)
    }
  }
}

private final class DistinctUntilChangedPass<Value: Sendable>: SerialPass<Value, Value>,
  @unchecked Sendable
{
  // Unchecked: `last` is touched only at the turn of an event.
  @exclusivity(unchecked) private var last: Value?
  private let areEquivalent: @Sendable (Value, Value) -> Bool

  init(
    from source: SignalBase, to downstream: PassthroughSubscriber<Value>,
    _ areEquivalent: @escaping @Sendable (Value, Value) -> Bool
  ) {
    self.areEquivalent = areEquivalent
    super.init(from: source, to: downstream)
  }

  override func receive(_ value: Value) {
    if let last, areEquivalent(last, value) { return }
    last = value
    passNext(value)
  }
}
