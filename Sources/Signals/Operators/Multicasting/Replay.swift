// SPDX-License-Identifier: MIT

extension Signal {
  /// Subscribes to this signal, at once and once, and keeps what it sends for any subscriber.
  ///
  /// Subscribers receive all values so far, then further ones, then the terminal event; see
  /// ``ReplaySubject``. The source is subscribed on the calling thread, and until it ends nothing
  /// can end that: to have a way, use ``multicast(_:)``. The name is `source.replay`.
  ///
  /// - Returns: The signal of what is kept.
  public final func replay() -> Signal {
    let connection = replayed(by: "replay")
    connection.connect()
    return connection.signal
  }

  /// Subscribes to this signal, at once and once, and keeps the last value for any subscriber.
  ///
  /// Subscribers receive the last value so far, if there is one, then further ones, then the
  /// terminal event. All else is as with ``replay()``. The name is `source.replayLast`.
  ///
  /// - Returns: The signal of what is kept.
  public final func replayLast() -> Signal {
    let connection = replayed(by: "replayLast", capacity: 1)
    connection.connect()
    return connection.signal
  }

  /// A signal that subscribes to this one, once, when it is first subscribed, and keeps what it
  /// sends for any subscriber.
  ///
  /// Subscribers receive all values so far, then further ones, then the terminal event. The source
  /// is subscribed on the thread of the first subscriber, and its subscription does not end with
  /// that one. The name is `source.replayLazily`.
  ///
  /// - Returns: The new signal, which keeps what was sent.
  public final func replayLazily() -> Signal {
    LazyReplaySignal(replayed(by: "replayLazily"))
  }
}

/// The signal of a connection that connects at its first subscriber and is never disposed.
///
/// Its subscribers are the subject's: in traces there is one signal and not two.
final class LazyReplaySignal<Value: Sendable>: Signal<Value>, @unchecked Sendable {
  // Unchecked: constant.
  private let connection: MulticastConnection<Value>

  init(_ connection: MulticastConnection<Value>) {
    self.connection = connection
    let subject = connection.subject
    super.init(name: subject.name, deliversSerially: true, isRedacted: subject.isRedacted)
  }

  override func attach(_ passthrough: PassthroughSubscriber<Value>) -> Link? {
    _ = connection.subject.attach(passthrough)
    return connection.claim()
  }
}
