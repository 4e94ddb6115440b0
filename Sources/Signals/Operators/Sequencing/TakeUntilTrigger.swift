// SPDX-License-Identifier: MIT

extension Signal {
  /// The same signal, until another one sends or completes.
  ///
  /// The trigger is subscribed first; if it sends or completes at once, this signal is never
  /// subscribed. A value or the completion of the trigger completes the result, on that thread, but
  /// not into the middle of another delivery, and disposes this signal. An error of the trigger is
  /// ignored. What the signal sends passes, and it may end earlier. The name is `source.takeUntil`.
  ///
  /// - Parameter trigger: What ends the signal; its values do not matter.
  /// - Returns: The new signal.
  /// - Complexity: O(1) for a value, no allocation, unless it is queued.
  public final func takeUntil<Trigger: Sendable>(_ trigger: Signal<Trigger>) -> Signal {
    JunctionSignal(.applied("takeUntil", to: name), isRedacted: isRedacted) { [self] downstream in
      let gate = JunctionGate(downstream)
      return .inOrder([
        Link(
          signal: trigger,
          passthrough: TriggerPass<Trigger, Value>(from: trigger, to: downstream, through: gate)),
        Link(
          signal: self,
          passthrough: UntilTriggerPass(from: self, to: downstream, through: gate)),
      ])
    }
  }
}

private final class TriggerPass<Trigger: Sendable, Value: Sendable>: JunctionPass<Trigger, Value>,
  @unchecked Sendable
{
  // Unchecked: no state of its own.

  override func receive(_ value: Trigger) { downstream.sendCompleted() }

  override func receiveError(_ error: any Error) { downstream.subscription.remove(subscription) }
}

private final class UntilTriggerPass<Value: Sendable>: JunctionPass<Value, Value>,
  @unchecked Sendable
{
  // Unchecked: no state of its own.

  override func receive(_ value: Value) { passNext(value) }
}
