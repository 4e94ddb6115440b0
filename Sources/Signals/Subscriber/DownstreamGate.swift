// SPDX-License-Identifier: MIT

/// The gate in front of the passthrough downstream, for operators with several sources: what they
/// forward never overlaps.
class DownstreamGate<Value: Sendable>: InputGate<Event<Value>>, @unchecked Sendable {
  // Unchecked: constant. The operator's passthroughs own the gate, retain the one downstream, and
  // are kept alive by whoever sends to them.
  final unowned(unsafe) let downstream: PassthroughSubscriber<Value>

  init(_ downstream: PassthroughSubscriber<Value>) {
    self.downstream = downstream
    super.init()
  }

  /// Forwards a value, at once or at its turn.
  final func sendNext(_ value: Value) {
    guard tryEnter() else { return enqueue(.next(value)) }
    downstream.sendNext(value)
    leave()
  }

  override final func handle(_ event: Event<Value>) { event.send(to: downstream) }

  override final var isOpen: Bool { !downstream.isDisposed }

  override final func makeHop() -> Hop {
    let subscription = downstream.subscription
    return Hop(scheduler: subscription.name.description, id: subscription.id)
  }
}
