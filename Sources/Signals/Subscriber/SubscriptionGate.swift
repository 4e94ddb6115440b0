// SPDX-License-Identifier: MIT

/// The gate in front of a passthrough whose source may overlap.
///
/// It lets go of the passthrough, and so of all that is downstream, at the end of the subscription,
/// after deliveries in flight: the source may keep its subscriber for longer.
final class SubscriptionGate<Value: Sendable>: InputGate<Event<Value>>, @unchecked Sendable {
  // Unchecked: `reference` is written by `init` and with the lock held. Whoever is inside and finds
  // the subscription undisposed may read it: who disposes sets that bit, then exchanges the word of
  // the gate, and leaves the reference alone if somebody is inside.

  /// Kept alive by the passthrough, and by the ``SerialPass`` that is sent to.
  private unowned(unsafe) let subscription: Subscription
  /// The passthrough, retained.
  private var reference: Unmanaged<PassthroughSubscriber<Value>>?

  init(_ passthrough: PassthroughSubscriber<Value>) {
    subscription = passthrough.subscription
    reference = .passRetained(passthrough)
    super.init()
  }

  /// Makes the end of the subscription let go of the passthrough.
  func join() {
    subscription.joined(self)
    if subscription.isDisposed { subscription.leaveList() }
  }

  /// The passthrough that the one behind the gate forwards to.
  var downstreamBase: PassthroughBase? {
    lock.withLock { reference?._withUnsafeGuaranteedRef { $0.downstreamBase } }
  }

  /// Forwards a value, at once or at its turn.
  func sendNext(_ value: Value) {
    guard tryEnter() else { return queue(value) }
    forward(value)
    leave()
  }

  /// Apart, because in unspecialised code even an event that is not made has its cost.
  @inline(never)
  private func queue(_ value: Value) { enqueue(.next(value)) }

  private func forward(_ value: Value) {
    // It may have ended since the sender was asked.
    if isOpen { reference?._withUnsafeGuaranteedRef { $0.forwardNext(value) } }
  }

  override func handle(_ event: Event<Value>) {
    switch event {
    case .next(let value): forward(value)
    case .error(let error): end(error)
    case .completed: end(nil)
    }
  }

  private func end(_ error: (any Error)?) {
    if isOpen { reference?._withUnsafeGuaranteedRef { $0.endNow(error) } }
  }

  override var isOpen: Bool { !subscription.isDisposed }

  override func makeHop() -> Hop {
    Hop(scheduler: subscription.label.description, id: subscription.id)
  }

  /// Lets go of the passthrough; nobody is inside, or whoever is has nothing left to do with it.
  func letGo() {
    let passthrough = lock.withLock { reference.take() }
    if let passthrough { Trampoline.release(passthrough.takeRetainedValue() as PassthroughBase?) }
  }

  override func remove(_ subscription: Subscription) {
    if lock.withLock({ isIdleOrNotesRetired() }) { letGo() }
  }

  override func releaseRetired() { letGo() }
}
