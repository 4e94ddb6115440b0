// SPDX-License-Identifier: MIT

extension Signal {
  /// A signal of one array: all the values, in order.
  ///
  /// It is sent when the source completes, on that thread, then completion; of a source without
  /// values it is empty. An error passes, and no array is sent. Events of a source that may overlap
  /// are serialised. The name is `source.collect`.
  ///
  /// - Returns: The new signal.
  /// - Complexity: O(1) amortised for a value. All values are kept until the end.
  public final func collect() -> Signal<[Value]> {
    OperatorSignal("collect", of: self) { CollectPass(from: $0, to: $1) }
  }
}

private final class CollectPass<Value: Sendable>: OperatorPass<Value, [Value]>, @unchecked Sendable
{
  // Unchecked: `values` is touched only at the turn of an event.
  @exclusivity(unchecked) private var values: [Value] = []

  override func forwardNext(_ value: Value) { values.append(value) }

  override func forwardCompleted() {
    let all = values
    values = []
    passNext(all)
    super.forwardCompleted()
  }

  override func forwardError(_ error: any Error) {
    values = []
    super.forwardError(error)
  }
}
