// SPDX-License-Identifier: MIT

/// A signal that is fed by hand: what is sent to it goes to all its current subscribers.
///
/// ```swift
/// let clicks = Subject<Int>().named("clicks")
/// let subscription = clicks.subscribe(next: { print($0) })
/// clicks.sendNext(1)
/// subscription.dispose()
/// ```
///
/// Subscribers receive events in the order in which they subscribed. Sends are serialised: one from
/// another thread, or from inside a delivery, is queued, and delivered by the thread that is
/// already delivering, first-in first-out. So every subscriber sees the same order and nothing
/// overlaps; `sendNext` may return before its value is delivered. A send takes effect as a whole at
/// its turn: who subscribes between the call and the turn receives it. The queue has no bound; see
/// ``pendingCount``. To wait inside a delivery for a later event of the same subject is a deadlock.
///
/// The first terminal event ends it: later sends are dropped, and late subscribers are told the
/// terminal event at once. A subject can also be subscribed to other signals; the first of them
/// that ends, ends it.
///
/// No lock is held while a subscriber is called. The RAC class is RACSubject.
public class Subject<Value: Sendable>: Signal<Value>, Subscriber, @unchecked Sendable {
  // Unchecked: constant; the core says what protects its state.

  @usableFromInline final let core: SubjectCore<Value>

  /// Whether the core must see each value before it is delivered.
  @usableFromInline final let isStoring: Bool

  /// Makes one without subscribers.
  public convenience init() {
    self.init(core: SubjectCore(), name: .subject)
  }

  init(core: SubjectCore<Value>, name: TraceName, isStoring: Bool = false) {
    self.core = core
    self.isStoring = isStoring
    super.init(name: name, deliversSerially: true)
    core.subject = self
  }

  deinit {
    core.abandon()
  }

  /// The number of sends that are queued and have not begun to be delivered.
  public final var pendingCount: Int { core.pendingCount }

  /// Sends a value to every current subscriber.
  ///
  /// Subscribers receive it in the order in which they subscribed, on the calling thread. One that
  /// subscribes during the delivery does not receive it, one that is disposed during it is skipped.
  /// If another delivery of this subject is under way, the value is queued. After a terminal event
  /// it is dropped.
  ///
  /// The corresponding tracepoint is `racsignal:next`, once for each subscriber; a send that is
  /// queued is a hop besides (`racscheduler:scheduled`, `began`, `ended`).
  ///
  /// - Parameter value: The value to deliver.
  /// - Complexity: O(*n*) in the number of subscribers. Does not allocate, unless it is queued.
  @inlinable
  public final func sendNext(_ value: Value) {
    guard core.tryEnter() else { return queue(value) }
    core.broadcast(value, isStoring: isStoring)
    core.leave()
  }

  /// Apart, because in unspecialised code even an event that is not made has its cost.
  @usableFromInline @inline(never)
  final func queue(_ value: Value) { core.enqueue(.next(value)) }

  /// Sends an error to every current subscriber and ends the subject.
  ///
  /// Before that, what the subject itself subscribed to is disposed. Order, threads and queueing
  /// are those of ``sendNext(_:)``. After a terminal event it is dropped.
  ///
  /// The corresponding tracepoint is `racsignal:error`, once for each subscriber.
  ///
  /// - Parameter error: The reason, which late subscribers are told as well.
  public final func sendError(_ error: any Error) {
    core.send(.error(error))
  }

  /// Tells every current subscriber that no more will come, and ends the subject.
  ///
  /// Before that, what the subject itself subscribed to is disposed. Order, threads and queueing
  /// are those of ``sendNext(_:)``. After a terminal event it is dropped.
  ///
  /// The corresponding tracepoint is `racsignal:completed`, once for each subscriber.
  public final func sendCompleted() {
    core.send(.completed)
  }

  /// Takes note of a subscription of the subject itself, to dispose it when the subject ends.
  ///
  /// If the subject has ended, it is disposed at once. A finished one is let go at once.
  public final func didSubscribe(with disposable: CompoundDisposable) {
    core.upstream.addUntilDisposed(disposable)
  }

  override func attach(_ passthrough: PassthroughSubscriber<Value>) -> Link? {
    core.attach(passthrough)
    return nil
  }
}
