// SPDX-License-Identifier: MIT

extension Signal {
  /// The same signal, until another one takes its place.
  ///
  /// The replacement is subscribed first; if it sends or ends at once, this signal is never
  /// subscribed. The first event of the replacement, of whatever kind, disposes this signal; all
  /// its events pass. Before that the values and an error of this signal pass; its completion does
  /// not, for the replacement may still come. Nothing overlaps: what one sends while a value of the
  /// other is being delivered is queued and handled by the thread that is already delivering. The
  /// name is `takeUntilReplacement(a, b)`.
  ///
  /// - Parameter replacement: What takes the place.
  /// - Returns: The new signal.
  /// - Complexity: O(1) for a value, no allocation, unless it is queued.
  public final func takeUntilReplacement(_ replacement: Signal) -> Signal {
    JunctionSignal(
      .listed("takeUntilReplacement", [name, replacement.name]),
      isRedacted: isRedacted || replacement.isRedacted
    ) { [self] downstream in
      let gate = ReplacementGate(downstream)
      let pass = ReplacedPass(from: self, to: downstream, through: gate)
      return .inOrder([
        Link(
          signal: replacement,
          passthrough: ReplacementPass(
            from: replacement, to: downstream, through: gate, replacing: pass.subscription)),
        Link(signal: self, passthrough: pass),
      ])
    }
  }
}

private final class ReplacementGate: JunctionGate, @unchecked Sendable {
  // Unchecked: `isReplaced` is touched only inside the gate.
  @exclusivity(unchecked) var isReplaced = false
}

private final class ReplacedPass<Value: Sendable>: JunctionPass<Value, Value>,
  @unchecked Sendable
{
  // Unchecked: constant; the state is touched only inside the gate.
  private let state: ReplacementGate

  init(
    from source: SignalBase, to downstream: PassthroughSubscriber<Value>,
    through gate: ReplacementGate
  ) {
    state = gate
    super.init(from: source, to: downstream, through: gate)
  }

  override func receive(_ value: Value) {
    if !state.isReplaced { passNext(value) }
  }

  override func receiveError(_ error: any Error) {
    if !state.isReplaced { downstream.sendError(error) }
  }

  override func receiveCompleted() { downstream.subscription.remove(subscription) }
}

private final class ReplacementPass<Value: Sendable>: JunctionPass<Value, Value>,
  @unchecked Sendable
{
  // Unchecked: constant; the state is touched only inside the gate.
  private let state: ReplacementGate
  private let replaced: Subscription

  init(
    from source: SignalBase, to downstream: PassthroughSubscriber<Value>,
    through gate: ReplacementGate, replacing replaced: Subscription
  ) {
    state = gate
    self.replaced = replaced
    super.init(from: source, to: downstream, through: gate)
  }

  override func receive(_ value: Value) {
    if !state.isReplaced { replace() }
    passNext(value)
  }

  private func replace() {
    state.isReplaced = true
    downstream.subscription.remove(replaced)
    replaced.dispose()
  }
}
