// SPDX-License-Identifier: MIT

extension Signal {
  /// A signal of the values of the signals that a function makes of each value, until it stops.
  ///
  /// ```swift
  /// numbers.bind {
  ///   var sum = 0
  ///   return { value, stop in
  ///     sum += value
  ///     if sum > 100 { stop = true }
  ///     return .just(sum)
  ///   }
  /// }
  /// ```
  ///
  /// Each of these inner signals is subscribed when its value arrives, on that thread; what they
  /// send is merged as ``flatMap(maxConcurrent:_:)`` does it, so that nothing overlaps. If the
  /// function returns nil or sets `stop`, the source is disposed, and the signal completes after
  /// all inner signals have, the one included that was returned with `stop`. Without that it
  /// completes after the source and all inner signals have. An error, of the source or of an inner
  /// signal, ends everything. Events of a source that may overlap are serialised. The name is
  /// `source.bind`; the inner subscriptions are its children in traces.
  ///
  /// - Parameter makeBinding: Called once for each subscription, when that is made, so that the
  ///   state of the function it returns belongs to one subscription. That one is called once for
  ///   each value, never twice at once, without a lock.
  /// - Returns: The new signal.
  /// - Complexity: O(1) for a value. A subscription for each inner signal.
  public final func bind<Output: Sendable>(
    _ makeBinding: @escaping @Sendable () -> (Value, inout Bool) -> Signal<Output>?
  ) -> Signal<Output> {
    OperatorSignal("bind", of: self) {
      BindPass(from: $0, to: $1, makeBinding())
    }
  }
}

private final class BindPass<Input: Sendable, Output: Sendable>: OperatorPass<Input, Output>,
  @unchecked Sendable
{
  // Unchecked: `binding` is called only at the turn of an event, all else is constant.
  private let inner: InnerSignals<Output>
  private let binding: (Input, inout Bool) -> Signal<Output>?

  init(
    from source: SignalBase, to downstream: PassthroughSubscriber<Output>,
    _ binding: @escaping (Input, inout Bool) -> Signal<Output>?
  ) {
    inner = InnerSignals(downstream, maxConcurrent: .max)
    self.binding = binding
    super.init(from: source, to: downstream)
  }

  override func forwardNext(_ value: Input) {
    var stop = false
    let signal = binding(value, &stop)
    if let signal { inner.run(signal) }
    guard signal == nil || stop else { return }
    downstream.subscription.remove(subscription)
    subscription.dispose()
    inner.sourceCompleted()
  }

  override func forwardError(_ error: any Error) { inner.send(.error(error)) }

  override func forwardCompleted() { inner.sourceCompleted() }
}
