// SPDX-License-Identifier: MIT

import Testing

@testable import Signals

@Suite("ScopedDisposable")
struct ScopedDisposableTests {
  // Behaviour 280.
  @Test("runs its block when it is freed")
  func freed() {
    let runs = Log<Int>()
    var scoped: ScopedDisposable? = ScopedDisposable { runs.append(1) }
    #expect(scoped?.isDisposed == false)
    scoped = nil
    #expect(runs.all == [1])
  }

  @Test("runs its block once when it is disposed before it is freed")
  func disposedThenFreed() {
    let runs = Log<Int>()
    do { ScopedDisposable { runs.append(1) }.dispose() }
    #expect(runs.all == [1])
  }

  @Test("disposes the disposable that it was made from")
  func wrapping() {
    let inner = Disposable()
    do { _ = ScopedDisposable(inner) }
    #expect(inner.isDisposed)
  }
}
