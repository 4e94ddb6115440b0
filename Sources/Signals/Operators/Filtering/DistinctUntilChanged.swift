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
    OperatorSignal("distinctUntilChanged", of: self) {
      EqualityPass(from: $0, to: $1)
    }
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
    OperatorSignal("distinctUntilChanged", of: self) {
      EquivalencePass(from: $0, to: $1, areEquivalent)
    }
  }
}

/// Remembers what was sent last.
private class DistinctPass<Value: Sendable>: OperatorPass<Value, Value>, @unchecked Sendable {
  // Unchecked: what varies is touched only at the turn of an event.

  /// One value, by hand: in code that is not specialised an optional costs several times as much.
  private final let last = UnsafeMutablePointer<Value>.allocate(capacity: 1)
  @exclusivity(unchecked) private final var hasLast = false

  deinit {
    if hasLast { last.deinitialize(count: 1) }
    last.deallocate()
  }

  func areEquivalent(_ last: Value, _ value: Value) -> Bool { false }

  override final func forwardNext(_ value: Value) {
    if hasLast {
      if areEquivalent(last.pointee, value) { return }
      last.pointee = value
    } else {
      last.initialize(to: value)
      hasLast = true
    }
    passNext(value)
  }
}

private final class EqualityPass<Value: Sendable & Equatable>: DistinctPass<Value>,
  @unchecked Sendable
{
  // Unchecked: no state of its own.
  override func areEquivalent(_ last: Value, _ value: Value) -> Bool { last == value }
}

private final class EquivalencePass<Value: Sendable>: DistinctPass<Value>, @unchecked Sendable {
  // Unchecked: constant.
  private let function: @Sendable (Value, Value) -> Bool

  init(
    from source: SignalBase, to downstream: PassthroughSubscriber<Value>,
    _ function: @escaping @Sendable (Value, Value) -> Bool
  ) {
    self.function = function
    super.init(from: source, to: downstream)
  }

  override func areEquivalent(_ last: Value, _ value: Value) -> Bool { function(last, value) }
}
