// SPDX-License-Identifier: MIT

/// The signal of an operator over several sources.
///
/// Its events are serialised by the operator.
final class JunctionSignal<Output: Sendable>: Signal<Output>, @unchecked Sendable {
  // Unchecked: `makeLink` is written by `init` and `deinit` only, and is `@Sendable`.

  typealias MakeLink = @Sendable (PassthroughSubscriber<Output>) -> Link?

  private var makeLink: MakeLink?

  /// Makes the signal.
  ///
  /// - Parameters:
  ///   - name: The operator with its sources.
  ///   - isRedacted: Whether one of them hides its values.
  ///   - makeLink: Makes the operator for one subscription, and returns the steps that its sources
  ///     need. It holds them.
  init(_ name: TraceName.Content, isRedacted: Bool, _ makeLink: @escaping MakeLink) {
    self.makeLink = makeLink
    super.init(name: TraceName(name), deliversSerially: true, isRedacted: isRedacted)
  }

  deinit {
    Trampoline.release(makeLink.take())
  }

  override func attach(_ passthrough: PassthroughSubscriber<Output>) -> Link? {
    makeLink?(passthrough)
  }
}
