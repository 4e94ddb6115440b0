// SPDX-License-Identifier: MIT

/// The end of a chain: a passthrough whose listener is a set of closures.
///
/// The closures are given up when this one is freed.
@usableFromInline
final class CallbackPass<Value: Sendable>: PassthroughSubscriber<Value>, @unchecked Sendable {
  // Unchecked: constant; the closures are `@Sendable`.

  private let next: @Sendable (Value) -> Void
  private let error: @Sendable (any Error) -> Void
  private let completed: @Sendable () -> Void

  required init(
    _ subscription: consuming Subscription, next: consuming @escaping @Sendable (Value) -> Void,
    error: consuming @escaping @Sendable (any Error) -> Void,
    completed: consuming @escaping @Sendable () -> Void
  ) {
    self.next = consume next
    self.error = consume error
    self.completed = consume completed
    super.init(consume subscription)
  }

  override func forwardNext(_ value: Value) { next(value) }

  override func forwardError(_ error: any Error) { self.error(error) }

  override func forwardCompleted() { completed() }
}
