// SPDX-License-Identifier: MIT

import Synchronization

/// The operator that follows the latest of the signals that a function makes of each value.
///
/// The function may throw: that is the end.
final class SwitchPass<Input: Sendable, Output: Sendable>: JunctionPass<Input, Output>,
  @unchecked Sendable
{
  // Unchecked: constant.
  private let state: SwitchGate
  private let select: @Sendable (Input) throws -> Signal<Output>

  init(
    from source: SignalBase, to downstream: PassthroughSubscriber<Output>,
    through gate: SwitchGate, _ select: @escaping @Sendable (Input) throws -> Signal<Output>
  ) {
    state = gate
    self.select = select
    super.init(from: source, to: downstream, through: gate)
  }

  /// Switches at once, outside the gate: so the new signal, which may send from within its
  /// subscription without end, has each value delivered as it comes.
  override func forwardNext(_ value: Input) {
    do {
      state.follow(try select(value), to: downstream)
    } catch {
      subscription.dispose()
      forwardError(error)
    }
  }

  override func receiveCompleted() {
    downstream.subscription.remove(subscription)
    if state.sourceCompleted() { downstream.sendCompleted() }
  }
}

/// Which signal is the latest one.
final class SwitchGate: JunctionGate, @unchecked Sendable {
  // Unchecked: `latest` is atomic, all else is protected by `lock`.

  /// The number of the latest signal; they count from 1.
  fileprivate let latest = Atomic<UInt64>(0)
  /// The subscription to it.
  private var current: Subscription?
  private var isRunning = false
  private var isSourceDone = false

  /// Disposes the subscription to the signal before and subscribes to this one.
  fileprivate func follow<Value: Sendable>(
    _ signal: Signal<Value>, to downstream: PassthroughSubscriber<Value>
  ) {
    guard !downstream.isDisposed else { return }
    let (number, previous) = lock.withLock {
      isRunning = true
      return (latest.wrappingAdd(1, ordering: .releasing).newValue, current.take())
    }
    if let previous {
      downstream.subscription.remove(previous)
      previous.dispose()
    }
    let pass = FollowedPass(from: signal, to: downstream, through: self, number)
    let isCurrent = lock.withLock {
      guard isLatest(number) else { return false }
      current = pass.subscription
      return true
    }
    // Else another thread has switched on meanwhile, or ended it all.
    guard isCurrent, !pass.isDisposed else {
      downstream.subscription.remove(pass.subscription)
      return pass.subscription.dispose()
    }
    signal.connect(pass)
  }

  fileprivate func isLatest(_ number: UInt64) -> Bool {
    latest.load(ordering: .acquiring) == number
  }

  /// Notes that no more signals will come; true if that is the end.
  fileprivate func sourceCompleted() -> Bool {
    lock.withLock {
      isSourceDone = true
      return !isRunning
    }
  }

  /// Notes that a signal has completed; true if that is the end.
  fileprivate func completed(_ number: UInt64) -> Bool {
    lock.withLock {
      guard isLatest(number) else { return false }
      isRunning = false
      current = nil
      return isSourceDone
    }
  }
}

/// Behind a signal that is the latest one, at least when it is subscribed.
private final class FollowedPass<Value: Sendable>: JunctionPass<Value, Value>,
  @unchecked Sendable
{
  // Unchecked: constant.
  private let state: SwitchGate
  private let number: UInt64

  init(
    from source: SignalBase, to downstream: PassthroughSubscriber<Value>,
    through gate: SwitchGate, _ number: UInt64
  ) {
    state = gate
    self.number = number
    super.init(from: source, to: downstream, through: gate)
  }

  override func receive(_ value: Value) {
    if state.isLatest(number) { passNext(value) }
  }

  override func receiveError(_ error: any Error) {
    if state.isLatest(number) { downstream.sendError(error) }
  }

  override func receiveCompleted() {
    downstream.subscription.remove(subscription)
    if state.completed(number) { downstream.sendCompleted() }
  }
}
