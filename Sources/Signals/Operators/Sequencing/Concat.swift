// SPDX-License-Identifier: MIT

extension Signal {
  /// A signal of the values of this signal and, after it has completed, those of another one.
  ///
  /// See ``concat(_:)-swift.type.method``. The name is `concat(a, b)`.
  public final func concat(_ other: Signal) -> Signal {
    .concat([self, other])
  }

  /// A signal of the values of several signals, one signal after the other.
  ///
  /// Each is subscribed when the one before has completed, on the thread on which it has; the first
  /// one at once. However many complete as soon as they are subscribed, they follow one another in
  /// a loop. An error of any of them ends it, and the rest is never subscribed. It completes with
  /// the last one, and at once if there are none. Events of sources that may overlap are
  /// serialised. The name is `concat(a, b)`; the subscriptions are its children in traces.
  ///
  /// - Complexity: O(1) for a value, no allocation, unless it is queued; O(*n*) in the number of
  ///   signals for a subscription.
  public static func concat(_ sources: [Signal]) -> Signal {
    JunctionSignal(
      .listed("concat", sources.map(\.name)), isRedacted: sources.contains(where: \.isRedacted)
    ) { downstream in
      guard let link = InnerSignals(downstream, maxConcurrent: 1).link(all: sources) else {
        downstream.sendCompleted()
        return nil
      }
      return link
    }
  }

  /// A signal of the values of the signals that this signal sends, one signal after the other.
  ///
  /// It is ``flatten(maxConcurrent:)`` with a maximum of 1, by another name: `source.concat`.
  ///
  /// - Returns: The new signal.
  /// - Complexity: O(1) for a value. A subscription for each inner signal; inner signals that wait
  ///   are kept.
  public final func concat<Inner: Sendable>() -> Signal<Inner> where Value == Signal<Inner> {
    OperatorSignal("concat", of: self) {
      FlattenPass(from: $0, to: $1, InnerSignals($1, maxConcurrent: 1))
    }
  }
}
