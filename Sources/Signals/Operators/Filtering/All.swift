// SPDX-License-Identifier: MIT

extension Signal {
  /// A signal of one value: whether a function is true for all values.
  ///
  /// The first value for which it is false sends false, completes, and disposes the source.
  /// Otherwise true is sent when the source completes, then completion. An error of the source
  /// sends false, then completion, and is not seen downstream, as in RAC. Threads are the source's.
  /// Events of a source that may overlap are serialised. The name is `source.all`.
  ///
  /// - Parameter isGood: Called once for each value and subscription, without a lock, and not again
  ///   after it was false.
  /// - Returns: The new signal.
  /// - Complexity: O(1) for a value, no allocation.
  public final func all(_ isGood: @escaping @Sendable (Value) -> Bool) -> Signal<Bool> {
    OperatorSignal("all", of: self) { AllPass(from: $0, to: $1, isGood) }
  }
}

private final class AllPass<Input: Sendable>: OperatorPass<Input, Bool>, @unchecked Sendable {
  // Unchecked: constant.
  private let isGood: @Sendable (Input) -> Bool

  init(
    from source: SignalBase, to downstream: PassthroughSubscriber<Bool>,
    _ isGood: @escaping @Sendable (Input) -> Bool
  ) {
    self.isGood = isGood
    super.init(from: source, to: downstream)
  }

  override func forwardNext(_ value: Input) {
    if !isGood(value) { send(false) }
  }

  override func forwardError(_ error: any Error) { send(false) }

  override func forwardCompleted() { send(true) }

  private func send(_ isAll: Bool) {
    passNext(isAll)
    downstream.sendCompleted()
  }
}
