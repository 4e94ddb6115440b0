// SPDX-License-Identifier: MIT

/// The gate of an operator with several sources that has a state: of all their events, one is
/// handled at a time.
///
/// What waits here are the events of the sources, each for its turn to change the state; in a
/// ``DownstreamGate`` it is what the operator has made of them.
class JunctionGate: InputGate<JunctionEvent>, @unchecked Sendable {
  // Unchecked: constant. The operator's passthroughs own the gate, retain the one downstream, and
  // are kept alive by whoever sends to them.
  private final let reference: Unmanaged<PassthroughBase>

  init(_ downstream: PassthroughBase) {
    reference = .passUnretained(downstream)
    super.init()
  }

  override final func handle(_ event: JunctionEvent) { event.handle() }

  override final var isOpen: Bool { reference._withUnsafeGuaranteedRef { !$0.isDisposed } }

  override final func makeHop() -> Hop {
    let subscription = reference._withUnsafeGuaranteedRef { $0.subscription }
    return Hop(scheduler: subscription.name.description, id: subscription.id)
  }
}

/// An event of one of the sources, which waits for its turn.
class JunctionEvent: @unchecked Sendable {
  // Unchecked: no state.

  /// Handles it; called inside the gate.
  func handle() {}
}
