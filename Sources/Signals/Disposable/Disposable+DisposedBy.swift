// SPDX-License-Identifier: MIT

extension Disposable {
  /// Adds this disposable to a compound one, which disposes it with its other children.
  ///
  /// ```swift
  /// clicks.subscribe(next: { print($0) }).disposed(by: subscriptions)
  /// ```
  ///
  /// If the compound is disposed already, this one is disposed at once.
  public final func disposed(by compound: CompoundDisposable) {
    compound.add(self)
  }
}
