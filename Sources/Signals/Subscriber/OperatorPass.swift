// SPDX-License-Identifier: MIT

/// The passthrough in front of an operator, and the operator itself: what it forwards goes, perhaps
/// changed, to the passthrough downstream.
///
/// The downstream one is retained, but reached without counting references: whoever delivers keeps
/// the first one of a chain alive, and so all of it. It is given up only when this one is freed,
/// thus after deliveries in flight.
class OperatorPass<Input: Sendable, Output: Sendable>: PassthroughSubscriber<Input>,
  @unchecked Sendable
{
  // Unchecked: constant.

  private final let reference: Unmanaged<PassthroughSubscriber<Output>>

  /// Begins a subscription of an operator to a source, for the sake of the one downstream.
  ///
  /// Both are borrowed: an initialiser would own them, and count references that nobody needs.
  init(
    from source: borrowing SignalBase, to downstream: borrowing PassthroughSubscriber<Output>
  ) {
    let downstream = copy downstream
    reference = .passRetained(downstream)
    if source.isRedacted { downstream.hideValues() }
    super.init(downstream.subscription.addChild(from: source))
  }

  deinit {
    Trampoline.release(reference.takeRetainedValue() as PassthroughBase?)
  }

  /// The passthrough downstream.
  ///
  /// Getting it retains it; values go by ``passNext(_:)``.
  final var downstream: PassthroughSubscriber<Output> {
    reference._withUnsafeGuaranteedRef { $0 }
  }

  override final var downstreamBase: PassthroughBase? { downstream }

  /// Passes a value on, downstream.
  @inline(__always)
  final func passNext(_ value: Output) {
    reference._withUnsafeGuaranteedRef { $0.sendNext(value) }
  }

  override func forwardError(_ error: any Error) {
    reference._withUnsafeGuaranteedRef { $0.sendError(error) }
  }

  override func forwardCompleted() {
    reference._withUnsafeGuaranteedRef { $0.sendCompleted() }
  }
}
