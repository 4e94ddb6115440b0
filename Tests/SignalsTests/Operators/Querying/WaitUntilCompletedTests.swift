// SPDX-License-Identifier: MIT

import Testing

@testable import Signals

@Suite("waitUntilCompleted(), blocking")
struct WaitUntilCompletedTests {
  // Behaviour 55.
  @Test("returns at completion, not before")
  func completed() throws {
    try Signal.just(1).waitUntilCompleted()
    let order = Log<String>()
    let background = Scheduler.background()
    let signal = Signal<Int> { subscriber in
      background.schedule {
        subscriber.sendNext(1)
        order.append("sent")
        subscriber.sendCompleted()
      }
    }
    try signal.waitUntilCompleted()
    #expect(order.all == ["sent"])
  }

  // Behaviour 56.
  @Test("throws an error that comes after values")
  func error() {
    let signal = Signal<Int> { subscriber in
      subscriber.sendNext(1)
      subscriber.sendError(TestError.first)
      return nil
    }
    #expect(throws: TestError.first) { try signal.waitUntilCompleted() }
  }
}
