// SPDX-License-Identifier: MIT

extension Signal {
  /// A signal of one value: what became of a first result when all values were combined with it.
  ///
  /// It is sent when the source completes, on that thread, then completion; of a source without
  /// values it is `initial`. An error passes, and no result is sent. Events of a source that may
  /// overlap are serialised. The name is `source.aggregate`, RAC's name for it
  /// `aggregateWithStart:reduce:`.
  ///
  /// - Parameters:
  ///   - initial: What the first value is combined with, in each subscription anew.
  ///   - combine: Makes the next result of the one before and a value. Called once for each value
  ///     and subscription, without a lock.
  /// - Returns: The new signal.
  /// - Complexity: O(1) for a value, no allocation.
  public final func aggregate<Output: Sendable>(
    _ initial: Output, _ combine: @escaping @Sendable (Output, Value) -> Output
  ) -> Signal<Output> {
    OperatorSignal("aggregate", of: self) {
      AggregatePass(from: $0, to: $1, initial, combine)
    }
  }
}

private final class AggregatePass<Input: Sendable, Output: Sendable>: OperatorPass<Input, Output>,
  @unchecked Sendable
{
  // Unchecked: `result` is touched only at the turn of an event.
  @exclusivity(unchecked) private var result: Output
  private let combine: @Sendable (Output, Input) -> Output

  init(
    from source: SignalBase, to downstream: PassthroughSubscriber<Output>, _ initial: Output,
    _ combine: @escaping @Sendable (Output, Input) -> Output
  ) {
    result = initial
    self.combine = combine
    super.init(from: source, to: downstream)
  }

  override func forwardNext(_ value: Input) { result = combine(result, value) }

  override func forwardCompleted() {
    passNext(result)
    super.forwardCompleted()
  }
}
