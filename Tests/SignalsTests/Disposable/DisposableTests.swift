// SPDX-License-Identifier: MIT

import Synchronization
import Testing

@testable import Signals

@Suite("Disposable")
struct DisposableTests {
  @Test("without a block remembers that it was disposed")
  func withoutBlock() {
    let disposable = Disposable()
    #expect(!disposable.isDisposed)
    disposable.dispose()
    #expect(disposable.isDisposed)
  }

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

@Suite("ScopedDisposable")
struct ScopedDisposableTests {
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

@Suite("SerialDisposable")
struct SerialDisposableTests {
  @Test("holds nothing at first")
  func empty() {
    #expect(SerialDisposable().disposable == nil)
  }

  @Test("made with a block holds an inner one, whose disposal leaves the serial one alone")
  func madeWithBlock() {
    let runs = Log<Int>()
    let serial = SerialDisposable { runs.append(1) }
    #expect(serial.disposable != nil)
    serial.disposable?.dispose()
    #expect(runs.all == [1])
    #expect(!serial.isDisposed)
  }

  @Test("made with a disposable holds that one")
  func madeWithDisposable() {
    let inner = Disposable()
    #expect(SerialDisposable(inner).disposable === inner)
  }

  @Test("disposes what it holds and lets it go")
  func disposes() {
    let inner = Disposable()
    let serial = SerialDisposable(inner)
    serial.dispose()
    #expect(inner.isDisposed)
    #expect(serial.disposable == nil)
  }

  @Test("disposes at once what is set after its disposal")
  func setAfterDispose() {
    let serial = SerialDisposable()
    serial.dispose()
    let inner = Disposable()
    serial.disposable = inner
    #expect(inner.isDisposed)
    #expect(serial.disposable == nil)
    let other = Disposable()
    #expect(serial.swapIn(other) == nil)
    #expect(other.isDisposed)
  }

  @Test("disposes what was set after a nil")
  func setNilThenAgain() {
    let inner = Disposable()
    let serial = SerialDisposable(inner)
    serial.disposable = nil
    serial.disposable = inner
    serial.dispose()
    #expect(inner.isDisposed)
  }

  @Test("swapIn and the setter leave the previous one undisposed")
  func swapIn() {
    let first = Disposable()
    let second = Disposable()
    let serial = SerialDisposable(first)
    #expect(serial.swapIn(second) === first)
    serial.disposable = Disposable()
    #expect(!first.isDisposed && !second.isDisposed)
  }

  @Test("lets what it holds go when it is freed, undisposed")
  func freed() {
    weak var weakInner: Disposable?
    let runs = Log<Int>()
    do {
      let inner = Disposable { runs.append(1) }
      weakInner = inner
      let serial = SerialDisposable(inner)
      #expect(serial.disposable != nil)
    }
    #expect(weakInner == nil)
    #expect(runs.all == [])
  }

  @Test("leaves nothing undisposed when one thread sets while another disposes")
  func race() {
    for _ in 0..<200 {
      let serial = SerialDisposable()
      let inner = Disposable()
      onThreads(2) { thread in
        if thread == 0 { return serial.dispose() }
        serial.disposable = inner
      }
      #expect(inner.isDisposed)
    }
  }
}
