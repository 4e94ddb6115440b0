// SPDX-License-Identifier: MIT

extension Signal {
  /// Makes a signal that sends the elements of a sequence, then completes.
  ///
  /// The elements are sent on ``Scheduler/subscription``, for each subscription anew, until it is
  /// disposed.
  public convenience init(sequence: some Sequence<Value> & Sendable) {
    self.init(name: .sequence, deliversSerially: true) { subscriber in
      for value in sequence {
        guard !subscriber.isDisposed else { return nil }
        subscriber.sendNext(value)
      }
      subscriber.sendCompleted()
      return nil
    }
  }

  /// A signal that sends one value, then completes, on ``Scheduler/subscription``.
  ///
  /// RAC's name for it is `return`.
  @inlinable
  public static func just(_ value: Value) -> Signal {
    // Made in the caller's code, where the class is known: to look it up has its cost.
    JustSignal(value)
  }

  /// A signal that completes at once, on ``Scheduler/subscription``.
  public static var empty: Signal {
    Signal(name: .empty, deliversSerially: true) { subscriber in
      subscriber.sendCompleted()
      return nil
    }
  }

  /// A signal that fails at once, on ``Scheduler/subscription``.
  public static func error(_ error: any Error) -> Signal {
    Signal(name: .error, deliversSerially: true) { subscriber in
      subscriber.sendError(error)
      return nil
    }
  }

  /// A signal that sends nothing and never ends.
  public static var never: Signal {
    Signal(name: .never, deliversSerially: true)
  }

  /// A signal that is made anew for each subscription.
  ///
  /// - Parameter makeSignal: Runs for each subscription, on ``Scheduler/subscription``.
  /// - Returns: The new signal.
  public static func `defer`(_ makeSignal: @escaping @Sendable () -> Signal) -> Signal {
    Signal(name: .deferred, deliversSerially: true) { subscriber in
      let signal = makeSignal()
      signal.connect(LinkPass(from: signal, to: subscriber))
      return nil
    }
  }
}

/// The signal of one value.
@usableFromInline
final class JustSignal<Value: Sendable>: Signal<Value>, @unchecked Sendable {
  // Unchecked: constant.

  private let value: Value

  @usableFromInline
  init(_ value: Value) {
    self.value = value
    super.init(name: .just, deliversSerially: true)
  }

  override func attach(_ passthrough: PassthroughSubscriber<Value>) -> Link? {
    guard !Scheduler.hasCurrent else {
      passthrough.sendNext(value)
      passthrough.sendCompleted()
      return nil
    }
    passthrough.subscription.runOnSubscriptionScheduler { [value] in
      passthrough.sendNext(value)
      passthrough.sendCompleted()
    }
    return nil
  }
}
