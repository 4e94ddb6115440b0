// SPDX-License-Identifier: MIT

/// The signal of an operator over one source.
final class OperatorSignal<Input: Sendable, Output: Sendable>: Signal<Output>, @unchecked Sendable {
  // Unchecked: `source` and `makePass` are written by `init` and `deinit` only.

  typealias MakePass =
    @Sendable (SignalBase, PassthroughSubscriber<Output>) -> OperatorPass<Input, Output>

  /// A `Signal<Input>`; its class is left out, for it would be looked up each time, at some cost.
  private var source: SignalBase?
  private var makePass: MakePass?

  /// Makes the signal.
  ///
  /// - Parameters:
  ///   - name: The operator's name.
  ///   - source: What it is applied to.
  ///   - deliversSerially: Whether the events of one subscription never overlap; nil: as the
  ///     source's.
  ///   - makePass: Makes the operator for one subscription.
  init(
    _ name: String, of source: Signal<Input>, deliversSerially: Bool? = nil,
    _ makePass: @escaping MakePass
  ) {
    self.source = source
    self.makePass = makePass
    super.init(
      name: TraceName(.applied(name, to: source.name)),
      deliversSerially: deliversSerially ?? source.deliversSerially,
      isRedacted: source.isRedacted)
  }

  deinit {
    Trampoline.release(source.take())
    // Its function may hold another signal.
    Trampoline.release(makePass.take())
  }

  override func attach(_ passthrough: PassthroughSubscriber<Output>) -> Link? {
    guard let source, let makePass else { return nil }
    return Link(signal: source, passthrough: makePass(source, passthrough))
  }
}
