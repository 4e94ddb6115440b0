// SPDX-License-Identifier: MIT

extension Signal {
  /// The same signal, subscribed again when it fails, up to a number of times.
  ///
  /// The next try is subscribed on the thread on which the one before has failed, or on the one that
  /// is still subscribing that; its error is not seen downstream. The error of the last try passes. Completion passes, and dispose ends it. Order and threads are the source's. The
  /// name is `source.retry`; each try is a child of the subscription in traces.
  ///
  /// A source that fails at once is tried again in a loop. Without a limit something downstream must
  /// end that. The source is kept as long as the subscription.
  ///
  /// - Parameter count: How often it is tried again, so `count + 1` times in all; not negative.
  ///   Without end if it is 0, as in RAC, or left out.
  /// - Returns: The new signal.
  /// - Complexity: O(1) for a value, no allocation. A subscription for each try; a million tries
  ///   need no more stack and memory than one.
  public final func retry(_ count: Int = 0) -> Signal {
    precondition(count >= 0, "retry needs a count that is not negative, not \(count)")
    let limit = count == 0 ? nil : count
    return OperatorSignal("retry", of: self) {
      RoundPass(from: $0, to: $1, of: Rounds(of: $0, after: .error, limit: limit))
    }
  }
}
