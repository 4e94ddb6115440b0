// SPDX-License-Identifier: MIT

extension Signal {
  /// The same signal, but where it fails, another one goes on in its place.
  ///
  /// On an error the function is called, on that thread, and the signal that it returns is
  /// subscribed; the error itself is not seen downstream. An error of that one passes. Completion
  /// passes. The name is `source.catch`.
  ///
  /// - Parameter fallback: Called at most once for each subscription, without a lock.
  /// - Returns: The new signal.
  /// - Complexity: O(1) for a value, no allocation.
  public final func `catch`(_ fallback: @escaping @Sendable (any Error) -> Signal) -> Signal {
    // The fallback may be a signal that overlaps.
    OperatorSignal("catch", of: self) {
      CatchPass(from: $0, to: $1, fallback)
    }
  }
}

final class CatchPass<Value: Sendable>: OperatorPass<Value, Value>, @unchecked Sendable {
  // Unchecked: constant.
  private let fallback: @Sendable (any Error) -> Signal<Value>

  init(
    from source: SignalBase, to downstream: PassthroughSubscriber<Value>,
    _ fallback: @escaping @Sendable (any Error) -> Signal<Value>
  ) {
    self.fallback = fallback
    super.init(from: source, to: downstream)
  }

  override func forwardNext(_ value: Value) { passNext(value) }

  override func forwardError(_ error: any Error) {
    downstream.subscription.remove(subscription)
    let signal = fallback(error)
    guard !downstream.isDisposed else { return }
    signal.connect(LinkPass(from: signal, to: downstream))
  }
}
