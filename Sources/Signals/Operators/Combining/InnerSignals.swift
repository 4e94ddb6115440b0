// SPDX-License-Identifier: MIT

import CThreadState

/// Runs the inner signals of an operator, a limited number at once, and merges what they send.
///
/// However many waiting ones end as soon as they are subscribed, they follow one another in a loop
/// and not on the stack.
final class InnerSignals<Value: Sendable>: DownstreamGate<Value>, @unchecked Sendable {
  // Unchecked: all is protected by `lock`.

  private let maxConcurrent: Int
  private var running = 0
  private let waiting = Ring<Signal<Value>>()
  private var isSourceDone = false
  /// The threads that are starting waiting signals, known by their thread-local state.
  private var starters: [UnsafeMutablePointer<ractrace_thread_state>] = []

  init(_ downstream: PassthroughSubscriber<Value>, maxConcurrent: Int) {
    self.maxConcurrent = maxConcurrent
    super.init(downstream)
  }

  /// Subscribes a signal, now or when its turn comes.
  func run(_ signal: Signal<Value>) {
    let isStarted = lock.withLock {
      guard running < maxConcurrent && waiting.isEmpty else {
        waiting.append(signal)
        return false
      }
      running += 1
      return true
    }
    if isStarted { start(signal) } else { startWaiting() }
  }

  /// Takes all signals there will be, instead of ``run(_:)``, and returns the step that the first
  /// of them needs, if there is one; only for one signal at a time.
  func link(all signals: [Signal<Value>]) -> SignalBase.Link? {
    guard let first = signals.first else { return nil }
    lock.withLock {
      running = 1
      for signal in signals.dropFirst() { waiting.append(signal) }
      isSourceDone = true
    }
    return SignalBase.Link(
      signal: first, passthrough: InnerPass(from: first, to: downstream, of: self))
  }

  /// No more signals will come.
  func sourceCompleted() {
    let isDone = lock.withLock {
      isSourceDone = true
      return running == 0 && waiting.isEmpty
    }
    if isDone { send(.completed) }
  }

  fileprivate func innerCompleted(_ subscription: Subscription) {
    downstream.subscription.remove(subscription)
    let isDone = lock.withLock {
      running -= 1
      return running == 0 && waiting.isEmpty && isSourceDone
    }
    if isDone { send(.completed) } else { startWaiting() }
  }

  private func startWaiting() {
    let thread = ractrace_thread_state()
    lock.lock()
    // A signal that ends at once comes here from within the loop, which goes on.
    guard !starters.contains(thread) else { return lock.unlock() }
    starters.append(thread)
    while running < maxConcurrent, let signal = waiting.popFirst() {
      running += 1
      lock.unlock()
      start(signal)
      lock.lock()
    }
    starters.removeAll { $0 == thread }
    lock.unlock()
  }

  private func start(_ signal: Signal<Value>) {
    guard isOpen else { return }
    signal.connect(InnerPass(from: signal, to: downstream, of: self))
  }
}

private final class InnerPass<Value: Sendable>: OperatorPass<Value, Value>, @unchecked Sendable {
  // Unchecked: constant.
  private let inner: InnerSignals<Value>

  init(
    from source: SignalBase, to downstream: PassthroughSubscriber<Value>,
    of inner: InnerSignals<Value>
  ) {
    self.inner = inner
    super.init(from: source, to: downstream)
  }

  override func forwardNext(_ value: Value) { inner.sendNext(value) }

  override func forwardError(_ error: any Error) { inner.send(.error(error)) }

  override func forwardCompleted() { inner.innerCompleted(subscription) }
}
