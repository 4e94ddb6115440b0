// SPDX-License-Identifier: MIT

public import Synchronization

/// What a subject is made of: its gate, its subscribers, and the event that has ended it.
///
/// It is apart from the subject because subscriptions refer to it, to take themselves off its
/// list, and must not retain the subject.
@usableFromInline
class SubjectCore<Value: Sendable>: InputGate<Event<Value>>, @unchecked Sendable {
  // Unchecked: `list` says itself; `retiredMembers` and `isAbandoned` are protected by `lock`;
  // `terminal` is written inside the gate with the lock held, and read inside the gate or with the
  // lock held.

  @usableFromInline final let list = SubscriberList()
  private final var retiredMembers: [SubscriberList.Member] = []

  /// What the subject subscribed to, or was told of by `didSubscribe`.
  final let upstream = CompoundDisposable()

  /// The event that has ended the subject.
  private(set) final var terminal: Event<Value>?
  /// Whether there is one; asked for each value.
  @usableFromInline @exclusivity(unchecked) final var isTerminated = false

  /// Whether the subject is gone: who joined the list now would never leave it.
  private(set) final var isAbandoned = false

  /// The subject, for the name and the id of hops.
  ///
  /// Set before anybody can send, and alive whenever somebody sends: that is a call of its method.
  final unowned(unsafe) var subject: SignalBase?

  override final func makeHop() -> Hop {
    Hop(scheduler: subject?.name.description ?? "", id: subject?.id ?? 0)
  }

  override final var isOpen: Bool { !isTerminated }

  /// Takes note of a value at its turn, before it is delivered.
  ///
  /// - Returns: The number of the last subscriber that shall receive it.
  @usableFromInline
  func store(_ value: Value) -> UInt64 { list.last.load(ordering: .acquiring) }

  /// Delivers a value to all subscribers that were there when its turn came.
  ///
  /// Inside the gate.
  @inlinable @inline(__always)
  final func broadcast(_ value: Value, isStoring: Bool) {
    guard !isTerminated else { return }
    let last = isStoring ? store(value) : list.last.load(ordering: .acquiring)
    var member = list.head.load(ordering: .acquiring)
    while let current = member {
      member = current._withUnsafeGuaranteedRef { passthrough in
        guard passthrough.sequence <= last else { return nil }
        unsafeDowncast(passthrough, to: PassthroughSubscriber<Value>.self).sendNext(value)
        return passthrough.following.load(ordering: .acquiring)
      }
    }
  }

  override func handle(_ event: Event<Value>) {
    switch event {
    case .next(let value): broadcast(value, isStoring: true)
    case .error, .completed: terminate(event)
    }
  }

  /// Ends the subject: disposes what it subscribed to, then tells its subscribers.
  ///
  /// Inside the gate.
  private final func terminate(_ event: Event<Value>) {
    guard terminal == nil else { return }
    let last = lock.withLock {
      terminal = event
      isTerminated = true
      return list.last.load(ordering: .relaxed)
    }
    upstream.dispose()
    var member = list.head.load(ordering: .acquiring)
    while let current = member {
      member = current._withUnsafeGuaranteedRef { passthrough in
        guard passthrough.sequence <= last else { return nil }
        event.send(to: unsafeDowncast(passthrough, to: PassthroughSubscriber<Value>.self))
        return passthrough.following.load(ordering: .acquiring)
      }
    }
  }

  /// Appends a subscriber for live events; tells it the terminal one instead if there is one.
  final func attach(_ passthrough: PassthroughSubscriber<Value>) {
    lock.lock()
    let terminal = terminal
    if terminal == nil { link(passthrough) }
    lock.unlock()
    if let terminal {
      terminal.send(to: passthrough)
    } else if passthrough.subscription.isDisposed {
      passthrough.subscription.leaveList()
    }
  }

  /// Appends a subscriber.
  ///
  /// With the lock held; then the caller must see whether it is disposed.
  final func link(_ passthrough: PassthroughSubscriber<Value>) {
    let member = SubscriberList.Member.passUnretained(passthrough)
    list.append(member)
    passthrough.subscription.joined(self, as: member)
  }

  override final func remove(_ subscription: Subscription) {
    lock.lock()
    guard let member = subscription.member.take() else { return lock.unlock() }
    list.unlink(member)
    let isFree = isIdleOrNotesRetired()
    if !isFree { retiredMembers.append(member) }
    lock.unlock()
    if isFree { Trampoline.release(member.takeRetainedValue() as PassthroughBase?) }
  }

  override final func releaseRetired() {
    var members: [SubscriberList.Member] = []
    lock.withLock { swap(&members, &retiredMembers) }
    for member in members { Trampoline.release(member.takeRetainedValue() as PassthroughBase?) }
  }

  /// Lets go of all subscribers, undisposed: the subject is being freed, so nobody can send.
  final func abandon() {
    lock.withLock { isAbandoned = true }
    while let member = takeFirst() {
      Trampoline.release(member.takeRetainedValue() as PassthroughBase?)
    }
    releaseRetired()
  }

  private final func takeFirst() -> SubscriberList.Member? {
    lock.withLock {
      guard let member = list.first else { return nil }
      list.unlink(member)
      member._withUnsafeGuaranteedRef { $0.subscription.member = nil }
      return member
    }
  }
}
