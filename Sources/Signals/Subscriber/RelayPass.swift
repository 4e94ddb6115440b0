// SPDX-License-Identifier: MIT

import Synchronization

/// A passthrough in front of any subscriber, which it retains.
final class RelayPass<Value: Sendable>: PassthroughSubscriber<Value>, @unchecked Sendable {
  // Unchecked: constant.

  private let subscriber: any Subscriber<Value>

  init(_ subscription: Subscription, to subscriber: any Subscriber<Value>) {
    self.subscriber = subscriber
    super.init(subscription)
    subscriber.didSubscribe(with: subscription)
    if subscription.hidesValues.load(ordering: .relaxed) { downstreamBase?.hideValues() }
  }

  override var downstreamBase: PassthroughBase? { subscriber as? PassthroughBase }

  override func forwardNext(_ value: Value) { subscriber.sendNext(value) }

  override func forwardError(_ error: any Error) { subscriber.sendError(error) }

  override func forwardCompleted() { subscriber.sendCompleted() }
}
