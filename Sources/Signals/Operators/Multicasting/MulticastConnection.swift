// SPDX-License-Identifier: MIT

import CThreadState
import Synchronization

/// One subscription to a source that any number of subscribers share.
///
/// ```swift
/// let connection = request.publish()
/// connection.signal.subscribe(next: { print($0) })
/// connection.signal.subscribe(next: { log($0) })
/// connection.connect()  // the request is made, once
/// ```
///
/// A subject stands between the source and the subscribers: who subscribes to ``signal`` subscribes
/// to that, and ``connect()`` subscribes it to the source. ``autoconnect()`` does so by itself.
///
/// Freeing the connection does not end the subscription to the source; dispose what ``connect()``
/// returns. ``Signal/publish()`` and ``Signal/multicast(_:)`` make one. The RAC class is
/// RACMulticastConnection.
public final class MulticastConnection<Value: Sendable>: @unchecked Sendable {
  // Unchecked: `source` is taken by the one caller that finds `isClaimed` false, or by `deinit`;
  // all else is constant or atomic.

  let subject: Subject<Value>
  let users: MulticastUsers
  private var source: Signal<Value>?
  private let isClaimed = Atomic<Bool>(false)

  init(from source: Signal<Value>, to subject: Subject<Value>) {
    self.source = source
    self.subject = subject
    users = MulticastUsers()
  }

  deinit {
    Trampoline.release(source.take() as SignalBase?)
  }

  /// What the source sends, from the connection on: the subject.
  ///
  /// To subscribe to it does not subscribe to the source.
  public var signal: Signal<Value> { subject }

  /// Subscribes the subject to the source, once: every further call does nothing.
  ///
  /// That holds also when several threads call at the same time, and after the result was disposed:
  /// a connection never reconnects. The source is subscribed on the calling thread; another thread's
  /// call meanwhile does not wait for that. The source is not kept afterwards.
  ///
  /// - Returns: What ends the subscription to the source; always the same object. It ends without
  ///   an event for those who are subscribed to ``signal``.
  @discardableResult
  public func connect() -> Disposable {
    if let link = claim() { link.signal.connect(link.passthrough) }
    return users.subscription
  }

  /// The step that subscribes the subject to the source; nil if somebody has it already, or the
  /// connection was disposed before.
  func claim() -> SignalBase.Link? {
    guard !isClaimed.exchange(true, ordering: .acquiringAndReleasing),
      let source = source.take(), !users.subscription.isDisposed
    else { return nil }
    let subscription = Subscription(
      signal: source, parentID: ractrace_thread_state().pointee.subscribing,
      label: .name(subject.name))
    let passthrough = RelayPass(subscription, to: subject)
    users.subscription.disposable = subscription
    return SignalBase.Link(signal: source, passthrough: passthrough)
  }
}

/// The subscribers of a connection that connects by itself, and what ends it after the last.
///
/// It is apart from the connection because subscriptions refer to it, and must not retain the
/// subject.
final class MulticastUsers: Sendable {
  let subscription = SerialDisposable()
  private let count = Atomic<Int>(0)

  /// Counts a subscription until it is disposed.
  func add(_ user: Subscription) {
    count.wrappingAdd(1, ordering: .relaxed)
    user.add(SharedLink(to: subscription) { [self] in remove() })
  }

  private func remove() {
    if count.wrappingSubtract(1, ordering: .acquiringAndReleasing).newValue == 0 {
      subscription.dispose()
    }
  }
}

/// What a subscription has of one that it shares with others: a query that blocks sees through it
/// what that one waits for, and its disposal leaves that one alone.
final class SharedLink: Disposable, @unchecked Sendable {
  // Unchecked: constant.
  private let shared: Disposable

  init(to shared: Disposable, _ block: @escaping @Sendable () -> Void = {}) {
    self.shared = shared
    super.init(block)
  }

  override func appendInner(to list: inout [Disposable]) { list.append(shared) }
}
