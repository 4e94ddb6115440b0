// SPDX-License-Identifier: MIT

import CThreadState
public import Synchronization

/// Something that can be ended once: a subscription, a scheduled action, a resource.
///
/// ```swift
/// let subscription = clicks.subscribe(next: { print($0) })
/// subscription.dispose()
/// ```
///
/// Freeing a disposable does not dispose it; that is what ``ScopedDisposable`` is for. What it
/// holds is let go when it is disposed.
///
/// A subclass overrides ``performDisposal()``. The RAC class is RACDisposable.
open class Disposable: CustomStringConvertible, @unchecked Sendable {
  // Unchecked: `block` is written by `init`, and after that touched only by the one caller that
  // sets the bit in `state`, or by `deinit`, which nobody else can race with.

  /// The lowest bit: disposed.
  ///
  /// The other bits: the id for traces, 0 until one was asked for.
  @usableFromInline
  final let state = Atomic<UInt64>(0)

  // Its owner is alone with it, so the run-time check of that, which costs more than the rest, is
  // left out; the same elsewhere.
  @exclusivity(unchecked)
  private final var block: (@Sendable () -> Void)?

  /// Makes a disposable that does nothing but remember that it was disposed.
  ///
  /// - Complexity: O(1), one allocation.
  public init() {
    block = nil
  }

  /// Makes a disposable that runs a block when it is disposed.
  ///
  /// - Parameter block: Runs exactly once, on the thread that disposes, and is released then.
  ///   It does not run when the disposable is freed undisposed.
  /// - Complexity: O(1), one allocation besides the closure's.
  public init(_ block: @escaping @Sendable () -> Void) {
    self.block = block
  }

  deinit {
    if block != nil { Trampoline.release(block.take()) }
  }

  /// Whether ``dispose()`` was called; true from the call on, thus also while the block runs.
  ///
  /// - Complexity: one atomic load.
  @inlinable
  public final var isDisposed: Bool {
    state.load(ordering: .acquiring) & 1 != 0
  }

  /// Disposes: the first call does what there is to do, on the calling thread; all others nothing.
  ///
  /// A second thread that calls meanwhile returns at once, without waiting for the first. No lock
  /// is held. A disposable may dispose others, itself included, while it disposes. A disposal that
  /// is nested in more than 64 others runs right after the one it is nested in, so that chains of
  /// any length need a bounded stack.
  ///
  /// - Complexity: O(1) and no allocation, besides what the block does.
  public final func dispose() {
    guard setDisposed() else { return }
    guard Trampoline.enter() else {
      Trampoline.postpone(.dispose(self))
      return
    }
    performDisposal()
    Trampoline.leave()
  }

  /// What there is to do: called once, by the first ``dispose()``, on its thread, without a lock.
  ///
  /// The default runs the block. An override calls `super` first, or does without a block.
  open func performDisposal() {
    takeBlock()?()
  }

  /// The id of the scheduler on which this waits for its turn, or 0.
  var awaitedScheduler: UInt64 { 0 }

  /// Appends what this would dispose, as far as that is known.
  func appendInner(to list: inout [Disposable]) {}

  /// The type and a number that is unique in this process, such as `Disposable#12`; it stands for
  /// the disposable in traces.
  open var description: String {
    "\(type(of: self))#\(traceID)"
  }

  /// Sets the bit; true for the one caller that may, and must, do what there is to do.
  ///
  /// Sequentially consistent, because a compound looks at its lock afterwards.
  @inline(__always)
  final func setDisposed() -> Bool {
    state.bitwiseOr(1, ordering: .sequentiallyConsistent).oldValue & 1 == 0
  }

  /// Moves the block out; only for the one for whom ``setDisposed()`` returned true.
  final func takeBlock() -> (@Sendable () -> Void)? {
    block.take()
  }

  /// A number for traces: unique in this process, given out when it is first asked for.
  final var traceID: UInt64 {
    var current = state.load(ordering: .relaxed)
    if current > 1 { return current >> 1 }
    let id = ractrace_new_id()
    while current <= 1 {
      let (exchanged, original) = state.compareExchange(
        expected: current, desired: id << 1 | current, ordering: .relaxed)
      if exchanged { return id }
      current = original
    }
    return current >> 1
  }
}
