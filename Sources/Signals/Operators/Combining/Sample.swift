// SPDX-License-Identifier: MIT

extension Signal {
  /// A signal of the latest value of this signal whenever another one sends.
  ///
  /// This signal is subscribed first. Nothing is sent before it has sent a value; without a new one
  /// the same value is sent again. What comes while a value is being delivered is queued and
  /// handled by the thread that is already delivering, so that nothing overlaps. It ends as soon as
  /// either of them does, in the same way. The name is `source.sample`.
  ///
  /// - Parameter sampler: When to send; its values do not matter.
  /// - Returns: The new signal.
  /// - Complexity: O(1) for a value, no allocation, unless it is queued.
  public final func sample<Tick: Sendable>(_ sampler: Signal<Tick>) -> Signal {
    JunctionSignal(.applied("sample", to: name), isRedacted: isRedacted) { [self] downstream in
      let gate = LatestGate<Value>(downstream)
      return .inOrder([
        Link(
          signal: self,
          passthrough: LatestPass(from: self, to: downstream, through: gate, endsAll: true)),
        Link(
          signal: sampler,
          passthrough: SamplerPass<Tick, Value>(from: sampler, to: downstream, through: gate)),
      ])
    }
  }
}

private final class SamplerPass<Tick: Sendable, Value: Sendable>: JunctionPass<Tick, Value>,
  @unchecked Sendable
{
  // Unchecked: constant; the state is touched only inside the gate.
  private let state: LatestGate<Value>

  init(
    from source: SignalBase, to downstream: PassthroughSubscriber<Value>,
    through gate: LatestGate<Value>
  ) {
    state = gate
    super.init(from: source, to: downstream, through: gate)
  }

  override func receive(_ tick: Tick) {
    if let latest = state.latest { passNext(latest) }
  }
}
