// SPDX-License-Identifier: MIT

extension Signal {
  /// A signal of one value: whether a function is true for any value.
  ///
  /// The first such value sends true, completes, and disposes the source. Otherwise false is sent
  /// at the end of the source, then completion; an error, too, is such an end and is not seen
  /// downstream, as in RAC. Threads are the source's. Events of a source that may overlap are
  /// serialised. The name is `source.any`.
  ///
  /// - Parameter isFound: Called once for each value and subscription, without a lock, and not
  ///   again after it was true. Left out, every value will do.
  /// - Returns: The new signal.
  /// - Complexity: O(1) for a value, no allocation.
  public final func any(
    _ isFound: @escaping @Sendable (Value) -> Bool = { _ in true }
  ) -> Signal<Bool> {
    OperatorSignal("any", of: self) { AnyPass(from: $0, to: $1, isFound) }
  }
}

private final class AnyPass<Input: Sendable>: OperatorPass<Input, Bool>, @unchecked Sendable {
  // Unchecked: constant.
  private let isFound: @Sendable (Input) -> Bool

  init(
    from source: SignalBase, to downstream: PassthroughSubscriber<Bool>,
    _ isFound: @escaping @Sendable (Input) -> Bool
  ) {
    self.isFound = isFound
    super.init(from: source, to: downstream)
  }

  override func forwardNext(_ value: Input) {
    if isFound(value) { send(true) }
  }

  override func forwardError(_ error: any Error) { send(false) }

  override func forwardCompleted() { send(false) }

  private func send(_ isAny: Bool) {
    passNext(isAny)
    downstream.sendCompleted()
  }
}
