// SPDX-License-Identifier: MIT

extension Signal {
  /// The same signal without the first values.
  ///
  /// Order and threads are the source's; errors and completion pass, also if fewer values came.
  /// Events of a source that may overlap are serialised. The name is `source.skip`.
  ///
  /// - Parameter count: The number of values that each subscription skips; not negative.
  /// - Returns: The new signal.
  /// - Complexity: O(1) for a value, no allocation.
  public final func skip(_ count: Int) -> Signal {
    precondition(count >= 0, "skip needs a count that is not negative, not \(count)")
    return OperatorSignal("skip", of: self) {
      SkipPass(from: $0, to: $1, count)
    }
  }
}

private final class SkipPass<Value: Sendable>: OperatorPass<Value, Value>, @unchecked Sendable {
  // Unchecked: `left` is touched only at the turn of an event.
  @exclusivity(unchecked) private var left: Int

  init(from source: SignalBase, to downstream: PassthroughSubscriber<Value>, _ count: Int) {
    left = count
    super.init(from: source, to: downstream)
  }

  override func forwardNext(_ value: Value) {
    guard left > 0 else { return passNext(value) }
    left -= 1
  }
}
