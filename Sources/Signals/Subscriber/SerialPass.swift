// SPDX-License-Identifier: MIT

/// An operator that handles its events one at a time, also behind a source that may overlap.
///
/// Behind a source that serialises its events there is no gate, and nothing to pay. A subclass
/// overrides ``receive(_:)`` and, if need be, `forwardError` and `forwardCompleted`.
class SerialPass<Input: Sendable, Output: Sendable>: OperatorPass<Input, Output>,
  @unchecked Sendable
{
  // Unchecked: `gate` is written by `init` only; what subclasses add is touched only inside the
  // gate or, without one, by a source that is serial.

  @exclusivity(unchecked) private final var gate: SubscriptionGate<Input>?

  override init(
    from source: borrowing SignalBase, to downstream: borrowing PassthroughSubscriber<Output>
  ) {
    super.init(from: source, to: downstream)
    if subscription.mayOverlap { makeGate() }
  }

  override final func forwardNext(_ value: Input) {
    guard gate == nil else { return forwardThroughGate(value) }
    receive(value)
  }

  /// Apart, because in unspecialised code even an event that is not made has its cost.
  @inline(never)
  private final func forwardThroughGate(_ value: Input) {
    if !subscription.isTerminated { gate?.send(.next(value)) }
  }

  override final func end(_ error: (any Error)?) {
    guard gate == nil else { return endThroughGate(error) }
    endNow(error)
  }

  @inline(never)
  private final func endThroughGate(_ error: (any Error)?) {
    gate?.send(error.map { .error($0) } ?? .completed)
  }

  @inline(never)
  private final func makeGate() { gate = SubscriptionGate(self) }
}
