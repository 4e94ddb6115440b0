// SPDX-License-Identifier: MIT

extension Signal {
  /// A signal of the values of the latest of the signals that this signal sends.
  ///
  /// Each of these inner signals is subscribed when it arrives, on that thread; the one before is
  /// disposed first, and what it has sent and nobody has received is dropped. Nothing overlaps:
  /// what is sent while a value is being delivered is queued and handled by the thread that is
  /// already delivering. An error of this signal or of the latest inner one ends it. It completes
  /// after this signal and the latest inner one have. The name is `source.switchToLatest`; the
  /// inner subscriptions are its children in traces.
  ///
  /// - Returns: The new signal.
  /// - Complexity: O(1) for a value, no allocation, unless it is queued. A subscription for each
  ///   inner signal.
  public final func switchToLatest<Inner: Sendable>() -> Signal<Inner>
  where Value == Signal<Inner> {
    OperatorSignal("switchToLatest", of: self) {
      SwitchPass(from: $0, to: $1, through: SwitchGate($1)) { $0 }
    }
  }
}
