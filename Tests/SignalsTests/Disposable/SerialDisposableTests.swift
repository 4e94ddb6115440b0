// SPDX-License-Identifier: MIT

import Testing

@testable import Signals

@Suite("SerialDisposable")
struct SerialDisposableTests {
  // Behaviour 286.
  @Test("holds nothing at first")
  func empty() {
    #expect(SerialDisposable().disposable == nil)
  }

  // Behaviour 287.
  @Test("made with a block holds an inner one, whose disposal leaves the serial one alone")
  func madeWithBlock() {
    let runs = Log<Int>()
    let serial = SerialDisposable { runs.append(1) }
    #expect(serial.disposable != nil)
    serial.disposable?.dispose()
    #expect(runs.all == [1])
    #expect(!serial.isDisposed)
  }

  // Behaviour 288.
  @Test("made with a disposable holds that one")
  func madeWithDisposable() {
    let inner = Disposable()
    #expect(SerialDisposable(inner).disposable === inner)
  }

  // Behaviour 289.
  @Test("disposes what it holds and lets it go")
  func disposes() {
    let inner = Disposable()
    let serial = SerialDisposable(inner)
    serial.dispose()
    #expect(inner.isDisposed)
    #expect(serial.disposable == nil)
  }

  // Behaviour 290.
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

  // Behaviour 291.
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

  // Behaviour 293.
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
