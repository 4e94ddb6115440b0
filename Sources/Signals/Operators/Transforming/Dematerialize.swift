// SPDX-License-Identifier: MIT

extension Signal {
  /// The signal whose events this one sends as values: the inverse of ``materialize()``.
  ///
  /// The first terminal event that is sent as a value ends it, and the source is disposed. Order
  /// and threads are the source's; its own errors and completion pass. Events of a source that may
  /// overlap are serialised. The name is `source.dematerialize`.
  ///
  /// - Returns: The new signal.
  /// - Complexity: O(1) for a value, no allocation.
  public final func dematerialize<Output: Sendable>() -> Signal<Output>
  where Value == Event<Output> {
    OperatorSignal("dematerialize", of: self) {
      DematerializePass(from: $0, to: $1)
    }
  }
}

private final class DematerializePass<Output: Sendable>: OperatorPass<Event<Output>, Output>,
  @unchecked Sendable
{
  // Unchecked: no state of its own.

  override func forwardNext(_ event: Event<Output>) {
    switch event {
    case .next(let value): passNext(value)
    case .error(let error): downstream.sendError(error)
    case .completed: downstream.sendCompleted()
    }
  }
}
