// SPDX-License-Identifier: MIT

import Synchronization
import Testing

@testable import Signals

@Suite("Disposable")
struct DisposableTests {
  // Behaviour 277.
  @Test("without a block remembers that it was disposed")
  func withoutBlock() {
    let disposable = Disposable()
    #expect(!disposable.isDisposed)
    disposable.dispose()
    #expect(disposable.isDisposed)
  }

  // Behaviour 278.
  @Test("runs its block once, with isDisposed true already")
  func blockRunsOnce() {
    let runs = Log<Bool>()
    let box = Box<Disposable?>(nil)
    let disposable = Disposable { runs.append(box.value?.isDisposed ?? false) }
    box.value = disposable
    #expect(runs.all == [])
    disposable.dispose()
    disposable.dispose()
    #expect(runs.all == [true])
    box.value = nil
  }

  // Behaviour 279.
  @Test("does not run its block when it is freed")
  func freedUndisposed() {
    let runs = Log<Int>()
    do { _ = Disposable { runs.append(1) } }
    #expect(runs.all == [])
  }

  @Test("lets its block go when it is disposed")
  func releasesBlock() {
    let lives = Lives()
    let disposable = lives.withOne { one in Disposable { _ = one } }
    #expect(lives.count == 1)
    disposable.dispose()
    #expect(lives.count == 0)
  }

  @Test("runs its block exactly once when two threads dispose at the same time")
  func race() {
    for _ in 0..<200 {
      let runs = Atomic<Int>(0)
      let counter = Box(0)
      let disposable = Disposable {
        runs.wrappingAdd(1, ordering: .relaxed)
        // Not atomic: the thread sanitizer tells if two threads get here.
        counter.value += 1
      }
      onThreads(2) { _ in disposable.dispose() }
      #expect(runs.load(ordering: .relaxed) == 1)
    }
  }

  @Test("describes itself by its type and a number of its own that stays")
  func describesItself() {
    let one = Disposable()
    let other = CompoundDisposable()
    let text = one.description
    one.dispose()
    #expect(one.description == text)
    #expect(text.hasPrefix("Disposable#"))
    #expect(other.description.hasPrefix("CompoundDisposable#"))
    #expect(text.split(separator: "#")[1] != other.description.split(separator: "#")[1])
  }

  @Test("a subclass does its own work exactly once")
  func subclass() {
    final class Counting: Disposable, @unchecked Sendable {
      let runs = Log<Int>()
      override func performDisposal() { runs.append(1) }
    }
    let disposable = Counting()
    disposable.dispose()
    disposable.dispose()
    #expect(disposable.runs.all == [1])
  }
}
