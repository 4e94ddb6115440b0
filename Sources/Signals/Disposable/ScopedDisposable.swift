// SPDX-License-Identifier: MIT

/// A disposable that is disposed at the latest when it is freed.
///
/// It ties something to the life of whoever holds it:
///
/// ```swift
/// final class Screen {
///   private let clicks: ScopedDisposable
///   init(_ signal: Signal<Int>) { clicks = ScopedDisposable(signal.subscribe(next: { … })) }
/// }
/// ```
///
/// The RAC class is RACScopedDisposable.
public final class ScopedDisposable: Disposable, @unchecked Sendable {
  // Unchecked: no state of its own.

  /// Makes one that disposes another disposable.
  public convenience init(_ disposable: Disposable) {
    self.init { disposable.dispose() }
  }

  /// Makes one that runs a block, on whichever thread disposes or frees it.
  public override init(_ block: @escaping @Sendable () -> Void) {
    super.init(block)
  }

  deinit {
    // Not dispose(): that could put the dying object on a list.
    if setDisposed(), let block = takeBlock() { Trampoline.call(block) }
  }
}
