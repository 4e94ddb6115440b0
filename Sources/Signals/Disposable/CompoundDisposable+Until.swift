// SPDX-License-Identifier: MIT

extension CompoundDisposable {
  /// Adds a child that is let go as soon as it is disposed by itself.
  ///
  /// - Complexity: O(1), an allocation besides those of ``add(_:)``.
  final func addUntilDisposed(_ child: CompoundDisposable) {
    add(child)
    child.add(Leaving(parent: self, child: child))
  }

  /// A child's child, which takes the child out of its parent.
  private final class Leaving: Disposable, @unchecked Sendable {
    // Unchecked: constant but for what the runtime does to weak references, which is safe.
    private weak let parent: CompoundDisposable?
    /// Gone, perhaps, when a disposal was so deep that this one was postponed; then the parent has
    /// let it go.
    private weak let child: CompoundDisposable?

    init(parent: CompoundDisposable, child: CompoundDisposable) {
      self.parent = parent
      self.child = child
      super.init()
    }

    override func performDisposal() {
      parent?.remove(child)
    }
  }
}
