// SPDX-License-Identifier: MIT

/// A subject that has a current value, which each subscriber receives first.
///
/// ```swift
/// let volume = BehaviorSubject(0.5).named("volume")
/// volume.subscribe(next: { print($0) })  // prints 0.5 at once
/// volume.sendNext(0.7)
/// ```
///
/// The current value is delivered on ``Scheduler/subscription``, then what is sent from now on, in
/// order and each once. After a terminal event a subscriber receives that event only.
///
/// Everything else is as in ``Subject``. The RAC class is RACBehaviorSubject.
public final class BehaviorSubject<Value: Sendable>: Subject<Value>, @unchecked Sendable {
  // Unchecked: constant; the core says what protects its state.

  private let replayCore: ReplayCore<Value>
  private let initial: Value

  /// Makes one with a current value.
  public init(_ value: Value) {
    initial = value
    replayCore = ReplayCore(capacity: 1, initial: [value], replaysAfterTerminal: false)
    super.init(core: replayCore, name: .behaviorSubject, isStoring: true)
  }

  /// The current value: the one that was sent last, as far as its turn has come.
  public var value: Value { replayCore.latest ?? initial }

  override func attach(_ passthrough: PassthroughSubscriber<Value>) -> Link? {
    passthrough.subscription.runOnSubscriptionScheduler { [replayCore] in
      replayCore.replay(to: passthrough)
    }
    return nil
  }
}
