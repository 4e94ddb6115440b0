// SPDX-License-Identifier: MIT

extension Signal {
  /// A signal of arrays: the values that came within a time.
  ///
  /// The first value starts the time; when it is over, that value and all that came meanwhile are
  /// sent as one array, by the scheduler. The next value starts the next time. Completion sends
  /// what is there, then completes, at once. An error, which passes at once, drops it, and so does
  /// dispose. No array is ever empty, nothing ever overlaps. The name is `source.buffer`, RAC's
  /// name for it `bufferWithTime:onScheduler:`.
  ///
  /// - Parameters:
  ///   - interval: The time from the first value of an array until it is sent.
  ///   - scheduler: What measures it and delivers.
  /// - Returns: The new signal.
  /// - Complexity: O(1) amortised for a value, and a few allocations for an array.
  public final func buffer(_ interval: Duration, on scheduler: Scheduler) -> Signal<[Value]> {
    OperatorSignal("buffer", of: self) {
      BufferPass(
        from: $0, to: $1, BufferGate($1, interval: interval, scheduler: scheduler), scheduler)
    }
  }
}

private final class BufferPass<Value: Sendable>: OperatorPass<Value, [Value]>, @unchecked Sendable {
  // Unchecked: constant.
  private let gate: BufferGate<Value>
  /// For the gate, which must not retain it: its actions retain the gate.
  private let scheduler: Scheduler

  init(
    from source: SignalBase, to downstream: PassthroughSubscriber<[Value]>,
    _ gate: BufferGate<Value>, _ scheduler: Scheduler
  ) {
    self.gate = gate
    self.scheduler = scheduler
    super.init(from: source, to: downstream)
  }

  override func forwardNext(_ value: Value) { gate.sendNext(value) }

  override func forwardError(_ error: any Error) { gate.send(.event(.error(error))) }

  override func forwardCompleted() { gate.send(.event(.completed)) }
}

private enum BufferInput<Value: Sendable>: Sendable {
  case event(Event<Value>)
  /// The time of the array with this number is over.
  case full(UInt64)
}

/// Handles the source's events and the timer's, one at a time.
private final class BufferGate<Value: Sendable>: InputGate<BufferInput<Value>>, @unchecked Sendable
{
  // Unchecked: what varies is touched only inside the gate.

  private let reference: Unmanaged<PassthroughSubscriber<[Value]>>
  private let interval: Duration
  private weak let scheduler: Scheduler?

  private var values: [Value] = []
  /// The number of the array that is being filled.
  private var number: UInt64 = 0
  private var timer: Disposable?

  init(
    _ downstream: PassthroughSubscriber<[Value]>, interval: Duration, scheduler: Scheduler
  ) {
    reference = .passRetained(downstream)
    self.interval = interval
    self.scheduler = scheduler
    super.init()
  }

  deinit {
    Trampoline.release(reference.takeRetainedValue() as PassthroughBase?)
  }

  private var downstream: PassthroughSubscriber<[Value]> {
    reference._withUnsafeGuaranteedRef { $0 }
  }

  override var isOpen: Bool { !downstream.isDisposed }

  override func makeHop() -> Hop {
    let subscription = downstream.subscription
    return Hop(scheduler: subscription.name.description, id: subscription.id)
  }

  /// Takes a value in, at once or at its turn.
  func sendNext(_ value: Value) {
    guard tryEnter() else { return queue(value) }
    receive(value)
    leave()
  }

  /// Apart, because in unspecialised code even an event that is not made has its cost.
  @inline(never)
  private func queue(_ value: Value) { enqueue(.event(.next(value))) }

  override func handle(_ input: BufferInput<Value>) {
    switch input {
    case .event(.next(let value)): receive(value)
    case .event(.error(let error)):
      _ = takeAll()
      downstream.sendError(error)
    case .event(.completed):
      flush()
      downstream.sendCompleted()
    case .full(let number):
      if number == self.number { flush() }
    }
  }

  private func receive(_ value: Value) {
    values.append(value)
    guard values.count == 1, let scheduler else { return }
    timer = downstream.subscription.schedule(on: scheduler, after: interval) { [self, number] in
      send(.full(number))
    }
  }

  /// Begins a new array, without a timer, and returns the one so far.
  private func takeAll() -> [Value] {
    number += 1
    if let timer = timer.take() {
      downstream.subscription.remove(timer)
      timer.dispose()
    }
    defer { values = [] }
    return values
  }

  /// Sends what is there, if anything is.
  private func flush() {
    let all = takeAll()
    if !all.isEmpty { downstream.sendNext(all) }
  }
}
