// SPDX-License-Identifier: MIT

extension Signal {
  /// The same signal, each value and completion a time later; errors are not delayed.
  ///
  /// They are delivered by the scheduler, in order. An error is passed on at once, on its own
  /// thread, but not into the middle of another delivery, and drops what is still delayed; so does
  /// dispose. The name is `source.delay`.
  ///
  /// - Parameters:
  ///   - interval: The time by which events are delayed.
  ///   - scheduler: What measures it and delivers.
  /// - Returns: The new signal.
  /// - Complexity: O(1) and a few allocations for a value.
  public final func delay(_ interval: Duration, on scheduler: Scheduler) -> Signal {
    OperatorSignal("delay", of: self) {
      DelayPass(from: $0, to: $1, interval, scheduler)
    }
  }
}

private final class DelayPass<Value: Sendable>: OperatorPass<Value, Value>, @unchecked Sendable {
  // Unchecked: constant.
  private let interval: Duration
  private let scheduler: Scheduler
  private let gate: DownstreamGate<Value>

  init(
    from source: SignalBase, to downstream: PassthroughSubscriber<Value>, _ interval: Duration,
    _ scheduler: Scheduler
  ) {
    self.interval = interval
    self.scheduler = scheduler
    gate = DownstreamGate(downstream)
    super.init(from: source, to: downstream)
  }

  override func forwardNext(_ value: Value) { delay(.next(value)) }

  override func forwardError(_ error: any Error) { gate.send(.error(error)) }

  override func forwardCompleted() { delay(.completed) }

  private func delay(_ event: Event<Value>) {
    // The action's own references keep the gate and the rest of the chain alive. It must not retain
    // the operator, which retains the scheduler, which retains the action.
    let downstream = downstream
    downstream.subscription.schedule(on: scheduler, after: interval) { [gate] in
      withExtendedLifetime(downstream) { gate.send(event) }
    }
  }
}
