// SPDX-License-Identifier: MIT

extension Signal {
  /// A signal that follows one of several signals, chosen by the latest value of this one.
  ///
  /// ```swift
  /// let content = selectedTab.switch(cases: [.news: news, .mail: mail], default: .empty)
  /// ```
  ///
  /// At each value the case for it, or else the default, is subscribed anew, on that thread, and
  /// the one before is disposed, also if it is the same one. A value without a case fails with
  /// ``SignalError/noMatchingCase`` if there is no default. Errors of this signal and of the
  /// followed one pass; it completes after both have. Nothing overlaps, as in
  /// ``switchToLatest()``. The name is `source.switch`; the subscriptions to cases are its children
  /// in traces.
  ///
  /// - Parameters:
  ///   - cases: What to follow for which value.
  ///   - fallback: What to follow for all other values, if anything.
  /// - Returns: The new signal.
  /// - Complexity: O(1) for a value, no allocation, unless it is queued. A subscription for each
  ///   value of this signal.
  public final func `switch`<Output: Sendable>(
    cases: [Value: Signal<Output>], default fallback: Signal<Output>? = nil
  ) -> Signal<Output> where Value: Hashable {
    OperatorSignal("switch", of: self) {
      SwitchPass(from: $0, to: $1, through: SwitchGate($1)) { key in
        guard let signal = cases[key] ?? fallback else { throw SignalError.noMatchingCase }
        return signal
      }
    }
  }

  /// A signal that follows one of several signals, chosen by the latest value of a key signal.
  ///
  /// The same as ``switch(cases:default:)`` of the key signal.
  public static func `switch`<Key: Hashable & Sendable>(
    _ key: Signal<Key>, cases: [Key: Signal], default fallback: Signal? = nil
  ) -> Signal {
    key.switch(cases: cases, default: fallback)
  }
}
