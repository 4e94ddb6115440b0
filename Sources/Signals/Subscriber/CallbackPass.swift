// SPDX-License-Identifier: MIT

/// The end of a chain: a passthrough whose listener is a set of closures.
///
/// The closures are never called twice at once. They are given up when this one is freed.
@usableFromInline
final class CallbackPass<Value: Sendable>: PassthroughSubscriber<Value>, @unchecked Sendable {
  // Unchecked: `gate` is written by `init` only, the closures are `@Sendable`.

  private let next: @Sendable (Value) -> Void
  private let error: @Sendable (any Error) -> Void
  private let completed: @Sendable () -> Void
  @exclusivity(unchecked) private var gate: SubscriptionGate<Value>?

  required init(
    _ subscription: consuming Subscription, next: consuming @escaping @Sendable (Value) -> Void,
    error: consuming @escaping @Sendable (any Error) -> Void,
    completed: consuming @escaping @Sendable () -> Void
  ) {
    self.next = consume next
    self.error = consume error
    self.completed = consume completed
    super.init(consume subscription)
    if self.subscription.mayOverlap { makeGate() }
  }

  override func forwardNext(_ value: Value) {
    guard gate == nil else { return forwardThroughGate(value) }
    next(value)
  }

  /// Apart, because in unspecialised code even an event that is not made has its cost.
  @inline(never)
  private func forwardThroughGate(_ value: Value) {
    if !subscription.isTerminated { gate?.send(.next(value)) }
  }

  override func receive(_ value: Value) { next(value) }

  override func end(_ error: (any Error)?) {
    guard gate == nil else { return endThroughGate(error) }
    endNow(error)
  }

  @inline(never)
  private func endThroughGate(_ error: (any Error)?) {
    gate?.send(error.map { .error($0) } ?? .completed)
  }

  @inline(never)
  private func makeGate() { gate = SubscriptionGate(self) }

  override func forwardError(_ error: any Error) { self.error(error) }

  override func forwardCompleted() { completed() }
}
