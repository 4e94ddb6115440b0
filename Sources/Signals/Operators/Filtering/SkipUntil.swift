// SPDX-License-Identifier: MIT

extension Signal {
  /// The values from the first one on for which a function is true.
  ///
  /// That value is sent, and so are all that follow. Order and threads are the source's; errors and
  /// completion pass, also before that value. Events of a source that may overlap are serialised.
  /// The name is `source.skipUntil`, RAC's name for it `skipUntilBlock:`.
  ///
  /// - Parameter isBegin: Called once for each value and subscription, without a lock, and not
  ///   again after it was true.
  /// - Returns: The new signal.
  /// - Complexity: O(1) for a value, no allocation.
  public final func skipUntil(_ isBegin: @escaping @Sendable (Value) -> Bool) -> Signal {
    OperatorSignal("skipUntil", of: self) {
      SkipUntilPass(from: $0, to: $1, isBegin)
    }
  }
}

private final class SkipUntilPass<Value: Sendable>: OperatorPass<Value, Value>, @unchecked Sendable
{
  // Unchecked: `isOpen` is touched only at the turn of an event.
  @exclusivity(unchecked) private var isOpen = false
  private let isBegin: @Sendable (Value) -> Bool

  init(
    from source: SignalBase, to downstream: PassthroughSubscriber<Value>,
    _ isBegin: @escaping @Sendable (Value) -> Bool
  ) {
    self.isBegin = isBegin
    super.init(from: source, to: downstream)
  }

  override func forwardNext(_ value: Value) {
    if !isOpen {
      guard isBegin(value) else { return }
      isOpen = true
    }
    passNext(value)
  }
}
