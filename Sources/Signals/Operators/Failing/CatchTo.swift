// SPDX-License-Identifier: MIT

extension Signal {
  /// The same signal, but where it fails, another one goes on in its place.
  ///
  /// On an error the fallback is subscribed, on that thread; the error itself is not seen
  /// downstream. An error of the fallback passes. Completion passes. Order and threads are those of
  /// the source, then of the fallback. The name is `source.catchTo`.
  ///
  /// To choose the fallback by the error, use ``catch(_:)``.
  ///
  /// - Parameter fallback: Subscribed at most once for each subscription.
  /// - Returns: The new signal.
  /// - Complexity: O(1) for a value, no allocation.
  public final func catchTo(_ fallback: Signal) -> Signal {
    OperatorSignal("catchTo", of: self) { CatchPass(from: $0, to: $1) { _ in fallback } }
  }
}
