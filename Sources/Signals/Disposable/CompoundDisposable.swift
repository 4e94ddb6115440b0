// SPDX-License-Identifier: MIT

import Synchronization

/// A disposable with children, which are disposed together with it.
///
/// ```swift
/// let subscriptions = CompoundDisposable()
/// clicks.subscribe(next: { print($0) }).disposed(by: subscriptions)
/// keys.subscribe(next: { print($0) }).disposed(by: subscriptions)
/// subscriptions.dispose()
/// ```
///
/// Children are disposed in the order in which they were added, without a lock, so they may touch
/// the compound meanwhile. A child that was disposed by itself is let go sooner or later: there are
/// never more than a few such, or as many as live ones. The RAC class is RACCompoundDisposable.
///
/// Its tracepoints are `raccompounddisposable:added` and `raccompounddisposable:removed`, one for
/// each change but those that its own disposal makes.
public class CompoundDisposable: Disposable, @unchecked Sendable {
  // Unchecked: `children` is protected by `lock` until the compound is disposed. From then on
  // whoever takes the lock leaves them alone; they belong to the one that disposes, as soon as
  // nobody holds it. That one sets the bit, then looks at the lock; all others take the lock, then
  // look at the bit. The four are sequentially consistent, so one of the two sees the other.

  private final let lock = Lock()
  @exclusivity(unchecked)
  private final var children = DisposableList()

  /// Makes one without children.
  ///
  /// - Complexity: O(1), one allocation.
  public override init() {
    super.init()
  }

  /// Makes one with a block of its own, which runs before the children are disposed.
  public override init(_ block: @escaping @Sendable () -> Void) {
    super.init(block)
  }

  /// Makes one and adds children to it, in their order.
  public convenience init(_ disposables: [Disposable]) {
    self.init()
    for disposable in disposables { add(disposable) }
  }

  deinit {
    children.releaseAll()
  }

  /// Adds a child.
  ///
  /// If the compound is disposed already, the child is disposed at once, on this thread. A child
  /// that is disposed already, or is there already, or is nil, is ignored.
  ///
  /// The tracepoint is `raccompounddisposable:added`, after the change.
  ///
  /// - Complexity: O(1) amortised; no allocation for the first two children.
  public final func add(_ disposable: Disposable?) {
    if let disposable { insert(disposable) }
  }

  /// Adds a child; without an optional in between, which would cost a reference counted.
  final func insert(_ disposable: Disposable) {
    guard disposable !== self, !disposable.isDisposed else { return }
    lock.lock()
    if isGone {
      lock.unlock()
      disposable.dispose()
    } else if children.isEmpty {
      children.setFirst(disposable)
      lock.unlock()
      trace(removed: [], added: disposable, total: 1)
    } else {
      appendAndUnlock(disposable)
    }
  }

  private final func appendAndUnlock(_ disposable: Disposable) {
    var finished: [Disposable] = []
    let isNew = children.append(disposable, finished: &finished)
    let total = children.count
    lock.unlock()
    if isNew || !finished.isEmpty {
      trace(removed: finished, added: isNew ? disposable : nil, total: total)
    }
  }

  /// Removes a child without disposing it.
  ///
  /// One that is not there, or nil, is ignored; so is the call if the compound is disposed.
  ///
  /// The tracepoint is `raccompounddisposable:removed`, after the change.
  ///
  /// - Complexity: O(1) amortised.
  public final func remove(_ disposable: Disposable?) {
    guard let disposable else { return }
    lock.lock()
    let isRemoved = !isGone && children.remove(disposable)
    let total = isRemoved ? children.count : 0
    lock.unlock()
    if isRemoved { traceRemoved(disposable, total: total) }
  }

  /// Whether the children belong to the one that disposes; asked with the lock held.
  @inline(__always)
  private final var isGone: Bool { state.load(ordering: .sequentiallyConsistent) & 1 != 0 }

  /// The number of children that are held, for tests.
  final var count: Int { lock.withLock { isGone ? 0 : children.count } }

  override final func appendInner(to list: inout [Disposable]) {
    lock.withLock { if !isGone { children.append(to: &list) } }
  }

  /// Runs the block, then disposes the children in the order in which they were added.
  public override func performDisposal() {
    super.performDisposal()
    lock.waitUntilFree()
    if !children.isEmpty { children.disposeAll() }
  }
}
