// SPDX-License-Identifier: MIT

/// A subject that delivers what it was sent before to late subscribers as well.
///
/// ```swift
/// let session = ReplaySubject<Session>(capacity: 1).named("session")
/// session.sendNext(.signedOut)
/// session.subscribe(next: { print($0) })  // prints at once
/// ```
///
/// A subscriber receives the stored values, oldest first, on ``Scheduler/subscription``; then the
/// terminal event, if there was one, else what is sent from now on. Nothing is lost, doubled or
/// overtaken, whoever sends meanwhile; what is sent from inside a replay is delivered after it. A
/// dispose in the middle of a replay ends it at once. No lock is held while a subscriber is called.
///
/// Everything else is as in ``Subject``. The RAC class is RACReplaySubject.
public final class ReplaySubject<Value: Sendable>: Subject<Value>, @unchecked Sendable {
  // Unchecked: constant, `source` before anybody else has the subject; the core says what protects
  // its state.

  private let replayCore: ReplayCore<Value>

  /// The one subscription by which everything comes, if the library knows that there is no other
  /// way.
  final var source: Disposable?

  /// Makes one without values.
  ///
  /// - Parameter capacity: How many values are kept, the latest; all if nil. With 0 only the
  ///   terminal event is replayed.
  public convenience init(capacity: Int? = nil) {
    precondition((capacity ?? 0) >= 0, "a ReplaySubject's capacity is not negative")
    self.init(capacity: capacity, name: .replaySubject)
  }

  init(capacity: Int?, name: TraceName) {
    replayCore = ReplayCore(capacity: capacity)
    super.init(core: replayCore, name: name, isStoring: true)
  }

  override func attach(_ passthrough: PassthroughSubscriber<Value>) -> Link? {
    if let source { passthrough.subscription.add(SharedLink(to: source)) }
    passthrough.subscription.runOnSubscriptionScheduler { [replayCore] in
      replayCore.replay(to: passthrough)
    }
    return nil
  }
}
