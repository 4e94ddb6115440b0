// SPDX-License-Identifier: MIT

import Testing

@testable import Signals

@Suite("finally")
struct FinallyTests {
  private let log = Log<String>()
  private let subject = Subject<Int>()

  private func subscribe() -> Disposable {
    subject.finally { [log] in log.append("finally") }.subscribe(
      next: { [log] in log.append("next \($0)") }, error: { [log] in log.append("error \($0)") },
      completed: { [log] in log.append("completed") })
  }

  // Behaviour 173.
  @Test("does nothing without a subscription")
  func unsubscribed() {
    _ = subject.finally { [log] in log.append("finally") }
    subject.sendCompleted()
    #expect(log.all == [])
  }

  // Behaviours 174, 175.
  @Test("does its thing at completion, before it is passed on, and not at a value")
  func completed() {
    _ = subscribe()
    subject.sendNext(1)
    #expect(log.all == ["next 1"])
    subject.sendCompleted()
    #expect(log.all == ["next 1", "finally", "completed"])
  }

  // Behaviour 176.
  @Test("does its thing at an error, before it is passed on")
  func error() {
    _ = subscribe()
    subject.sendError(TestError.first)
    #expect(log.all == ["finally", "error first"])
  }

  @Test("does nothing on dispose")
  func dispose() {
    subscribe().dispose()
    subject.sendCompleted()
    #expect(log.all == [])
  }
}
