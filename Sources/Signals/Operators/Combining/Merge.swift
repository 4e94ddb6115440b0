// SPDX-License-Identifier: MIT

import Synchronization

extension Signal {
  /// A signal of the values of this signal and another one.
  ///
  /// Both are subscribed at once, this one first. Values come in the order in which they are sent,
  /// on their threads, never two at once: see ``merge(_:)-swift.type.method`` for the rest. The
  /// name is `merge(a, b)`.
  public final func merge(_ other: Signal) -> Signal {
    .merge([self, other])
  }

  /// A signal of the values of several signals.
  ///
  /// They are subscribed in their order. What they send while another value is being delivered is
  /// queued and delivered by the thread that is already delivering, so that nothing overlaps. An
  /// error of any of them ends it and disposes the others. It completes after all of them have,
  /// and at once if there are none. The name is `merge(a, b)`.
  ///
  /// - Complexity: O(1) for a value, no allocation, unless it is queued.
  public static func merge(_ sources: [Signal]) -> Signal {
    MergeSignal(sources)
  }
}

private final class MergeSignal<Value: Sendable>: Signal<Value>, @unchecked Sendable {
  // Unchecked: `sources` is written by `init` and `deinit` only.
  private var sources: [Signal<Value>]?

  init(_ sources: [Signal<Value>]) {
    self.sources = sources
    super.init(
      name: TraceName(.listed("merge", sources.map(\.name))), deliversSerially: true,
      isRedacted: sources.contains(where: \.isRedacted))
  }

  deinit {
    Trampoline.release(sources.take())
  }

  override func attach(_ passthrough: PassthroughSubscriber<Value>) -> Link? {
    guard let sources, !sources.isEmpty else {
      passthrough.sendCompleted()
      return nil
    }
    let gate = MergeGate(passthrough, sources: sources.count)
    return .inOrder(
      sources.map { source in
        Link(
          signal: source, passthrough: MergePass(from: source, to: passthrough, through: gate))
      })
  }
}

private final class MergeGate<Value: Sendable>: DownstreamGate<Value>, @unchecked Sendable {
  // Unchecked: atomic.
  private let open: Atomic<Int>

  init(_ downstream: PassthroughSubscriber<Value>, sources: Int) {
    open = Atomic(sources)
    super.init(downstream)
  }

  func sourceCompleted() {
    if open.wrappingSubtract(1, ordering: .acquiringAndReleasing).newValue == 0 { send(.completed) }
  }
}

private final class MergePass<Value: Sendable>: OperatorPass<Value, Value>, @unchecked Sendable {
  // Unchecked: constant.
  private let gate: MergeGate<Value>

  init(
    from source: SignalBase, to downstream: PassthroughSubscriber<Value>,
    through gate: MergeGate<Value>
  ) {
    self.gate = gate
    super.init(from: source, to: downstream)
  }

  override func forwardNext(_ value: Value) { gate.sendNext(value) }

  override func forwardError(_ error: any Error) { gate.send(.error(error)) }

  override func forwardCompleted() {
    downstream.subscription.remove(subscription)
    gate.sourceCompleted()
  }
}
