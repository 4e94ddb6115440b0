// SPDX-License-Identifier: MIT

public import SignalProbes

/// Stands between a source and what listens, once for each subscription: here are the probes.
///
/// A ``Signal``'s block is given one to send to. Each event is first ignored, if the subscription
/// has ended; then traced; then forwarded, so that what crashes a listener was traced before. In a
/// chain of *n* operators a value passes *n* + 1 of them, upstream first.
///
/// Overlapping sends are traced where they happen, reported as `racsignal:violation`, and handled
/// one at a time: what comes while an event is being handled, a terminal one too, is queued, and
/// handled by the thread that is already there. None is lost. It latches: after a terminal event,
/// or after dispose, nothing is forwarded, and nothing is retained of what listens.
///
/// Around a terminal event the order is: `racsignal:completed` or `error`, `disposed`, the
/// listener, `delivered`.
///
/// With no session listening an event pays one load and one branch for the probes and allocates
/// nothing. The RAC class is RACPassthroughSubscriber.
public class PassthroughSubscriber<Value: Sendable>: PassthroughBase, Subscriber,
  @unchecked Sendable
{
  // Unchecked: subclasses answer for what they add.

  /// Sends a value to what listens.
  ///
  /// The tracepoints are `racsignal:next`, before, and `racsignal:delivered`, after.
  ///
  /// - Complexity: O(1), no allocation while no session listens.
  @inlinable
  public final func sendNext(_ value: Value) {
    guard !subscription.isDisposed else { return ignoreNext() }
    guard !SignalProbe.deliveryEnabled else { return sendTraced(value) }
    forwardNext(value)
  }

  /// Sends an error to what listens, and ends the subscription.
  ///
  /// The tracepoints are `racsignal:error`, then `racsignal:disposed`.
  public final func sendError(_ error: any Error) {
    guard subscription.claim(Subscription.Progress.error) else {
      return subscription.ignore("error")
    }
    let delivery = subscription.beginTerminal(error)
    end(error)
    subscription.end(delivery)
  }

  /// Tells what listens that no more will come, and ends the subscription.
  ///
  /// The tracepoints are `racsignal:completed`, then `racsignal:disposed`.
  public final func sendCompleted() {
    guard subscription.claim(Subscription.Progress.completed) else {
      return subscription.ignore("completed")
    }
    let delivery = subscription.beginTerminal(nil)
    end(nil)
    subscription.end(delivery)
  }

  /// Ties another subscription to this one: it is disposed when this one ends.
  ///
  /// That is so when this subscriber is handed on to another signal. A finished one is let go.
  public final func didSubscribe(with disposable: CompoundDisposable) {
    guard disposable !== subscription else { return }
    subscription.addUntilDisposed(disposable)
  }

  /// Apart, and a method of this object: a jump that the usual way need not save registers for.
  @usableFromInline @inline(never)
  final func ignoreNext() { subscription.ignore("next") }

  @usableFromInline @inline(never)
  final func sendTraced(_ value: Value) {
    guard !subscription.isTerminated else { return subscription.ignore("next") }
    let delivery =
      Value.self == Int.self
      ? subscription.beginNext(integer: unsafeBitCast(value, to: Int.self))
      : subscription.beginNext(value)
    forwardNext(value)
    subscription.end(delivery)
  }

  // What a subclass does with an event that has passed.

  @usableFromInline
  func forwardNext(_ value: Value) {}

  func forwardError(_ error: any Error) {}

  func forwardCompleted() {}

  /// Disposes the subscription and forwards a terminal event, an error, or nil for completion: at
  /// once, or at its turn.
  func end(_ error: (any Error)?) { endNow(error) }

  final func endNow(_ error: (any Error)?) {
    guard subscription.settle() else { return }
    if let error { forwardError(error) } else { forwardCompleted() }
  }
}
