// SPDX-License-Identifier: MIT

extension Signal {
  /// A signal whose block runs once, when it is first subscribed, for all subscribers.
  ///
  /// Subscribers receive all that the block has sent so far, then what it sends further, then the
  /// terminal event; see ``ReplaySubject``. What it sends is serialised. The block cannot be ended
  /// from outside, nor told that nobody listens. The name is `startLazily`.
  ///
  /// - Parameters:
  ///   - scheduler: Where the block runs.
  ///   - block: Sends to the subscriber that it is given, now or later, from any thread.
  /// - Returns: The new signal, which keeps what was sent.
  public static func startLazily(
    on scheduler: Scheduler, _ block: @escaping @Sendable (PassthroughSubscriber<Value>) -> Void
  ) -> Signal {
    LazyReplaySignal(connection(.startLazily, scheduler, block))
  }

  /// A signal whose block runs once, and is scheduled at once, for all subscribers.
  ///
  /// Subscribers receive all that the block has sent so far, then what it sends further, then the
  /// terminal event; all else is as with ``startLazily(on:_:)``. The name is `startEagerly`.
  ///
  /// - Parameters:
  ///   - scheduler: Where the block runs.
  ///   - block: Sends to the subscriber that it is given, now or later, from any thread.
  /// - Returns: The new signal, which keeps what was sent.
  public static func startEagerly(
    on scheduler: Scheduler, _ block: @escaping @Sendable (PassthroughSubscriber<Value>) -> Void
  ) -> Signal {
    let connection = connection(.startEagerly, scheduler, block)
    connection.connect()
    return connection.signal
  }

  private static func connection(
    _ name: TraceName, _ scheduler: Scheduler,
    _ block: @escaping @Sendable (PassthroughSubscriber<Value>) -> Void
  ) -> MulticastConnection<Value> {
    StartSignal(name, on: scheduler, block).replayed(as: name)
  }
}

/// The source behind `startLazily` and `startEagerly`: runs a block on a scheduler.
private final class StartSignal<Value: Sendable>: Signal<Value>, @unchecked Sendable {
  // Unchecked: `start` is written by `init` and `deinit` only.
  private var start: (@Sendable (PassthroughSubscriber<Value>) -> Void)?
  private let scheduler: Scheduler

  init(
    _ name: TraceName, on scheduler: Scheduler,
    _ start: @escaping @Sendable (PassthroughSubscriber<Value>) -> Void
  ) {
    self.start = start
    self.scheduler = scheduler
    super.init(name: name, deliversSerially: false)
  }

  deinit {
    // It may hold another signal.
    Trampoline.release(start.take())
  }

  override func attach(_ passthrough: PassthroughSubscriber<Value>) -> Link? {
    guard let start else { return nil }
    let subscription = passthrough.subscription
    subscription.schedule(on: scheduler) {
      subscription.runAsSubscribing { start(passthrough) }
    }
    return nil
  }
}

extension TraceName {
  fileprivate static let startLazily = TraceName("startLazily")
  fileprivate static let startEagerly = TraceName("startEagerly")
}
