// SPDX-License-Identifier: MIT

extension Signal {
  /// A signal of what a function makes of each value, until it throws.
  ///
  /// What it throws is the error that ends the signal, and the source is disposed. Order and
  /// threads are the source's; its errors and completion pass. Events of a source that may overlap
  /// are serialised. The name is `source.tryMap`.
  ///
  /// - Parameter transform: Called once for each value and subscription, without a lock.
  /// - Returns: The new signal.
  /// - Complexity: O(1) for a value, no allocation.
  public final func tryMap<Output: Sendable>(
    _ transform: @escaping @Sendable (Value) throws -> Output
  ) -> Signal<Output> {
    OperatorSignal("tryMap", of: self) {
      TryMapPass(from: $0, to: $1, transform)
    }
  }
}

private final class TryMapPass<Input: Sendable, Output: Sendable>: OperatorPass<Input, Output>,
  @unchecked Sendable
{
  // Unchecked: constant.
  private let transform: @Sendable (Input) throws -> Output

  init(
    from source: SignalBase, to downstream: PassthroughSubscriber<Output>,
    _ transform: @escaping @Sendable (Input) throws -> Output
  ) {
    self.transform = transform
    super.init(from: source, to: downstream)
  }

  override func forwardNext(_ value: Input) {
    let transformed: Output
    do {
      transformed = try transform(value)
    } catch {
      return downstream.sendError(error)
    }
    passNext(transformed)
  }
}
