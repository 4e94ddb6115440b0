// SPDX-License-Identifier: MIT

import Testing

@testable import Signals

@Suite("catchTo")
struct CatchToTests {
  @Test("goes on with the fallback, without the error")
  func fallback() {
    let subject = Subject<Int>()
    let recorder = subject.catchTo(.just(41)).recorded()
    subject.sendNext(1)
    onScheduler { subject.sendError(TestError.first) }
    #expect(recorder.events == [.next(1), .next(41), .completed])
  }

  @Test("passes the error of the fallback")
  func fallbackError() {
    #expect(
      Signal<Int>.error(TestError.first).catchTo(.error(TestError.second)).recorded().events
        == [.error(TestError.second)])
  }

  @Test("passes values and completion and does not subscribe the fallback")
  func noError() {
    let fallback = Signal<Int> { _ in
      Issue.record("subscribed")
      return nil
    }
    #expect(Signal.just(1).catchTo(fallback).recorded().events == [.next(1), .completed])
  }

  @Test("dispose disposes the fallback")
  func dispose() {
    let disposable = Disposable()
    onScheduler {
      Signal<Int>.error(TestError.first).catchTo(Signal { _ in disposable }).subscribe().dispose()
    }
    #expect(disposable.isDisposed)
  }

  @Test("is named after its source")
  func name() {
    #expect("\(Subject<Int>().named("clicks").catchTo(.empty))" == "clicks.catchTo")
  }
}
