// SPDX-License-Identifier: MIT

extension Signal {
  /// A signal of what a function makes of each value and the one before it.
  ///
  /// ```swift
  /// Signal(sequence: [1, 4, 9]).combinePrevious(0) { $1 - $0 }  // 1, 3, 5
  /// ```
  ///
  /// The first value is combined with `start`, in each subscription anew. Order and threads are the
  /// source's; errors and completion pass. Events of a source that may overlap are serialised. The
  /// name is `source.combinePrevious`, RAC's name for it `combinePreviousWithStart:reduce:`.
  ///
  /// - Parameters:
  ///   - start: What counts as the value before the first one.
  ///   - combine: Is given the value before and the value. Called once for each value and
  ///     subscription, without a lock.
  /// - Returns: The new signal.
  /// - Complexity: O(1) for a value, no allocation.
  public final func combinePrevious<Output: Sendable>(
    _ start: Value, _ combine: @escaping @Sendable (Value, Value) -> Output
  ) -> Signal<Output> {
    OperatorSignal("combinePrevious", of: self) {
      CombinePreviousPass(from: $0, to: $1, start, combine)
    }
  }
}

private final class CombinePreviousPass<Input: Sendable, Output: Sendable>:
  OperatorPass<Input, Output>, @unchecked Sendable
{
  // Unchecked: `before` is touched only at the turn of an event.
  @exclusivity(unchecked) private var before: Input
  private let combine: @Sendable (Input, Input) -> Output

  init(
    from source: SignalBase, to downstream: PassthroughSubscriber<Output>, _ start: Input,
    _ combine: @escaping @Sendable (Input, Input) -> Output
  ) {
    before = start
    self.combine = combine
    super.init(from: source, to: downstream)
  }

  override func forwardNext(_ value: Input) {
    let combined = combine(before, value)
    before = value
    passNext(combined)
  }
}
