// SPDX-License-Identifier: MIT

extension Signal {
  /// The values before the first one for which a function is true.
  ///
  /// That value is not sent: at it the signal completes, and the source is disposed. It completes
  /// earlier if the source does; an error passes. Order and threads are the source's. Events of a
  /// source that may overlap are serialised. The name is `source.takeUntil`, RAC's name for it
  /// `takeUntilBlock:`.
  ///
  /// - Parameter isEnd: Called once for each value and subscription, without a lock, and not again
  ///   after it was true.
  /// - Returns: The new signal.
  /// - Complexity: O(1) for a value, no allocation.
  public final func takeUntil(where isEnd: @escaping @Sendable (Value) -> Bool) -> Signal {
    OperatorSignal("takeUntil", of: self) {
      TakeUntilWherePass(from: $0, to: $1, isEnd)
    }
  }
}

private final class TakeUntilWherePass<Value: Sendable>: OperatorPass<Value, Value>,
  @unchecked Sendable
{
  // Unchecked: constant.
  private let isEnd: @Sendable (Value) -> Bool

  init(
    from source: SignalBase, to downstream: PassthroughSubscriber<Value>,
    _ isEnd: @escaping @Sendable (Value) -> Bool
  ) {
    self.isEnd = isEnd
    super.init(from: source, to: downstream)
  }

  override func forwardNext(_ value: Value) {
    if isEnd(value) { downstream.sendCompleted() } else { passNext(value) }
  }
}
