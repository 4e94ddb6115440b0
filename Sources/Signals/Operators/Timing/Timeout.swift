// SPDX-License-Identifier: MIT

extension Signal {
  /// The same signal, which fails if it is not over after a time.
  ///
  /// Values, errors and completion pass at once. If neither an error nor completion has come when
  /// the time from the subscription is over, the source is disposed and
  /// ``SignalError/timedOut`` is delivered by the scheduler, but not into the middle of another
  /// delivery. Values do not start the time again. Dispose ends the measuring. The name is
  /// `source.timeout`.
  ///
  /// - Parameters:
  ///   - interval: How long the signal may take, from its subscription.
  ///   - scheduler: What measures it and delivers the error.
  /// - Returns: The new signal.
  /// - Complexity: O(1) for a value, no allocation. One scheduled action for each subscription.
  public final func timeout(_ interval: Duration, on scheduler: Scheduler) -> Signal {
    TimeoutSignal(interval, scheduler, of: self)
  }
}

private final class TimeoutSignal<Value: Sendable>: Signal<Value>, @unchecked Sendable {
  // Unchecked: `source` is written by `init` and `deinit` only.
  private var source: Signal<Value>?
  private let interval: Duration
  private let scheduler: Scheduler

  init(_ interval: Duration, _ scheduler: Scheduler, of source: Signal<Value>) {
    self.source = source
    self.interval = interval
    self.scheduler = scheduler
    super.init(
      name: TraceName(.applied("timeout", to: source.name)), deliversSerially: true,
      isRedacted: source.isRedacted)
  }

  deinit {
    Trampoline.release(source.take() as SignalBase?)
  }

  override func attach(_ passthrough: PassthroughSubscriber<Value>) -> Link? {
    guard let source else { return nil }
    let gate = DownstreamGate(passthrough)
    // The action's own reference keeps the rest of the chain alive.
    passthrough.subscription.schedule(on: scheduler, after: interval) {
      withExtendedLifetime(passthrough) { gate.send(.error(SignalError.timedOut)) }
    }
    // A scheduler that blocks for the time may be through with it.
    guard !passthrough.isDisposed else { return nil }
    return Link(
      signal: source, passthrough: TimeoutPass(from: source, to: passthrough, through: gate))
  }
}

private final class TimeoutPass<Value: Sendable>: OperatorPass<Value, Value>, @unchecked Sendable {
  // Unchecked: constant.
  private let gate: DownstreamGate<Value>

  init(
    from source: SignalBase, to downstream: PassthroughSubscriber<Value>,
    through gate: DownstreamGate<Value>
  ) {
    self.gate = gate
    super.init(from: source, to: downstream)
  }

  override func forwardNext(_ value: Value) { gate.sendNext(value) }

  override func forwardError(_ error: any Error) { gate.send(.error(error)) }

  override func forwardCompleted() { gate.send(.completed) }
}
