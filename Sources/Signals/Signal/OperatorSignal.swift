// SPDX-License-Identifier: MIT

/// The signal of an operator over one source.
final class OperatorSignal<Input: Sendable, Output: Sendable>: Signal<Output>, @unchecked Sendable {
  // Unchecked: `makePass` is written by `init` and `deinit` only; the rest is constant.

  typealias MakePass =
    @Sendable (SignalBase, PassthroughSubscriber<Output>) -> OperatorPass<Input, Output>

  /// A `Signal<Input>`, retained; its class is left out, for it would be looked up each time, at
  /// some cost.
  private let source: Unmanaged<SignalBase>
  @exclusivity(unchecked) private var makePass: MakePass?

  /// Makes the signal.
  ///
  /// - Parameters:
  ///   - name: The operator's name.
  ///   - source: What it is applied to.
  ///   - deliversSerially: Whether the operator sends one event at a time, as it does if it leaves
  ///     that to its source.
  ///   - makePass: Makes the operator for one subscription.
  init(
    _ name: String, of source: Signal<Input>, deliversSerially: Bool = true,
    _ makePass: @escaping MakePass
  ) {
    self.source = .passRetained(source)
    self.makePass = makePass
    super.init(
      name: TraceName(.applied(name, to: source.name)),
      deliversSerially: deliversSerially, isRedacted: source.isRedacted)
  }

  deinit {
    Trampoline.release(source.takeRetainedValue() as SignalBase?)
    // Its function may hold another signal.
    Trampoline.release(makePass.take())
  }

  override func attach(_ passthrough: PassthroughSubscriber<Output>) -> Link? {
    guard let makePass else { return nil }
    return source._withUnsafeGuaranteedRef { source in
      Link(signal: source, passthrough: makePass(source, passthrough))
    }
  }
}
