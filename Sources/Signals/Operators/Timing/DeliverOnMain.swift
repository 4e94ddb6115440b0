// SPDX-License-Identifier: MIT

import Synchronization

extension Signal {
  /// The same signal, delivered on the main thread: at once if it sends there, else by
  /// ``Scheduler/main``.
  ///
  /// Events keep their order and never overlap: on the main thread, too, one is put off while an
  /// earlier one is on its way or being delivered. Errors are delivered in the same way. Dispose
  /// skips what has not begun. The source is subscribed on the calling thread. The name is
  /// `source.deliverOnMain`.
  ///
  /// RAC's name is `deliverOnMainThread`. Where every event shall be an action of the scheduler, use
  /// ``deliverOn(_:)``.
  ///
  /// - Returns: The new signal.
  /// - Complexity: O(1) for a value; no allocation at once, a few for one that is put off.
  public final func deliverOnMain() -> Signal {
    OperatorSignal("deliverOnMain", of: self) {
      DeliverOnMainPass(from: $0, to: $1)
    }
  }
}

private final class DeliverOnMainPass<Value: Sendable>: OperatorPass<Value, Value>,
  @unchecked Sendable
{
  // Unchecked: atomic.

  /// The number of events that are on their way or being delivered.
  private let underway = Atomic<Int>(0)

  override init(from source: SignalBase, to downstream: PassthroughSubscriber<Value>) {
    super.init(from: source, to: downstream)
  }

  override func forwardNext(_ value: Value) {
    guard enter() else { return putOff(.next(value)) }
    passNext(value)
    leave()
  }

  override func forwardError(_ error: any Error) {
    guard enter() else { return putOff(.error(error)) }
    super.forwardError(error)
    leave()
  }

  override func forwardCompleted() {
    guard enter() else { return putOff(.completed) }
    super.forwardCompleted()
    leave()
  }

  /// Counts an event in; true if it can be delivered at once.
  private func enter() -> Bool {
    underway.wrappingAdd(1, ordering: .acquiringAndReleasing).oldValue == 0 && Scheduler.isMain
  }

  private func leave() {
    underway.wrappingSubtract(1, ordering: .acquiringAndReleasing)
  }

  private func putOff(_ event: Event<Value>) {
    downstream.subscription.schedule(on: .main) { [self] in
      event.send(to: downstream)
      leave()
    }
  }
}
