// SPDX-License-Identifier: MIT

extension Signal where Value == [Bool] {
  /// A signal of whether all elements of each list are true.
  ///
  /// Of an empty list all are. Order and threads are the source's; errors and completion pass. The
  /// name is `source.and`.
  ///
  /// - Returns: The new signal.
  /// - Complexity: O(*n*) in the length of a list, no allocation.
  public final func and() -> Signal<Bool> {
    OperatorSignal("and", of: self) { MapPass(from: $0, to: $1) { $0.allSatisfy(\.self) } }
  }
}

extension Signal where Value == (Bool, Bool) {
  /// A signal of whether both elements of each pair are true.
  ///
  /// Order and threads are the source's; errors and completion pass. The name is `source.and`.
  ///
  /// - Returns: The new signal.
  /// - Complexity: O(1) for a value, no allocation.
  public final func and() -> Signal<Bool> {
    OperatorSignal("and", of: self) { MapPass(from: $0, to: $1) { $0 && $1 } }
  }
}

extension Signal where Value == (Bool, Bool, Bool) {
  /// A signal of whether all elements of each triple are true.
  ///
  /// Order and threads are the source's; errors and completion pass. The name is `source.and`.
  ///
  /// - Returns: The new signal.
  /// - Complexity: O(1) for a value, no allocation.
  public final func and() -> Signal<Bool> {
    OperatorSignal("and", of: self) { MapPass(from: $0, to: $1) { $0 && $1 && $2 } }
  }
}
