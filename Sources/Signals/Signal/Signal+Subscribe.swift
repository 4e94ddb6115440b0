// SPDX-License-Identifier: MIT

import CThreadState

extension Signal {
  /// Subscribes closures to the signal.
  ///
  /// ```swift
  /// let subscription = clicks.subscribe(next: { print($0) }, completed: { print("done") })
  /// ```
  ///
  /// The closures are never called twice at once. They are called on whatever thread the signal
  /// sends on, perhaps before this method returns. A terminal event disposes the subscription
  /// before its closure is called. After dispose no closure is called on the disposing thread; a
  /// call that another thread is making may finish. Then nothing of the closures is retained, even
  /// if the result is kept, or the signal's block keeps the subscriber that it was given.
  ///
  /// Dropping the result does not end the subscription; see ``ScopedDisposable`` for that.
  ///
  /// The tracepoints are those of provider `racsignal`, with the place of this call as
  /// `subscriber`.
  ///
  /// - Parameters:
  ///   - next: Called with each value.
  ///   - error: Called with the error that ends the signal.
  ///   - completed: Called at the end of the signal.
  ///   - fileID: The place that traces show; leave it to the default.
  ///   - line: The place that traces show; leave it to the default.
  /// - Returns: What ends the subscription.
  @inlinable
  @discardableResult
  public final func subscribe(
    next: @escaping @Sendable (Value) -> Void = { _ in },
    error: @escaping @Sendable (any Error) -> Void = { _ in },
    completed: @escaping @Sendable () -> Void = {},
    fileID: StaticString = #fileID, line: UInt = #line
  ) -> Disposable {
    // The class is named in the caller's code, where it is known: to look it up has its cost.
    subscribe(
      CallbackPass<Value>.self, next: next, error: error, completed: completed, fileID: fileID,
      line: line)
  }

  @usableFromInline
  final func subscribe(
    _ type: CallbackPass<Value>.Type, next: @escaping @Sendable (Value) -> Void,
    error: @escaping @Sendable (any Error) -> Void, completed: @escaping @Sendable () -> Void,
    fileID: StaticString, line: UInt
  ) -> Disposable {
    let subscription = Subscription(
      signal: self, parentID: ractrace_thread_state().pointee.subscribing,
      label: .place(SourcePlace(fileID, line)))
    connect(type.init(subscription, next: next, error: error, completed: completed))
    return subscription
  }

  /// Subscribes a subscriber to the signal.
  ///
  /// It is retained while it can receive events. Before the first one it is handed the result by
  /// ``Subscriber/didSubscribe(with:)``. To hand on the subscriber that a signal's block was given
  /// ties the new subscription to that one: it is disposed with it, and is its child in traces.
  ///
  /// - Parameters:
  ///   - subscriber: What listens.
  ///   - fileID: The place that traces show if the subscriber has no name; leave it to the default.
  ///   - line: The place that traces show if the subscriber has no name; leave it to the default.
  /// - Returns: What ends the subscription.
  @discardableResult
  public final func subscribe(
    _ subscriber: some Subscriber<Value>, fileID: StaticString = #fileID, line: UInt = #line
  ) -> Disposable {
    var parentID = ractrace_thread_state().pointee.subscribing
    let label: SubscriberLabel
    switch subscriber {
    case let passthrough as PassthroughSubscriber<Value>:
      parentID = passthrough.subscription.id
      label = .name(passthrough.subscription.name)
    case let subject as Subject<Value>:
      label = .name(subject.name)
    case let callbacks as CallbackSubscriber<Value>:
      label = .place(callbacks.place)
    default:
      label = .place(SourcePlace(fileID, line))
    }
    let subscription = Subscription(signal: self, parentID: parentID, label: label)
    connect(RelayPass(subscription, to: subscriber))
    return subscription
  }

  /// Subscribes closures that run on the main thread, whatever thread the signal sends on.
  ///
  /// Each event is delivered by ``Scheduler/main``, in order, never before this method returns.
  /// After dispose on the main thread no closure is called any more.
  ///
  /// - Parameters:
  ///   - next: Called with each value.
  ///   - error: Called with the error that ends the signal.
  ///   - completed: Called at the end of the signal.
  ///   - fileID: The place that traces show; leave it to the default.
  ///   - line: The place that traces show; leave it to the default.
  /// - Returns: What ends the subscription.
  @discardableResult
  public final func subscribeOnMain(
    next: @escaping @MainActor @Sendable (Value) -> Void = { _ in },
    error: @escaping @MainActor @Sendable (any Error) -> Void = { _ in },
    completed: @escaping @MainActor @Sendable () -> Void = {},
    fileID: StaticString = #fileID, line: UInt = #line
  ) -> Disposable {
    deliverOn(.main).subscribe(
      next: { value in MainActor.assumeIsolated { next(value) } },
      error: { failure in MainActor.assumeIsolated { error(failure) } },
      completed: { MainActor.assumeIsolated { completed() } },
      fileID: fileID, line: line)
  }
}
