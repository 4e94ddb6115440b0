// SPDX-License-Identifier: MIT

extension Signal {
  /// The same signal, with one more value before all others.
  ///
  /// The value is sent on ``Scheduler/subscription``, to each subscription anew; then, on that
  /// thread, the source is subscribed, unless the subscription was disposed meanwhile. Order and
  /// threads of all else are the source's; errors and completion pass. The name is
  /// `source.startWith`.
  ///
  /// - Parameter value: What is sent first.
  /// - Returns: The new signal.
  /// - Complexity: O(1) for a value, no allocation.
  public final func startWith(_ value: Value) -> Signal {
    StartWithSignal(value, of: self)
  }
}

private final class StartWithSignal<Value: Sendable>: Signal<Value>, @unchecked Sendable {
  // Unchecked: `source` is written by `init` and `deinit` only.
  private var source: Signal<Value>?
  private let value: Value

  init(_ value: Value, of source: Signal<Value>) {
    self.source = source
    self.value = value
    super.init(
      name: TraceName(.applied("startWith", to: source.name)),
      deliversSerially: true, isRedacted: source.isRedacted)
  }

  deinit {
    Trampoline.release(source.take() as SignalBase?)
  }

  override func attach(_ passthrough: PassthroughSubscriber<Value>) -> Link? {
    guard let source else { return nil }
    guard Scheduler.hasCurrent else {
      passthrough.subscription.runOnSubscriptionScheduler { [value] in
        guard let link = Self.start(passthrough, with: value, then: source) else { return }
        link.signal.connect(link.passthrough)
      }
      return nil
    }
    return Self.start(passthrough, with: value, then: source)
  }

  private static func start(
    _ passthrough: PassthroughSubscriber<Value>, with value: Value, then source: Signal<Value>
  ) -> Link? {
    passthrough.sendNext(value)
    guard !passthrough.isDisposed else { return nil }
    return Link(signal: source, passthrough: LinkPass(from: source, to: passthrough))
  }
}
