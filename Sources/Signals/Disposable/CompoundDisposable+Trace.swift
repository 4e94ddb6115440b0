// SPDX-License-Identifier: MIT

import SignalProbes

extension CompoundDisposable {
  /// Emits what `add` has changed: finished children that were let go, then the one added.
  @inline(__always)
  final func trace(removed: [Disposable], added: Disposable?, total: Int) {
    if CompoundDisposableProbe.addedEnabled || CompoundDisposableProbe.removedEnabled {
      emit(removed: removed, added: added, total: total)
    }
  }

  /// Emits a removal.
  @inline(__always)
  final func traceRemoved(_ disposable: Disposable, total: Int) {
    if CompoundDisposableProbe.removedEnabled {
      emit(removed: [disposable], added: nil, total: total)
    }
  }

  @inline(never)
  private final func emit(removed: [Disposable], added: Disposable?, total: Int) {
    TraceText.withCString(description) { compound, _ in
      var left = total + removed.count - (added == nil ? 0 : 1)
      for child in removed {
        left -= 1
        guard CompoundDisposableProbe.removedEnabled else { continue }
        TraceText.withCString(child.description) { text, _ in
          CompoundDisposableProbe.removed(
            compoundDisposable: compound, disposable: text, newTotal: Int64(left))
        }
      }
      if let added, CompoundDisposableProbe.addedEnabled {
        TraceText.withCString(added.description) { text, _ in
          CompoundDisposableProbe.added(
            compoundDisposable: compound, disposable: text, newTotal: Int64(total))
        }
      }
    }
  }
}
