// SPDX-License-Identifier: MIT

extension Signal where Value == Bool {
  /// A signal of the opposite of each value.
  ///
  /// Order and threads are the source's; errors and completion pass. The name is `source.not`.
  ///
  /// - Returns: The new signal.
  /// - Complexity: O(1) for a value, no allocation.
  public final func not() -> Signal<Bool> {
    OperatorSignal("not", of: self) { MapPass(from: $0, to: $1) { !$0 } }
  }
}
