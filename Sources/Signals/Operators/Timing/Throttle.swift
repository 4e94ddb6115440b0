// SPDX-License-Identifier: MIT

extension Signal {
  /// A signal of those values after which nothing came for a time.
  ///
  /// Each value waits; the next one takes its place and starts the time again. Completion passes on
  /// the one that waits, then completes, at once; an error, which passes at once, drops it, and so
  /// does dispose. A value for which the function is false is passed on at once and drops the one
  /// that waits. Values that waited are delivered by the scheduler, nothing ever overlaps. The name
  /// is `source.throttle`.
  ///
  /// - Parameters:
  ///   - interval: The quiet time after which a value is passed on.
  ///   - scheduler: What measures it and delivers.
  ///   - isThrottled: Whether a value waits; all do if it is left out. Called once for each value,
  ///     without a lock.
  /// - Returns: The new signal.
  /// - Complexity: O(1) and a few allocations for a value that waits.
  public final func throttle(
    _ interval: Duration, on scheduler: Scheduler,
    where isThrottled: @escaping @Sendable (Value) -> Bool = { _ in true }
  ) -> Signal {
    OperatorSignal("throttle", of: self) {
      ThrottlePass(
        from: $0, to: $1,
        ThrottleGate($1, interval: interval, scheduler: scheduler, isThrottled: isThrottled),
        scheduler)
    }
  }
}

private final class ThrottlePass<Value: Sendable>: OperatorPass<Value, Value>, @unchecked Sendable {
  // Unchecked: constant.
  private let gate: ThrottleGate<Value>
  /// For the gate, which must not retain it: its actions retain the gate.
  private let scheduler: Scheduler

  init(
    from source: SignalBase, to downstream: PassthroughSubscriber<Value>,
    _ gate: ThrottleGate<Value>, _ scheduler: Scheduler
  ) {
    self.gate = gate
    self.scheduler = scheduler
    super.init(from: source, to: downstream)
  }

  override func forwardNext(_ value: Value) { gate.send(.event(.next(value))) }

  override func forwardError(_ error: any Error) { gate.send(.event(.error(error))) }

  override func forwardCompleted() { gate.send(.event(.completed)) }
}

private enum ThrottleInput<Value: Sendable>: Sendable {
  case event(Event<Value>)
  /// The time of the value with this number is over.
  case quiet(UInt64)
}

/// Handles the source's events and the timer's, one at a time.
private final class ThrottleGate<Value: Sendable>: InputGate<ThrottleInput<Value>>,
  @unchecked Sendable
{
  // Unchecked: what varies is touched only inside the gate.

  private let reference: Unmanaged<PassthroughSubscriber<Value>>
  private let interval: Duration
  private weak let scheduler: Scheduler?
  private let isThrottled: @Sendable (Value) -> Bool

  /// The value that waits, if any.
  private var waiting: Value?
  private var number: UInt64 = 0
  private var timer: Disposable?

  init(
    _ downstream: PassthroughSubscriber<Value>, interval: Duration, scheduler: Scheduler,
    isThrottled: @escaping @Sendable (Value) -> Bool
  ) {
    reference = .passRetained(downstream)
    self.interval = interval
    self.scheduler = scheduler
    self.isThrottled = isThrottled
    super.init()
  }

  deinit {
    Trampoline.release(reference.takeRetainedValue() as PassthroughBase?)
  }

  private var downstream: PassthroughSubscriber<Value> {
    reference._withUnsafeGuaranteedRef { $0 }
  }

  override var isOpen: Bool { !downstream.isDisposed }

  override func makeHop() -> Hop {
    let subscription = downstream.subscription
    return Hop(scheduler: subscription.name.description, id: subscription.id)
  }

  override func handle(_ input: ThrottleInput<Value>) {
    switch input {
    case .event(.next(let value)): receive(value)
    case .event(.error(let error)):
      drop()
      downstream.sendError(error)
    case .event(.completed):
      flush()
      downstream.sendCompleted()
    case .quiet(let number):
      if number == self.number { flush() }
    }
  }

  private func receive(_ value: Value) {
    drop()
    guard isThrottled(value) else { return downstream.sendNext(value) }
    guard let scheduler else { return }
    waiting = value
    number += 1
    timer = downstream.subscription.schedule(on: scheduler, after: interval) { [self, number] in
      send(.quiet(number))
    }
  }

  /// Forgets the value that waits.
  private func drop() {
    if let timer = timer.take() {
      downstream.subscription.remove(timer)
      timer.dispose()
    }
    waiting = nil
  }

  /// Passes on the value that waits, if there is one.
  private func flush() {
    let value = waiting
    drop()
    if let value { downstream.sendNext(value) }
  }
}
