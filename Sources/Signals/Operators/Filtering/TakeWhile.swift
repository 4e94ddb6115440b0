// SPDX-License-Identifier: MIT

extension Signal {
  /// The values before the first one for which a function is false.
  ///
  /// That value is not sent: at it the signal completes, and the source is disposed. It completes
  /// earlier if the source does; an error passes. Order and threads are the source's. Events of a
  /// source that may overlap are serialised. The name is `source.takeWhile`, RAC's name for it
  /// `takeWhileBlock:`.
  ///
  /// - Parameter isTaken: Called once for each value and subscription, without a lock, and not
  ///   again after it was false.
  /// - Returns: The new signal.
  /// - Complexity: O(1) for a value, no allocation.
  public final func takeWhile(_ isTaken: @escaping @Sendable (Value) -> Bool) -> Signal {
    OperatorSignal("takeWhile", of: self) {
      TakeWhilePass(from: $0, to: $1, isTaken)
    }
  }
}

private final class TakeWhilePass<Value: Sendable>: OperatorPass<Value, Value>, @unchecked Sendable
{
  // Unchecked: constant.
  private let isTaken: @Sendable (Value) -> Bool

  init(
    from source: SignalBase, to downstream: PassthroughSubscriber<Value>,
    _ isTaken: @escaping @Sendable (Value) -> Bool
  ) {
    self.isTaken = isTaken
    super.init(from: source, to: downstream)
  }

  override func forwardNext(_ value: Value) {
    if isTaken(value) { passNext(value) } else { downstream.sendCompleted() }
  }
}
