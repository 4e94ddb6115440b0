// SPDX-License-Identifier: MIT

extension Signal {
  /// A signal that waits for this one to complete, then goes on as another one.
  ///
  /// The values of this signal are ignored. On its completion the function is called, on that
  /// thread, and the signal that it returns is subscribed; all its events pass. An error of this
  /// signal passes at once, and the function is not called. The name is `source.then`; both
  /// subscriptions are its children in traces.
  ///
  /// - Parameter makeNext: Called at most once for each subscription, without a lock.
  /// - Returns: The new signal.
  /// - Complexity: O(1) for a value, no allocation.
  public final func then<Output: Sendable>(
    _ makeNext: @escaping @Sendable () -> Signal<Output>
  ) -> Signal<Output> {
    // The next one may be a signal that overlaps.
    OperatorSignal("then", of: self) {
      ThenPass(from: $0, to: $1, makeNext)
    }
  }
}

private final class ThenPass<Input: Sendable, Output: Sendable>: OperatorPass<Input, Output>,
  @unchecked Sendable
{
  // Unchecked: constant.
  private let makeNext: @Sendable () -> Signal<Output>

  init(
    from source: SignalBase, to downstream: PassthroughSubscriber<Output>,
    _ makeNext: @escaping @Sendable () -> Signal<Output>
  ) {
    self.makeNext = makeNext
    super.init(from: source, to: downstream)
  }

  override func forwardNext(_ value: Input) {}

  override func forwardCompleted() {
    downstream.subscription.remove(subscription)
    let next = makeNext()
    guard !downstream.isDisposed else { return }
    next.connect(LinkPass(from: next, to: downstream))
  }
}
