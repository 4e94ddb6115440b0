// SPDX-License-Identifier: MIT

import Testing

@testable import Signals

@Suite("timeout")
struct TimeoutTests {
  private let scheduler = TestScheduler()
  private let subject = Subject<Int>()

  // Behaviour 125.
  @Test("fails when its time is over, and disposes the source")
  func fails() {
    let disposable = Disposable()
    let recorder = Signal<Int> { _ in disposable }.timeout(.seconds(1), on: scheduler).recorded()
    #expect(recorder.events == [])
    #expect(!disposable.isDisposed)
    scheduler.stepAll()
    #expect(recorder.events == [.error(SignalError.timedOut)])
    #expect(disposable.isDisposed)
    #expect(scheduler.now == .seconds(1))
  }

  // Behaviour 126.
  @Test("passes values and completion that come before, and then has no more to do")
  func passes() {
    let recorder = subject.timeout(.seconds(1), on: scheduler).recorded()
    subject.sendNext(1)
    subject.sendCompleted()
    #expect(recorder.events == [.next(1), .completed])
    scheduler.stepAll()
    #expect(recorder.events == [.next(1), .completed])
    #expect(scheduler.now == .zero)
  }

  @Test("passes an error that comes before")
  func passesError() {
    let recorder = subject.timeout(.seconds(1), on: scheduler).recorded()
    subject.sendError(TestError.first)
    scheduler.stepAll()
    #expect(recorder.events == [.error(TestError.first)])
  }

  // Behaviour 127.
  @Test("sends nothing after dispose")
  func dispose() {
    let recorder = Recorder<Int>()
    subject.timeout(.seconds(1), on: scheduler).subscribe(recorder).dispose()
    scheduler.stepAll()
    #expect(recorder.events == [])
    #expect(scheduler.now == .zero)
  }

  @Test("does not start its time again with a value")
  func total() {
    let recorder = subject.timeout(.seconds(1), on: scheduler).recorded()
    for value in 1...3 {
      scheduler.advance(by: .milliseconds(400))
      subject.sendNext(value)
    }
    #expect(recorder.events == [.next(1), .next(2), .error(SignalError.timedOut)])
  }

  @Test("does not fail in the middle of a delivery, but right after it")
  func inDelivery() {
    let log = Log<String>()
    subject.timeout(.seconds(1), on: scheduler).subscribe(
      next: { [scheduler] _ in
        scheduler.stepAll()
        log.append("next")
      }, error: { log.append("\($0)") })
    subject.sendNext(1)
    #expect(log.all == ["next", "timed out"])
  }

  @Test("does not subscribe the source if its time is over at once")
  func immediate() {
    let source = Signal<Int> { _ in
      Issue.record("subscribed")
      return nil
    }
    #expect(
      source.timeout(.zero, on: .immediate).recorded().events == [.error(SignalError.timedOut)])
  }

  @Test("measures the time of a real scheduler")
  func background() {
    let isDone = Semaphore()
    let log = Log<Event<Int>>()
    subject.timeout(.milliseconds(1), on: .background()).subscribe(error: {
      log.append(.error($0))
      isDone.signal()
    })
    isDone.wait()
    #expect(log.all == [.error(SignalError.timedOut)])
  }

  @Test("lets its subscriber go at the end, before its time is over", arguments: [false, true])
  func released(_ isDisposed: Bool) {
    let lives = Lives()
    let subscription = lives.withOne { one in
      subject.timeout(.seconds(1), on: scheduler).subscribe(next: { _ in _ = one })
    }
    #expect(lives.count == 1)
    if isDisposed { subscription.dispose() } else { subject.sendCompleted() }
    #expect(lives.count == 0)
  }

  @Test("is named after its source")
  func name() {
    #expect("\(subject.named("clicks").timeout(.zero, on: scheduler))" == "clicks.timeout")
  }
}
