// SPDX-License-Identifier: MIT

/// What a source that may overlap sends to in place of a passthrough, which is handed one event at
/// a time.
///
/// It has the subscription of the one behind it, and traces for it. Behind this one nothing
/// overlaps, so no operator and no listener needs to see to that by itself, and a source that
/// serialises its events, which sends to the passthrough itself, has nothing to pay.
final class SerialPass<Value: Sendable>: PassthroughSubscriber<Value>, @unchecked Sendable {
  // Unchecked: constant.

  private let gate: SubscriptionGate<Value>

  init(_ passthrough: PassthroughSubscriber<Value>) {
    gate = SubscriptionGate(passthrough)
    super.init(passthrough.subscription)
    gate.join()
  }

  deinit {
    gate.letGo()
  }

  override var downstreamBase: PassthroughBase? { gate.downstreamBase }

  override func forwardNext(_ value: Value) {
    if !subscription.isTerminated { gate.sendNext(value) }
  }

  override func end(_ error: (any Error)?) {
    gate.send(error.map { .error($0) } ?? .completed)
  }
}
