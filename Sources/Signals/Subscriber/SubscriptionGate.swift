// SPDX-License-Identifier: MIT

/// The gate of one passthrough, so that it handles one event at a time.
final class SubscriptionGate<Value: Sendable>: InputGate<Event<Value>>, @unchecked Sendable {
  // Unchecked: constant. The passthrough owns the gate and is kept alive by whoever sends to it.
  private unowned(unsafe) let passthrough: PassthroughSubscriber<Value>

  init(_ passthrough: PassthroughSubscriber<Value>) {
    self.passthrough = passthrough
    super.init()
  }

  override func handle(_ event: Event<Value>) {
    switch event {
    case .next(let value): passthrough.receive(value)
    case .error(let error): passthrough.endNow(error)
    case .completed: passthrough.endNow(nil)
    }
  }

  override var isOpen: Bool { !passthrough.isDisposed }

  override func makeHop() -> Hop {
    let subscription = passthrough.subscription
    return Hop(scheduler: subscription.label.description, id: subscription.id)
  }
}
