// SPDX-License-Identifier: MIT

extension Signal {
  /// The last values, which are sent when the source completes.
  ///
  /// They are sent in order, on that thread, fewer if there were fewer, then completion. An error
  /// passes, and no values are sent. Dispose while they are sent stops at once. Events of a source
  /// that may overlap are serialised. The name is `source.takeLast`.
  ///
  /// - Parameter count: The number of values; not negative.
  /// - Returns: The new signal.
  /// - Complexity: O(1) amortised for a value. At most `count` values are kept.
  public final func takeLast(_ count: Int) -> Signal {
    precondition(count >= 0, "takeLast needs a count that is not negative, not \(count)")
    return OperatorSignal("takeLast", of: self) {
      TakeLastPass(from: $0, to: $1, count)
    }
  }
}

private final class TakeLastPass<Value: Sendable>: OperatorPass<Value, Value>, @unchecked Sendable {
  // Unchecked: `last` is touched only at the turn of an event.
  private let last = Ring<Value>()
  private let count: Int

  init(from source: SignalBase, to downstream: PassthroughSubscriber<Value>, _ count: Int) {
    self.count = count
    super.init(from: source, to: downstream)
  }

  override func forwardNext(_ value: Value) {
    guard count > 0 else { return }
    if last.count == count { _ = last.removeFirst() }
    last.append(value)
  }

  override func forwardCompleted() {
    while !last.isEmpty && !downstream.isDisposed { passNext(last.removeFirst()) }
    super.forwardCompleted()
  }
}
