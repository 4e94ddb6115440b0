// SPDX-License-Identifier: MIT

import CThreadState

/// What a query waits for: the first result that somebody settles it with.
///
/// It can be waited for by one caller, either blocking or awaiting.
final class Outcome<Success: Sendable>: @unchecked Sendable {
  // Unchecked: all that varies is protected by `lock`.

  private typealias Waiter = UnsafeContinuation<Success, any Error>

  /// The subscription of the query; disposed before anybody learns the result.
  private let subscription: Subscription
  private let lock = Lock()
  private var result: Result<Success, any Error>?
  private var waiter: Waiter?
  private let latch = Latch()

  init(_ subscription: Subscription) {
    self.subscription = subscription
  }

  /// Ends the query, if nobody has.
  func settle(_ result: Result<Success, any Error>) {
    subscription.dispose()
    let (isFirst, waiter) = lock.withLock { () -> (Bool, Waiter?) in
      guard self.result == nil else { return (false, nil) }
      self.result = result
      return (true, self.waiter.take())
    }
    guard isFirst else { return }
    latch.open()
    waiter?.resume(with: result)
  }

  /// Blocks the thread until there is a result.
  ///
  /// - Throws: The error of the result; `SignalError.wouldDeadlock` if something of the query waits
  ///   for the scheduler that is blocked by this.
  func wait() throws -> Success {
    if !latch.isOpen {
      BlockedSchedulers.whileBlocked(
        by: subscription, fail: { self.settle(.failure(SignalError.wouldDeadlock)) },
        { latch.wait() })
    }
    guard let result = lock.withLock({ result }) else {
      preconditionFailure("a query has ended without a result")
    }
    return try result.get()
  }

  /// Suspends the task until there is a result.
  ///
  /// - Throws: The error of the result; `CancellationError` if the task is cancelled before.
  nonisolated(nonsending) func value() async throws -> Success {
    try await withTaskCancellationHandler {
      try await withUnsafeThrowingContinuation { (continuation: Waiter) in
        resumeLater(continuation)
      }
    } onCancel: {
      settle(.failure(CancellationError()))
    }
  }

  /// Resumes a waiter with the result, now or when there is one.
  private func resumeLater(_ waiter: Waiter) {
    // A closure that captures `waiter` crashes the compiler of Swift 6.3.
    lock.lock()
    let result = result
    if result == nil { self.waiter = waiter }
    lock.unlock()
    if let result { waiter.resume(with: result) }
  }
}

extension Signal {
  /// Subscribes for the sake of one result.
  ///
  /// The closures are never called twice at once, and not after they have settled the outcome.
  ///
  /// - Parameters:
  ///   - place: The place that traces show.
  ///   - next: Called with each value.
  ///   - completed: Called at the end; it settles the outcome. An error does so by itself.
  /// - Returns: What the caller shall wait for.
  func query<Success>(
    _ place: SourcePlace,
    next: @escaping @Sendable (Value, Outcome<Success>) -> Void = { _, _ in },
    completed: @escaping @Sendable (Outcome<Success>) -> Void
  ) -> Outcome<Success> {
    let subscription = Subscription(
      signal: self, parentID: ractrace_thread_state().pointee.subscribing, label: .place(place))
    let outcome = Outcome<Success>(subscription)
    connect(
      CallbackPass(
        subscription, next: { next($0, outcome) }, error: { outcome.settle(.failure($0)) },
        completed: { completed(outcome) }))
    return outcome
  }
}
