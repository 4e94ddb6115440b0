// SPDX-License-Identifier: MIT

/// A disposable that holds one other disposable, which can be replaced.
///
/// Replacing does not dispose the previous one; ``swapIn(_:)`` gives it back for that. Once the
/// serial disposable is disposed, whatever is set is disposed at once. The RAC class is
/// RACSerialDisposable.
public final class SerialDisposable: Disposable, @unchecked Sendable {
  // Unchecked: `inner` is protected by `lock`.

  private let lock = Lock()
  private var inner: Disposable?

  /// Makes one that holds nothing yet.
  public override init() {
    super.init()
  }

  /// Makes one that holds a new disposable with this block.
  ///
  /// Disposing that one does not dispose the serial one.
  public override init(_ block: @escaping @Sendable () -> Void) {
    inner = Disposable(block)
    super.init()
  }

  /// Makes one that holds a disposable.
  public init(_ disposable: Disposable?) {
    inner = disposable
    super.init()
  }

  deinit {
    if inner != nil { Trampoline.release(inner.take()) }
  }

  /// The disposable that is held; nil once the serial one is disposed.
  ///
  /// Setting it does not dispose the previous one. After dispose the new one is disposed at once,
  /// on the calling thread.
  public var disposable: Disposable? {
    get { lock.withLock { inner } }
    set { _ = swapIn(newValue) }
  }

  /// Holds another disposable and returns the one before, undisposed.
  ///
  /// If the serial disposable is disposed, the new one is disposed at once and nil returned.
  ///
  /// - Complexity: O(1), no allocation.
  @discardableResult
  public func swapIn(_ disposable: Disposable?) -> Disposable? {
    let (isKept, previous) = lock.withLock { () -> (Bool, Disposable?) in
      guard !isDisposed else { return (false, nil) }
      let previous = inner
      inner = disposable
      return (true, previous)
    }
    if !isKept { disposable?.dispose() }
    return previous
  }

  override func appendInner(to list: inout [Disposable]) {
    if let disposable { list.append(disposable) }
  }

  /// Disposes what is held.
  public override func performDisposal() {
    super.performDisposal()
    let last = lock.withLock { inner.take() }
    last?.dispose()
  }
}
