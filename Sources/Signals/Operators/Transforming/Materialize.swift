// SPDX-License-Identifier: MIT

extension Signal {
  /// A signal of this one's events, as values.
  ///
  /// A terminal event is sent as a value as well, error or not, then completion: it never fails.
  /// Order and threads are the source's. The name is `source.materialize`.
  ///
  /// - Returns: The new signal.
  /// - Complexity: O(1) for a value, no allocation.
  public final func materialize() -> Signal<Event<Value>> {
    OperatorSignal("materialize", of: self) { MaterializePass(from: $0, to: $1) }
  }
}

private final class MaterializePass<Value: Sendable>: OperatorPass<Value, Event<Value>>,
  @unchecked Sendable
{
  // Unchecked: no state of its own.

  override func forwardNext(_ value: Value) { passNext(.next(value)) }

  override func forwardError(_ error: any Error) {
    passNext(.error(error))
    super.forwardCompleted()
  }

  override func forwardCompleted() {
    passNext(.completed)
    super.forwardCompleted()
  }
}
