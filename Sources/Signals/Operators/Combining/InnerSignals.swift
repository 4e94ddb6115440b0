// SPDX-License-Identifier: MIT

import CThreadState

/// Runs the inner signals of an operator, a limited number at once, and merges what they send.
///
/// However many waiting ones end as soon as they are subscribed, they follow one another in a loop
/// and not on the stack.
final class InnerSignals<Value: Sendable>: DownstreamGate<Value>, @unchecked Sendable {
  // Unchecked: all is protected by `lock`.

  private let maxConcurrent: Int
  @exclusivity(unchecked) private var running = 0
  private let waiting = Ring<Signal<Value>>()
  @exclusivity(unchecked) private var isSourceDone = false
  /// Kept, for it would be looked up for each inner signal, at some cost.
  private let passType = InnerPass<Value>.self
  /// The threads that are starting waiting signals, known by their thread-local state.
  private var starters: [UnsafeMutablePointer<ractrace_thread_state>] = []

  init(_ downstream: PassthroughSubscriber<Value>, maxConcurrent: Int) {
    self.maxConcurrent = maxConcurrent
    super.init(downstream)
  }

  /// Subscribes a signal, now or when its turn comes.
  func run(_ signal: Signal<Value>) {
    lock.lock()
    if running < maxConcurrent && waiting.isEmpty {
      running += 1
      lock.unlock()
      start(signal)
    } else {
      waiting.append(signal)
      lock.unlock()
      startWaiting()
    }
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
    if isDone { complete() }
  }

  fileprivate func innerCompleted(_ subscription: Subscription) {
    withDownstream { $0.subscription.remove(subscription) }
    lock.lock()
    running -= 1
    let (isLast, isNoneWaiting) = (running == 0 && isSourceDone, waiting.isEmpty)
    lock.unlock()
    if !isNoneWaiting { startWaiting() } else if isLast { complete() }
  }

  /// Apart, because in unspecialised code even an event that is not made has its cost.
  @inline(never)
  private func complete() { send(.completed) }

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
    withDownstream { signal.connect(passType.init(from: signal, to: $0, of: self)) }
  }
}

private final class InnerPass<Value: Sendable>: OperatorPass<Value, Value>, @unchecked Sendable {
  // Unchecked: constant.
  private let inner: InnerSignals<Value>

  required init(
    from source: borrowing SignalBase, to downstream: borrowing PassthroughSubscriber<Value>,
    of inner: consuming InnerSignals<Value>
  ) {
    self.inner = consume inner
    super.init(from: source, to: downstream)
  }

  override func forwardNext(_ value: Value) { inner.sendNext(value) }

  override func forwardError(_ error: any Error) { inner.send(.error(error)) }

  override func forwardCompleted() { inner.innerCompleted(subscription) }
}
