// SPDX-License-Identifier: MIT

/// The passthrough behind one of the sources of an operator that has several, and a state.
///
/// A subclass overrides ``receive(_:)`` and, if need be, ``receiveError(_:)`` and
/// ``receiveCompleted()``. Of all passthroughs that share a gate one is in one of these at a time.
class JunctionPass<Input: Sendable, Output: Sendable>: OperatorPass<Input, Output>,
  @unchecked Sendable
{
  // Unchecked: constant; what subclasses add is touched only inside the gate.

  private final let gate: JunctionGate

  init(
    from source: SignalBase, to downstream: PassthroughSubscriber<Output>,
    through gate: JunctionGate
  ) {
    self.gate = gate
    super.init(from: source, to: downstream)
  }

  override func forwardNext(_ value: Input) {
    guard gate.tryEnter() else { return queue(value) }
    // Another source may have ended it since this one was asked: that is no violation.
    if gate.isOpen { receive(value) }
    gate.leave()
  }

  override final func forwardError(_ error: any Error) { send(.error(error)) }

  override final func forwardCompleted() { send(.completed) }

  /// Handles a value of this source, at its turn.
  func receive(_ value: Input) {}

  /// Handles the error of this source, at its turn.
  func receiveError(_ error: any Error) { downstream.sendError(error) }

  /// Handles the completion of this source, at its turn.
  func receiveCompleted() { downstream.sendCompleted() }

  /// Apart, because in unspecialised code even an event that is not made has its cost.
  @inline(never)
  private final func queue(_ value: Input) { gate.enqueue(WaitingEvent(.next(value), of: self)) }

  private final func send(_ event: Event<Input>) {
    guard gate.tryEnter() else { return gate.enqueue(WaitingEvent(event, of: self)) }
    if gate.isOpen { handle(event) }
    gate.leave()
  }

  fileprivate final func handle(_ event: Event<Input>) {
    switch event {
    case .next(let value): receive(value)
    case .error(let error): receiveError(error)
    case .completed: receiveCompleted()
    }
  }
}

private final class WaitingEvent<Input: Sendable, Output: Sendable>: JunctionEvent,
  @unchecked Sendable
{
  // Unchecked: constant.
  private let event: Event<Input>
  private let passthrough: JunctionPass<Input, Output>

  init(_ event: Event<Input>, of passthrough: JunctionPass<Input, Output>) {
    self.event = event
    self.passthrough = passthrough
    super.init()
  }

  override func handle() { passthrough.handle(event) }
}
