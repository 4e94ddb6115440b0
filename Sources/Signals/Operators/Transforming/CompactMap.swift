// SPDX-License-Identifier: MIT

extension Signal {
  /// A signal of what a function makes of each value, without the nils.
  ///
  /// Order and threads are the source's; errors and completion pass. The name is
  /// `source.compactMap`.
  ///
  /// - Parameter transform: Called once for each value and subscription, without a lock.
  /// - Returns: The new signal.
  /// - Complexity: O(1) for a value, no allocation.
  public final func compactMap<Output: Sendable>(
    _ transform: @escaping @Sendable (Value) -> Output?
  ) -> Signal<Output> {
    OperatorSignal("compactMap", of: self) { CompactMapPass(from: $0, to: $1, transform) }
  }
}

private final class CompactMapPass<Input: Sendable, Output: Sendable>: OperatorPass<Input, Output>,
  @unchecked Sendable
{
  // Unchecked: constant.
  private let transform: @Sendable (Input) -> Output?

  init(
    from source: SignalBase, to downstream: PassthroughSubscriber<Output>,
    _ transform: @escaping @Sendable (Input) -> Output?
  ) {
    self.transform = transform
    super.init(from: source, to: downstream)
  }

  override func forwardNext(_ value: Input) {
    if let transformed = transform(value) { passNext(transformed) }
  }
}
