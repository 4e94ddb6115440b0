// SPDX-License-Identifier: MIT

extension Signal where Value == Bool {
  /// A signal that follows one of two signals, chosen by the latest value of this one.
  ///
  /// At each value the signal for it is subscribed anew, on that thread, and the one before is
  /// disposed, also if it is the same one. Errors of this signal and of the followed one pass; it
  /// completes after both have. Nothing overlaps, as in ``switchToLatest()``. The name is
  /// `source.if`; the subscriptions to the two are its children in traces.
  ///
  /// - Parameters:
  ///   - first: What to follow while the value is true.
  ///   - second: What to follow while it is false.
  /// - Returns: The new signal.
  /// - Complexity: O(1) for a value, no allocation, unless it is queued. A subscription for each
  ///   value of this signal.
  public final func `if`<Output: Sendable>(
    then first: Signal<Output>, else second: Signal<Output>
  ) -> Signal<Output> {
    OperatorSignal("if", of: self) {
      SwitchPass(from: $0, to: $1, through: SwitchGate($1)) { $0 ? first : second }
    }
  }
}

extension Signal {
  /// A signal that follows one of two signals, chosen by the latest value of a condition.
  ///
  /// The same as ``if(then:else:)`` of the condition.
  public static func `if`(_ condition: Signal<Bool>, then first: Signal, else second: Signal)
    -> Signal
  {
    condition.if(then: first, else: second)
  }
}
