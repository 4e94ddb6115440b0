// SPDX-License-Identifier: MIT

extension Signal {
  /// A signal of the values of this signal, each with the latest of another one, as pairs.
  ///
  /// The other one is subscribed first. A value that comes before the other has sent one is
  /// dropped; a value of the other by itself sends nothing. What is sent while a pair is being
  /// delivered is queued and handled by the thread that is already delivering, so that nothing
  /// overlaps. An error of either ends it. It completes with this signal; completion of the other
  /// one changes nothing. The name is `withLatest(a, b)`.
  ///
  /// RAC has no name for it.
  ///
  /// - Parameter other: Whose latest value is added.
  /// - Returns: The new signal.
  /// - Complexity: O(1) for a value, no allocation, unless it is queued.
  public final func withLatest<Other: Sendable>(
    from other: Signal<Other>
  ) -> Signal<(Value, Other)> {
    JunctionSignal(
      .listed("withLatest", [name, other.name]), isRedacted: isRedacted || other.isRedacted
    ) { [self] downstream in
      let gate = LatestGate<Other>(downstream)
      return .inOrder([
        Link(
          signal: other, passthrough: LatestPass(from: other, to: downstream, through: gate)),
        Link(
          signal: self, passthrough: WithLatestPass(from: self, to: downstream, through: gate)),
      ])
    }
  }
}

/// The state of operators that need the latest value of one of their sources.
final class LatestGate<Value: Sendable>: JunctionGate, @unchecked Sendable {
  // Unchecked: `latest` is touched only inside the gate.
  @exclusivity(unchecked) var latest: Value?
}

/// Behind the source whose latest value is kept.
final class LatestPass<Value: Sendable, Output: Sendable>: JunctionPass<Value, Output>,
  @unchecked Sendable
{
  // Unchecked: constant; the state is touched only inside the gate.
  private let state: LatestGate<Value>
  /// Whether completion of this source completes the operator.
  private let endsAll: Bool

  init(
    from source: SignalBase, to downstream: PassthroughSubscriber<Output>,
    through gate: LatestGate<Value>, endsAll: Bool = false
  ) {
    state = gate
    self.endsAll = endsAll
    super.init(from: source, to: downstream, through: gate)
  }

  override func receive(_ value: Value) { state.latest = value }

  override func receiveCompleted() {
    downstream.subscription.remove(subscription)
    if endsAll { downstream.sendCompleted() }
  }
}

private final class WithLatestPass<Value: Sendable, Other: Sendable>:
  JunctionPass<Value, (Value, Other)>, @unchecked Sendable
{
  // Unchecked: constant; the state is touched only inside the gate.
  private let state: LatestGate<Other>

  init(
    from source: SignalBase, to downstream: PassthroughSubscriber<(Value, Other)>,
    through gate: LatestGate<Other>
  ) {
    state = gate
    super.init(from: source, to: downstream, through: gate)
  }

  override func receive(_ value: Value) {
    if let latest = state.latest { passNext((value, latest)) }
  }
}
