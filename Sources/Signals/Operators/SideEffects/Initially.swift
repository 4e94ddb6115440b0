// SPDX-License-Identifier: MIT

extension Signal {
  /// The same signal, with something done for each subscription before the source is subscribed.
  ///
  /// It is done where subscribe blocks run, ``Scheduler/subscription``, and the source is subscribed
  /// there after it; if it disposes the subscription, the source is not subscribed. Events pass as
  /// they are. The name is `source.initially`.
  ///
  /// - Parameter action: Called once for each subscription, without a lock.
  /// - Returns: The new signal.
  /// - Complexity: O(1) for a value, no allocation.
  public final func initially(_ action: @escaping @Sendable () -> Void) -> Signal {
    InitiallySignal(of: self, action)
  }
}

private final class InitiallySignal<Value: Sendable>: Signal<Value>, @unchecked Sendable {
  // Unchecked: `source` and `action` are written by `init` and `deinit` only.
  private var source: Signal<Value>?
  private var action: (@Sendable () -> Void)?

  init(of source: Signal<Value>, _ action: @escaping @Sendable () -> Void) {
    self.source = source
    self.action = action
    super.init(
      name: TraceName(.applied("initially", to: source.name)),
      deliversSerially: true, isRedacted: source.isRedacted)
  }

  deinit {
    Trampoline.release(source.take() as SignalBase?)
    // It may hold another signal.
    Trampoline.release(action.take())
  }

  override func attach(_ passthrough: PassthroughSubscriber<Value>) -> Link? {
    guard let source, let action else { return nil }
    let subscription = passthrough.subscription
    guard Scheduler.hasCurrent else {
      subscription.runOnSubscriptionScheduler {
        subscription.runAsSubscribing(action)
        guard !passthrough.isDisposed else { return }
        source.connect(LinkPass(from: source, to: passthrough))
      }
      return nil
    }
    subscription.runAsSubscribing(action)
    guard !passthrough.isDisposed else { return nil }
    return Link(signal: source, passthrough: LinkPass(from: source, to: passthrough))
  }
}
