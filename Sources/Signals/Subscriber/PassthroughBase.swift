// SPDX-License-Identifier: MIT

public import Synchronization

/// What passthrough subscribers of all value types have in common: their subscription.
///
/// It is only ever a ``PassthroughSubscriber``; the library makes no other subclass.
public class PassthroughBase: @unchecked Sendable {
  // Unchecked: `previous` and `sequence` are protected by the lock of the list that the subscriber
  // is in; `following` is atomic.

  @usableFromInline final let subscription: Subscription

  /// The next one in the list of a subject.
  @usableFromInline final let following = Atomic<Unmanaged<PassthroughBase>?>(nil)
  @exclusivity(unchecked) final var previous: Unmanaged<PassthroughBase>?
  @usableFromInline @exclusivity(unchecked) final var sequence: UInt64 = 0

  init(_ subscription: Subscription) {
    self.subscription = subscription
  }

  /// The passthrough that this one forwards to, if that is what it does.
  var downstreamBase: PassthroughBase? { nil }

  /// Hides values in traces, here and downstream.
  ///
  /// Needed where a redacted signal is subscribed for the sake of others that did not know of it.
  final func hideValues() {
    var next: PassthroughBase? = self
    while let passthrough = next, !passthrough.subscription.hidesValues.load(ordering: .relaxed) {
      passthrough.subscription.hidesValues.store(true, ordering: .relaxed)
      next = passthrough.downstreamBase
    }
  }

  /// Whether the subscription has ended: by a terminal event, or because it was disposed.
  ///
  /// What is sent then is ignored. A source that sends in a loop asks, to know when to stop.
  ///
  /// - Complexity: one atomic load.
  @inlinable
  public final var isDisposed: Bool { subscription.isDisposed }
}
