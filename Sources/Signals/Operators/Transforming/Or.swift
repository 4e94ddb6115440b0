// SPDX-License-Identifier: MIT

extension Signal where Value == [Bool] {
  /// A signal of whether any element of each list is true.
  ///
  /// Of an empty list none is. Order and threads are the source's; errors and completion pass. The
  /// name is `source.or`.
  ///
  /// - Returns: The new signal.
  /// - Complexity: O(*n*) in the length of a list, no allocation.
  public final func or() -> Signal<Bool> {
    OperatorSignal("or", of: self) { MapPass(from: $0, to: $1) { $0.contains(true) } }
  }
}

extension Signal where Value == (Bool, Bool) {
  /// A signal of whether any element of each pair is true.
  ///
  /// Order and threads are the source's; errors and completion pass. The name is `source.or`.
  ///
  /// - Returns: The new signal.
  /// - Complexity: O(1) for a value, no allocation.
  public final func or() -> Signal<Bool> {
    OperatorSignal("or", of: self) { MapPass(from: $0, to: $1) { $0 || $1 } }
  }
}

extension Signal where Value == (Bool, Bool, Bool) {
  /// A signal of whether any element of each triple is true.
  ///
  /// Order and threads are the source's; errors and completion pass. The name is `source.or`.
  ///
  /// - Returns: The new signal.
  /// - Complexity: O(1) for a value, no allocation.
  public final func or() -> Signal<Bool> {
    OperatorSignal("or", of: self) { MapPass(from: $0, to: $1) { $0 || $1 || $2 } }
  }
}
