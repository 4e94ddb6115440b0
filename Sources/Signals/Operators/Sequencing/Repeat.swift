// SPDX-License-Identifier: MIT

extension Signal {
  /// The same signal, subscribed again each time that it completes, without end.
  ///
  /// The next round is subscribed on the thread on which the one before has completed, or on the one
  /// that is still subscribing that. An error passes and ends it, and so does dispose; completion is
  /// never seen. Order and threads are the source's. The name is
  /// `source.repeat`; each round is a child of the subscription in traces.
  ///
  /// A source that completes at once is repeated in a loop, before `subscribe` returns: something
  /// downstream must end it, such as ``take(_:)``. A ``Subject`` that has ended is such a source. The
  /// source is kept as long as the subscription.
  ///
  /// - Returns: The new signal.
  /// - Complexity: O(1) for a value, no allocation. A subscription for each round; a million rounds
  ///   need no more stack and memory than one.
  public final func `repeat`() -> Signal {
    OperatorSignal("repeat", of: self) {
      RoundPass(from: $0, to: $1, of: Rounds(of: $0, after: .completion))
    }
  }
}
