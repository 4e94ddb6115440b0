// SPDX-License-Identifier: MIT

extension Signal {
  /// A signal of the values of the signals that this signal sends.
  ///
  /// Each of these inner signals is subscribed when it arrives, on that thread, or, if
  /// `maxConcurrent` of them are running, as soon as one completes, first-in first-out. For order,
  /// errors and completion see ``flatMap(maxConcurrent:_:)``. The name is `source.flatten`; the
  /// inner subscriptions are its children in traces.
  ///
  /// In RAC a maximum of 0 means no limit.
  ///
  /// - Parameter maxConcurrent: How many inner signals may run at once; positive, without a limit
  ///   if left out.
  /// - Returns: The new signal.
  /// - Complexity: O(1) for a value. A subscription for each inner signal; inner signals that wait
  ///   are kept.
  public final func flatten<Inner: Sendable>(maxConcurrent: Int = .max) -> Signal<Inner>
  where Value == Signal<Inner> {
    precondition(maxConcurrent > 0, "flatten needs a positive maxConcurrent, not \(maxConcurrent)")
    return OperatorSignal("flatten", of: self) {
      FlattenPass(from: $0, to: $1, InnerSignals($1, maxConcurrent: maxConcurrent))
    }
  }
}

/// Runs the inner signals of `flatten` and `concat`.
final class FlattenPass<Inner: Sendable>: OperatorPass<Signal<Inner>, Inner>,
  @unchecked Sendable
{
  // Unchecked: constant.
  private let inner: InnerSignals<Inner>

  init(
    from source: SignalBase, to downstream: PassthroughSubscriber<Inner>,
    _ inner: InnerSignals<Inner>
  ) {
    self.inner = inner
    super.init(from: source, to: downstream)
  }

  override func forwardNext(_ value: Signal<Inner>) { inner.run(value) }

  override func forwardError(_ error: any Error) { inner.send(.error(error)) }

  override func forwardCompleted() { inner.sourceCompleted() }
}
