// SPDX-License-Identifier: MIT

import Testing

@testable import Signals

@Suite("Trampoline")
struct TrampolineTests {
  static let depth = 100_000

  /// A chain in which each disposable disposes the next, made of one kind or of several.
  private func chain(_ link: (Disposable) -> Disposable, end: Disposable) -> Disposable {
    var head = end
    for _ in 0..<Self.depth { head = link(head) }
    return head
  }

  // Behaviour P11.
  @Test("a chain of 100,000 disposables is disposed and freed on a small stack")
  func disposeChain() {
    let isDone = Log<Int>()
    onSmallStack {
      let end = Disposable { isDone.append(1) }
      let head = self.chain({ next in Disposable { next.dispose() } }, end: end)
      head.dispose()
      #expect(end.isDisposed)
    }
    #expect(isDone.all == [1])
  }

  @Test("a chain of 100,000 compounds, serials and scoped ones is disposed and freed")
  func disposeMixedChain() {
    onSmallStack {
      let end = Disposable()
      let head = self.chain(
        { next in
          CompoundDisposable([SerialDisposable(ScopedDisposable(next))])
        }, end: end)
      head.dispose()
      #expect(end.isDisposed)
    }
  }

  @Test("a chain of 100,000 is freed undisposed on a small stack")
  func freeChain() {
    let lives = Lives()
    onSmallStack {
      let end = lives.withOne { one in Disposable { _ = one } }
      _ = self.chain(
        { next in CompoundDisposable([Disposable { next.dispose() }]) }, end: end)
    }
    #expect(lives.count == 0)
  }

  @Test("a chain of 100,000 scoped ones is disposed by freeing its head")
  func freeScopedChain() {
    let end = Disposable()
    onSmallStack {
      _ = self.chain({ next in ScopedDisposable(next) }, end: end)
    }
    #expect(end.isDisposed)
  }

  @Test("disposal is done when dispose returns and in order, at the top and in the depth")
  func order() {
    let order = Log<Int>()
    // A comb: each compound has two plain children and, between them, the next compound.
    var head = CompoundDisposable()
    let depth = 500
    for level in (0..<depth).reversed() {
      head = CompoundDisposable([
        Disposable { order.append(level) }, head, Disposable { order.append(-level) },
      ])
    }
    head.dispose()
    let values = order.all
    #expect(values.count == 2 * depth)
    #expect(values.filter { $0 > 0 } == Array(1..<depth))
    #expect(Array(values.prefix(20)) == Array(0..<20))
    #expect(Array(values.suffix(20)) == (0..<20).reversed().map { -$0 })
  }
}
