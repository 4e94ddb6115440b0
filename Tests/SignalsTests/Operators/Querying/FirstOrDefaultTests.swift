// SPDX-License-Identifier: MIT

import Testing

@testable import Signals

@Suite("firstOrDefault(_:), blocking")
struct FirstOrDefaultTests {
  // Behaviours 50, 51.
  @Test("returns the first value, or the default for a signal without values")
  func value() throws {
    #expect(try Signal(sequence: 1...3).firstOrDefault(5) == 1)
    #expect(try Signal<Int>.empty.firstOrDefault(5) == 5)
  }

  // Behaviours 52, 53.
  @Test("throws the error of the signal, also one from a background scheduler")
  func error() {
    #expect(throws: TestError.first) { try Signal<Int>.error(TestError.first).firstOrDefault(5) }
    let background = Scheduler.background()
    let signal = Signal<Int> { subscriber in
      background.schedule { subscriber.sendError(TestError.second) }
    }
    #expect(throws: TestError.second) { try signal.firstOrDefault(5) }
  }

  // Behaviour 54.
  @Test("has disposed the source when it returns")
  func disposes() throws {
    let disposable = Disposable()
    let background = Scheduler.background()
    let signal = Signal<Int> { subscriber in
      subscriber.didSubscribe(with: CompoundDisposable([disposable]))
      return background.schedule { subscriber.sendNext(1) }
    }
    #expect(try signal.firstOrDefault(5) == 1)
    #expect(disposable.isDisposed)
  }
}
