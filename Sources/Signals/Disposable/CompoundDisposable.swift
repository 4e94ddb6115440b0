// SPDX-License-Identifier: MIT

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
  // Unchecked: `children` is protected by `lock`.

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
    guard let disposable, disposable !== self, !disposable.isDisposed else { return }
    lock.lock()
    if isDisposed {
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
  /// One that is not there, or nil, is ignored.
  ///
  /// The tracepoint is `raccompounddisposable:removed`, after the change.
  ///
  /// - Complexity: O(1) amortised.
  public final func remove(_ disposable: Disposable?) {
    guard let disposable else { return }
    let total: Int? = lock.withLock { children.remove(disposable) ? children.count : nil }
    if let total { traceRemoved(disposable, total: total) }
  }

  /// The number of children that are held, for tests.
  final var count: Int { lock.withLock { children.count } }

  override final func appendInner(to list: inout [Disposable]) {
    lock.withLock { children.append(to: &list) }
  }

  /// Runs the block, then disposes the children in the order in which they were added.
  public override func performDisposal() {
    super.performDisposal()
    lock.lock()
    guard !children.isEmpty else { return lock.unlock() }
    var all = children.takeAll()
    lock.unlock()
    all.disposeAll()
  }
}
