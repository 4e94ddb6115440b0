// SPDX-License-Identifier: MIT

/// A stream of values over time, which ends with an error, with completion, or not at all.
///
/// ```swift
/// let answer = Signal<Int> { subscriber in
///   subscriber.sendNext(42)
///   subscriber.sendCompleted()
///   return nil
/// }
/// answer.map { "\($0)" }.subscribe(next: { print($0) })
/// ```
///
/// A signal by itself does nothing: its block runs for each subscription anew. Operators make new
/// signals from old ones. A ``Subject`` is a signal that is fed by hand.
///
/// A subscription is any number of values, then at most one of an error and completion, then
/// nothing. It does not retain the signal that it came from. All of it is shown by the tracepoints
/// of provider `racsignal` while a session listens.
///
/// The RAC class is RACSignal.
public class Signal<Value: Sendable>: SignalBase, @unchecked Sendable {
  // Unchecked: `block` is written by `init` and `deinit` only, and is `@Sendable`.

  /// What runs for each subscription of a signal that was made from a block.
  public typealias Block = @Sendable (PassthroughSubscriber<Value>) -> Disposable?

  @exclusivity(unchecked) private final var block: Block?

  /// Makes a signal from what shall happen for each subscription.
  ///
  /// The block runs once for each subscription: at once if there is a current scheduler, else in
  /// the background (``Scheduler/subscription``). It sends to the subscriber that it is given, now
  /// or later, from any thread, and returns what is to be disposed when the subscription ends. What
  /// it sends while an event is being handled is queued, and handled after it. It may keep the
  /// subscriber, which at the end of the subscription lets go of all that listens.
  ///
  /// - Parameter block: What to do; it must not wait for the end of its own subscription.
  /// - Complexity: O(1), one allocation.
  public convenience init(_ block: @escaping Block) {
    self.init(name: .signal, deliversSerially: false, block: block)
  }

  init(
    name: TraceName, deliversSerially: Bool, isRedacted: Bool = false, block: Block? = nil
  ) {
    self.block = block
    super.init(name: name, deliversSerially: deliversSerially, isRedacted: isRedacted)
  }

  deinit {
    // It may hold another signal, and that one's block the next.
    if block != nil { Trampoline.release(block.take()) }
  }

  override final func attach(erased passthrough: PassthroughBase) -> Link? {
    let passthrough = unsafeDowncast(passthrough, to: PassthroughSubscriber<Value>.self)
    guard deliversSerially else { return attach(SerialPass(passthrough)) }
    return attach(passthrough)
  }

  /// Connects a passthrough to what sends the values.
  ///
  /// - Returns: What remains to be connected, for the caller's loop.
  func attach(_ passthrough: PassthroughSubscriber<Value>) -> Link? {
    guard let block else { return nil }
    let subscription = passthrough.subscription
    subscription.runOnSubscriptionScheduler {
      subscription.runAsSubscribing { subscription.add(block(passthrough)) }
      BlockedSchedulers.check()
    }
    return nil
  }
}
