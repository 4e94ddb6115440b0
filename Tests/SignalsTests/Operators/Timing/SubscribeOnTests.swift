// SPDX-License-Identifier: MIT

import Testing

@testable import Signals

@Suite("subscribeOn")
struct SubscribeOnTests {
  private let scheduler = TestScheduler()

  @Test("subscribes its source on the scheduler, which delivers what the block sends")
  func subscribes() {
    let log = Log<Bool>()
    let recorder = Signal<Int> { [scheduler] subscriber in
      log.append(Scheduler.current === scheduler)
      subscriber.sendNext(1)
      subscriber.sendCompleted()
      return nil
    }.subscribeOn(scheduler).recorded()
    #expect(log.all == [])
    scheduler.stepAll()
    #expect(log.all == [true])
    #expect(recorder.events == [.next(1), .completed])
  }

  @Test("passes an error")
  func error() {
    let recorder = Signal<Int>.error(TestError.first).subscribeOn(scheduler).recorded()
    scheduler.stepAll()
    #expect(recorder.events == [.error(TestError.first)])
  }

  @Test("leaves what comes later on its own thread")
  func later() {
    let subject = Subject<Int>()
    let recorder = subject.subscribeOn(scheduler).recorded()
    subject.sendNext(1)
    scheduler.stepAll()
    subject.sendNext(2)
    #expect(recorder.events == [.next(2)])
  }

  @Test("does not subscribe its source if it is disposed before")
  func disposeBefore() {
    Signal<Int> { _ in
      Issue.record("subscribed")
      return nil
    }.subscribeOn(scheduler).subscribe().dispose()
    scheduler.stepAll()
  }

  @Test("disposes its source when it is disposed")
  func dispose() {
    let disposable = Disposable()
    let subscription = Signal<Int> { _ in disposable }.subscribeOn(scheduler).subscribe()
    scheduler.stepAll()
    #expect(!disposable.isDisposed)
    subscription.dispose()
    #expect(disposable.isDisposed)
  }

  @Test("keeps nothing of a subscription that was disposed, or dropped with its scheduler")
  func released() {
    let lives = Lives()
    do {
      let scheduler = TestScheduler()
      lives.withOne { one in
        let signal = Signal<Int> { _ in
          _ = one
          return nil
        }.subscribeOn(scheduler)
        signal.subscribe(next: { _ in _ = one }).dispose()
        signal.subscribe(next: { _ in _ = one })
      }
      #expect(lives.count == 1)
    }
    #expect(lives.count == 0)
  }

  @Test("is named after its source")
  func name() {
    #expect("\(Signal.just(1).subscribeOn(scheduler))" == "just.subscribeOn")
  }
}
