// SPDX-License-Identifier: MIT

import Testing

@testable import Signals

@Suite("CompoundDisposable")
struct CompoundDisposableTests {
  // Behaviour 281.
  @Test("disposes those it was made from and those added, in order, and itself")
  func disposesAll() {
    let order = Log<Int>()
    let children = (0..<4).map { index in Disposable { order.append(index) } }
    let compound = CompoundDisposable(Array(children[0..<3]))
    compound.add(children[3])
    #expect(children.allSatisfy { !$0.isDisposed } && !compound.isDisposed)
    compound.dispose()
    #expect(order.all == [0, 1, 2, 3])
    #expect(compound.isDisposed)
  }

  // Behaviours 282, 283.
  @Test("disposes at once what is added after its disposal")
  func addAfterDispose() {
    let compound = CompoundDisposable()
    compound.dispose()
    let child = Disposable()
    compound.add(child)
    #expect(child.isDisposed)
    #expect(compound.count == 0)
  }

  @Test("ignores nil, itself and what is disposed or there already")
  func ignores() {
    let compound = CompoundDisposable()
    let disposed = Disposable()
    disposed.dispose()
    let child = Disposable()
    compound.add(nil)
    compound.add(compound)
    compound.add(disposed)
    compound.add(child)
    compound.add(child)
    #expect(compound.count == 1)
  }

  // Behaviour 284.
  @Test("runs the block it was made with before its children")
  func withBlock() {
    let order = Log<String>()
    let compound = CompoundDisposable { order.append("block") }
    compound.add(Disposable { order.append("child") })
    compound.dispose()
    #expect(order.all == ["block", "child"])
  }

  // Behaviour 285.
  @Test("does not dispose a child that was removed")
  func removed() {
    let compound = CompoundDisposable()
    let child = Disposable()
    compound.add(child)
    compound.remove(child)
    compound.remove(Disposable())
    compound.dispose()
    #expect(!child.isDisposed)
  }

  @Test(
    "keeps the order of insertion, whatever was removed before",
    arguments: [1, 2, 3, 9, 30, 200], [0, 1, 2, 5])
  func order(_ size: Int, _ step: Int) {
    let order = Log<Int>()
    let compound = CompoundDisposable()
    var expected: [Int] = []
    var children: [Disposable] = []
    for index in 0..<size {
      let child = Disposable { order.append(index) }
      compound.add(child)
      children.append(child)
      expected.append(index)
      // Every now and then one of the earlier ones goes.
      if step > 0 && index % (step + 1) == 0 {
        let victim = expected.remove(at: expected.count / 2)
        compound.remove(children[victim])
      }
    }
    #expect(compound.count == expected.count)
    compound.dispose()
    #expect(order.all == expected)
  }

  @Test("lets finished children go, so that a long life needs no more memory")
  func prunes() {
    let lives = Lives()
    let compound = CompoundDisposable()
    let lasting = (0..<5).map { _ in Disposable() }
    for child in lasting { compound.add(child) }
    var most = 0
    for _ in 0..<10_000 {
      let child = lives.withOne { one in LivingDisposable(one) }
      compound.add(child)
      child.dispose()
      most = max(most, compound.count)
    }
    #expect(most <= 32)
    #expect(lives.count <= 32)
    #expect(lasting.allSatisfy { !$0.isDisposed })
  }

  @Test("lets children be added, removed and disposed while it disposes")
  func reentrant() {
    let order = Log<String>()
    let compound = CompoundDisposable()
    let last = Disposable { order.append("last") }
    compound.add(
      Disposable {
        compound.add(Disposable { order.append("added") })
        compound.remove(last)
        compound.dispose()
        order.append("first")
      })
    compound.add(last)
    compound.dispose()
    #expect(order.all == ["added", "first", "last"])
  }

  @Test("lets go of no child any more once it is disposed")
  func removedTooLate() {
    let child = Disposable()
    let own = Log<CompoundDisposable>()
    let compound = CompoundDisposable { own.all.first?.remove(child) }
    own.append(compound)
    compound.add(child)
    compound.dispose()
    #expect(child.isDisposed)
    #expect(compound.count == 0)
  }

  @Test("disposed(by:) adds")
  func disposedBy() {
    let compound = CompoundDisposable()
    let child = Disposable()
    child.disposed(by: compound)
    compound.dispose()
    #expect(child.isDisposed)
  }

  @Test("leaves nothing undisposed when threads add while another disposes")
  func race() {
    for _ in 0..<200 {
      let compound = CompoundDisposable()
      let children = (0..<12).map { _ in Disposable() }
      onThreads(3) { thread in
        if thread == 2 { return compound.dispose() }
        for child in children[(6 * thread)..<(6 * thread + 6)] { compound.add(child) }
      }
      #expect(children.allSatisfy { $0.isDisposed })
    }
  }

  @Test("stands threads that remove, and count, while another disposes")
  func raceOfRemoval() {
    for _ in 0..<200 {
      let compound = CompoundDisposable()
      let (removed, kept) = ((0..<6).map { _ in Disposable() }, (0..<6).map { _ in Disposable() })
      for index in 0..<6 { compound.add(removed[index]) }
      onThreads(3) { thread in
        switch thread {
        case 0: for child in removed { compound.remove(child) }
        case 1: for child in kept where compound.count <= 12 { compound.add(child) }
        default: compound.dispose()
        }
      }
      #expect(kept.allSatisfy { $0.isDisposed })
      #expect(compound.count == 0)
    }
  }
}

/// A disposable that keeps something alive until it is freed.
private final class LivingDisposable: Disposable, @unchecked Sendable {
  private let one: Lives.One
  init(_ one: Lives.One) {
    self.one = one
    super.init()
  }
}
