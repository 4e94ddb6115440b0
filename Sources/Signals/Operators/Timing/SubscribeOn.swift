// SPDX-License-Identifier: MIT

extension Signal {
  /// The same signal, subscribed on a scheduler.
  ///
  /// The source is subscribed by an action of the scheduler, so its block, too, runs there. Where
  /// events are delivered is still the source's affair; see ``deliverOn(_:)``. Dispose skips the
  /// action if it has not begun; the source is disposed on the thread that disposes. The name is
  /// `source.subscribeOn`.
  ///
  /// - Parameter scheduler: Where the source is subscribed.
  /// - Returns: The new signal.
  /// - Complexity: O(1) for a value, no allocation. One scheduled action for each subscription.
  public final func subscribeOn(_ scheduler: Scheduler) -> Signal {
    SubscribeOnSignal(scheduler, of: self)
  }
}

private final class SubscribeOnSignal<Value: Sendable>: Signal<Value>, @unchecked Sendable {
  // Unchecked: `source` is written by `init` and `deinit` only.
  private var source: Signal<Value>?
  private let scheduler: Scheduler

  init(_ scheduler: Scheduler, of source: Signal<Value>) {
    self.source = source
    self.scheduler = scheduler
    super.init(
      name: TraceName(.applied("subscribeOn", to: source.name)),
      deliversSerially: true, isRedacted: source.isRedacted)
  }

  deinit {
    Trampoline.release(source.take() as SignalBase?)
  }

  override func attach(_ passthrough: PassthroughSubscriber<Value>) -> Link? {
    guard let source else { return nil }
    passthrough.subscription.schedule(on: scheduler) {
      guard !passthrough.isDisposed else { return }
      source.connect(LinkPass(from: source, to: passthrough))
    }
    return nil
  }
}
