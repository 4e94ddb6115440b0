// SPDX-License-Identifier: MIT

/// The gate in front of the passthrough downstream, for operators with several sources: what they
/// forward never overlaps.
class DownstreamGate<Value: Sendable>: InputGate<Event<Value>>, @unchecked Sendable {
  // Unchecked: constant. The operator's passthroughs own the gate, retain the one downstream, and
  // are kept alive by whoever sends to them.
  private final let reference: Unmanaged<PassthroughSubscriber<Value>>

  init(_ downstream: PassthroughSubscriber<Value>) {
    reference = .passUnretained(downstream)
    super.init()
  }

  /// The passthrough downstream.
  ///
  /// Getting it retains it; values go by ``sendNext(_:)``.
  final var downstream: PassthroughSubscriber<Value> {
    reference._withUnsafeGuaranteedRef { $0 }
  }

  /// Forwards a value, at once or at its turn.
  final func sendNext(_ value: Value) {
    guard tryEnter() else { return queue(value) }
    // Another source may have ended it since this one was asked: that is no violation.
    reference._withUnsafeGuaranteedRef { if !$0.isDisposed { $0.sendNext(value) } }
    leave()
  }

  /// Apart, because in unspecialised code even an event that is not made has its cost.
  @inline(never)
  private final func queue(_ value: Value) { enqueue(.next(value)) }

  override final func handle(_ event: Event<Value>) {
    if isOpen { event.send(to: downstream) }
  }

  /// Calls `body` with the passthrough downstream, without retaining it.
  @inline(__always)
  final func withDownstream<Result>(
    _ body: (borrowing PassthroughSubscriber<Value>) -> Result
  ) -> Result {
    reference._withUnsafeGuaranteedRef { body($0) }
  }

  override final var isOpen: Bool { withDownstream { !$0.isDisposed } }

  override final func makeHop() -> Hop {
    let subscription = downstream.subscription
    return Hop(scheduler: subscription.name.description, id: subscription.id)
  }
}
