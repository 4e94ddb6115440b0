// SPDX-License-Identifier: MIT

extension Signal {
  /// The values from the first one on for which a function is false.
  ///
  /// That value is sent, and so are all that follow. Order and threads are the source's; errors and
  /// completion pass, also before that value. Events of a source that may overlap are serialised.
  /// The name is `source.skipWhile`, RAC's name for it `skipWhileBlock:`.
  ///
  /// - Parameter isSkipped: Called once for each value and subscription, without a lock, and not
  ///   again after it was false.
  /// - Returns: The new signal.
  /// - Complexity: O(1) for a value, no allocation.
  public final func skipWhile(_ isSkipped: @escaping @Sendable (Value) -> Bool) -> Signal {
    OperatorSignal("skipWhile", of: self) {
      SkipWhilePass(from: $0, to: $1, isSkipped)
    }
  }
}

private final class SkipWhilePass<Value: Sendable>: OperatorPass<Value, Value>, @unchecked Sendable
{
  // Unchecked: `isOpen` is touched only at the turn of an event.
  @exclusivity(unchecked) private var isOpen = false
  private let isSkipped: @Sendable (Value) -> Bool

  init(
    from source: SignalBase, to downstream: PassthroughSubscriber<Value>,
    _ isSkipped: @escaping @Sendable (Value) -> Bool
  ) {
    self.isSkipped = isSkipped
    super.init(from: source, to: downstream)
  }

  override func forwardNext(_ value: Value) {
    if !isOpen {
      guard !isSkipped(value) else { return }
      isOpen = true
    }
    passNext(value)
  }
}
