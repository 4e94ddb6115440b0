// SPDX-License-Identifier: MIT

import Testing

@testable import Signals

@Suite("doError and doCompleted")
struct DoErrorAndCompletedTests {
  private let log = Log<String>()
  private let subject = Subject<Int>()

  private func subscribe(_ signal: Signal<Int>) -> Disposable {
    signal.subscribe(
      next: { [log] in log.append("next \($0)") }, error: { [log] in log.append("error \($0)") },
      completed: { [log] in log.append("completed") })
  }

  @Test("doError does its thing before an error is passed on, and not at completion")
  func doError() {
    _ = subscribe(subject.doError { [log] in log.append("do \($0)") })
    subject.sendNext(1)
    subject.sendError(TestError.first)
    #expect(log.all == ["next 1", "do first", "error first"])
    #expect(
      Signal.just(1).doError { _ in Issue.record("called") }.recorded().events
        == [.next(1), .completed])
  }

  @Test("doCompleted does its thing before completion is passed on, and not at an error")
  func doCompleted() {
    _ = subscribe(subject.doCompleted { [log] in log.append("do") })
    subject.sendNext(1)
    subject.sendCompleted()
    #expect(log.all == ["next 1", "do", "completed"])
    #expect(
      Signal<Int>.error(TestError.first).doCompleted { Issue.record("called") }.recorded().events
        == [.error(TestError.first)])
  }

  @Test("neither does anything on dispose, nor without a subscriber")
  func dispose() {
    let signal = subject.doError { _ in Issue.record("called") }
      .doCompleted { Issue.record("called") }
    subscribe(signal).dispose()
    subject.sendCompleted()
    #expect(log.all == [])
  }

  @Test("a dispose inside keeps the end from being passed on")
  func disposeInside() {
    for terminal in [Event<Int>.completed, .error(TestError.first)] {
      let subject = Subject<Int>()
      let subscription = SerialDisposable()
      subscription.disposable = subscribe(
        subject.doError { _ in subscription.dispose() }.doCompleted { subscription.dispose() })
      terminal.send(to: subject)
      #expect(subscription.isDisposed)
    }
    #expect(log.all == [])
  }

  // Behaviour 28.
  @Test("doError sees the error of the first of two merged signals; the second is not subscribed")
  func merged() {
    let signal = Signal<Int>.merge([
      .defer { [log] in
        log.append("first")
        return .error(TestError.first)
      },
      .defer { [log] in
        log.append("second")
        return .just(1)
      },
    ]).doError { [log] in log.append("do \($0)") }
    #expect(signal.recorded().events == [.error(TestError.first)])
    #expect(log.all == ["first", "do first"])
  }
}
