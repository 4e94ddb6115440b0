// SPDX-License-Identifier: MIT

extension Signal {
  /// The same signal, delivered on a scheduler.
  ///
  /// Every event, errors too, is an action of the scheduler, in order. Dispose skips those that
  /// have not begun. The source is subscribed on the calling thread. The name is
  /// `source.deliverOn`.
  ///
  /// - Parameter scheduler: Where events are delivered, one at a time.
  /// - Returns: The new signal.
  /// - Complexity: O(1) and a few allocations for a value.
  public final func deliverOn(_ scheduler: Scheduler) -> Signal {
    OperatorSignal("deliverOn", of: self, deliversSerially: scheduler.isCertainlySerial) {
      DeliverOnPass(from: $0, to: $1, scheduler)
    }
  }
}

private final class DeliverOnPass<Value: Sendable>: OperatorPass<Value, Value>, @unchecked Sendable
{
  // Unchecked: constant.
  private let scheduler: Scheduler

  init(
    from source: SignalBase, to downstream: PassthroughSubscriber<Value>, _ scheduler: Scheduler
  ) {
    self.scheduler = scheduler
    super.init(from: source, to: downstream)
  }

  override func forwardNext(_ value: Value) { deliver(.next(value)) }

  override func forwardError(_ error: any Error) { deliver(.error(error)) }

  override func forwardCompleted() { deliver(.completed) }

  private func deliver(_ event: Event<Value>) {
    // The action's own reference keeps the rest of the chain alive.
    let downstream = downstream
    downstream.subscription.schedule(on: scheduler) { event.send(to: downstream) }
  }
}
