// SPDX-License-Identifier: MIT

import Testing

@testable import Signals

@Suite("Signal.subscribeOnMain")
struct SubscribeOnMainTests {
  @Test("delivers on the main actor, in order, after it has returned")
  @MainActor
  func order() async {
    let log = Log<String>()
    await withCheckedContinuation { continuation in
      Signal(sequence: 1...3).subscribeOnMain(
        next: { log.append("next \($0)") },
        completed: {
          log.append("completed")
          continuation.resume()
        })
      log.append("subscribed")
    }
    #expect(log.all == ["subscribed", "next 1", "next 2", "next 3", "completed"])
  }

  @Test("delivers an error of another thread on the main actor")
  func error() async {
    let log = Log<String>()
    await withCheckedContinuation { continuation in
      Signal<Int>.error(TestError.first).subscribeOnMain(
        error: { error in
          MainActor.assertIsolated()
          log.append("\(error)")
          continuation.resume()
        })
    }
    #expect(log.all == ["first"])
  }

  @Test("calls nothing any more after dispose on the main actor")
  @MainActor
  func dispose() async {
    let log = Log<Int>()
    let subject = Subject<Int>()
    let subscription = subject.subscribeOnMain(next: { log.append($0) })
    subject.sendNext(1)
    subscription.dispose()
    await withCheckedContinuation { continuation in
      Scheduler.main.schedule { continuation.resume() }
    }
    #expect(log.all == [])
  }
}
