// SPDX-License-Identifier: MIT

extension Signal {
  /// A signal of the values of the signals that a function makes of each value.
  ///
  /// Each of these inner signals is subscribed when its value arrives, on that thread, or, if
  /// `maxConcurrent` of them are running, as soon as one completes, first-in first-out. Their
  /// values come in the order in which they are sent; what is sent while another value is being
  /// delivered is queued and delivered by the thread that is already delivering, so that nothing
  /// overlaps. An error, of the source or of an inner signal, ends everything. It completes after
  /// the source and all inner signals have. The name is `source.flatMap`; the inner subscriptions
  /// are its children in traces.
  ///
  /// RAC's name is `flattenMap`; see also ``flatten(maxConcurrent:)``.
  ///
  /// - Parameters:
  ///   - maxConcurrent: How many inner signals may run at once; positive, without a limit if left
  ///     out.
  ///   - transform: Called once for each value and subscription, without a lock.
  /// - Returns: The new signal.
  /// - Complexity: O(1) for a value. A subscription for each inner signal; inner signals that wait
  ///   are kept.
  public final func flatMap<Output: Sendable>(
    maxConcurrent: Int = .max, _ transform: @escaping @Sendable (Value) -> Signal<Output>
  ) -> Signal<Output> {
    precondition(maxConcurrent > 0, "flatMap needs a positive maxConcurrent, not \(maxConcurrent)")
    return OperatorSignal("flatMap", of: self) {
      let inner = InnerSignals($1, maxConcurrent: maxConcurrent)
      return FlatMapPass(from: $0, to: $1, inner, transform)
    }
  }
}

private final class FlatMapPass<Input: Sendable, Output: Sendable>: OperatorPass<Input, Output>,
  @unchecked Sendable
{
  // Unchecked: constant.
  private let inner: InnerSignals<Output>
  private let transform: @Sendable (Input) -> Signal<Output>

  init(
    from source: SignalBase, to downstream: PassthroughSubscriber<Output>,
    _ inner: InnerSignals<Output>, _ transform: @escaping @Sendable (Input) -> Signal<Output>
  ) {
    self.inner = inner
    self.transform = transform
    super.init(from: source, to: downstream)
  }

  override func forwardNext(_ value: Input) { inner.run(transform(value)) }

  override func forwardError(_ error: any Error) { inner.send(.error(error)) }

  override func forwardCompleted() { inner.sourceCompleted() }
}
