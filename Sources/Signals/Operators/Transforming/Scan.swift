// SPDX-License-Identifier: MIT

extension Signal {
  /// A signal of what becomes of a first result as each value is combined with it.
  ///
  /// ```swift
  /// Signal(sequence: 1...4).scan(0, +)  // 1, 3, 6, 10
  /// ```
  ///
  /// Each result is sent, on the thread of the value that made it, and is what the next value is
  /// combined with; the first one itself is not sent. Each subscription begins with it anew. Errors
  /// and completion pass. Events of a source that may overlap are serialised. The name is
  /// `source.scan`, RAC's name for it `scanWithStart:reduce:`.
  ///
  /// - Parameters:
  ///   - initial: What the first value is combined with.
  ///   - combine: Makes the next result of the one before and a value. Called once for each value
  ///     and subscription, without a lock.
  /// - Returns: The new signal.
  /// - Complexity: O(1) for a value, no allocation.
  public final func scan<Output: Sendable>(
    _ initial: Output, _ combine: @escaping @Sendable (Output, Value) -> Output
  ) -> Signal<Output> {
    OperatorSignal("scan", of: self) {
      ScanPass(from: $0, to: $1, initial, combine)
    }
  }
}

private final class ScanPass<Input: Sendable, Output: Sendable>: OperatorPass<Input, Output>,
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

  override func forwardNext(_ value: Input) {
    let next = combine(result, value)
    result = next
    passNext(next)
  }
}
