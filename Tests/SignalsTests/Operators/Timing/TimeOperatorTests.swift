// SPDX-License-Identifier: MIT

import Testing

@testable import Signals

@Suite("deliverOn and delay")
struct TimeOperatorTests {
  private let scheduler = TestScheduler()
  private let subject = Subject<Int>()

  @Test("deliverOn delivers every event on the scheduler, in order")
  func deliverOn() {
    let recorder = subject.deliverOn(scheduler).recorded()
    subject.sendNext(1)
    subject.sendNext(2)
    subject.sendError(TestError.first)
    #expect(recorder.events == [])
    scheduler.step()
    #expect(recorder.events == [.next(1)])
    scheduler.stepAll()
    #expect(recorder.events == [.next(1), .next(2), .error(TestError.first)])
  }

  @Test("deliverOn runs its closures with the scheduler as the current one")
  func deliverOnCurrent() {
    let log = Log<Bool>()
    subject.deliverOn(scheduler).subscribe(next: { [scheduler] _ in
      log.append(Scheduler.current === scheduler)
    })
    subject.sendNext(1)
    scheduler.stepAll()
    #expect(log.all == [true])
  }

  @Test("deliverOn skips what has not begun when it is disposed")
  func deliverOnDispose() {
    let log = Log<Int>()
    let subscription = subject.deliverOn(scheduler).subscribe(next: { log.append($0) })
    subject.sendNext(1)
    subject.sendNext(2)
    scheduler.step()
    subscription.dispose()
    scheduler.stepAll()
    #expect(log.all == [1])
  }

  @Test("deliverOn keeps the order of a busy background thread")
  func deliverOnBackground() {
    let recorder = Log<Event<Int>>()
    let done = Semaphore()
    subject.deliverOn(.background()).subscribe(
      next: { recorder.append(.next($0)) },
      completed: {
        recorder.append(.completed)
        done.signal()
      })
    for value in 0..<1_000 { subject.sendNext(value) }
    subject.sendCompleted()
    done.wait()
    #expect(recorder.all == (0..<1_000).map { .next($0) } + [.completed])
  }

  // Behaviours 128, 129.
  @Test("delay delays values and completion, in order", arguments: [Duration.zero, .seconds(5)])
  func delay(_ interval: Duration) {
    let recorder = subject.delay(interval, on: scheduler).recorded()
    subject.sendNext(1)
    subject.sendNext(2)
    subject.sendCompleted()
    #expect(recorder.events == [])
    scheduler.advance(by: interval)
    #expect(recorder.events == [.next(1), .next(2), .completed])
    #expect(scheduler.now == interval)
  }

  // Behaviour 130.
  @Test("delay passes an error at once and drops what is delayed")
  func delayError() {
    let recorder = subject.delay(.seconds(1), on: scheduler).recorded()
    subject.sendNext(1)
    subject.sendError(TestError.first)
    #expect(recorder.events == [.error(TestError.first)])
    scheduler.stepAll()
    #expect(recorder.events == [.error(TestError.first)])
  }

  // Behaviour 131.
  @Test("delay drops what is delayed when it is disposed")
  func delayDispose() {
    let log = Log<Int>()
    let subscription = subject.delay(.zero, on: scheduler).subscribe(next: { log.append($0) })
    subject.sendNext(1)
    subscription.dispose()
    scheduler.stepAll()
    #expect(log.all == [])
  }
}

@Suite("delay on a queue")
struct DelayOnQueueTests {
  @Test("loses nothing and keeps the order, however short it is", arguments: [1, 2, 20])
  func short(_ microseconds: Int) {
    let subject = Subject<Int>()
    let log = Log<Event<Int>>()
    let isDone = Semaphore()
    subject.delay(.microseconds(microseconds), on: .background()).subscribe(
      next: { log.append(.next($0)) },
      completed: {
        log.append(.completed)
        isDone.signal()
      })
    for value in 0..<5_000 { subject.sendNext(value) }
    subject.sendCompleted()
    isDone.wait()
    #expect(log.all == (0..<5_000).map { .next($0) } + [.completed])
  }
}

@Suite("throttle")
struct ThrottleTests {
  private let scheduler = TestScheduler()
  private let subject = Subject<String>()

  private func throttled() -> Recorder<String> {
    subject.throttle(.seconds(1), on: scheduler).recorded()
  }

  // Behaviours 132, 138.
  @Test("sends the last value after a quiet time")
  func quiet() {
    let recorder = throttled()
    subject.sendNext("foo")
    subject.sendNext("bar")
    #expect(recorder.events == [])
    scheduler.advance(by: .seconds(1))
    #expect(recorder.values == ["bar"])
    subject.sendNext("buzz")
    #expect(recorder.values == ["bar"])
    scheduler.stepAll()
    #expect(recorder.values == ["bar", "buzz"])
  }

  @Test("starts the time again with each value")
  func restarts() {
    let recorder = throttled()
    for index in 0..<5 {
      subject.sendNext("\(index)")
      scheduler.advance(by: .milliseconds(900))
    }
    #expect(recorder.values == [])
    scheduler.advance(by: .milliseconds(100))
    #expect(recorder.values == ["4"])
  }

  // Behaviour 133.
  @Test("sends the value that waits when it completes, at once")
  func completes() {
    let recorder = throttled()
    subject.sendNext("foo")
    subject.sendCompleted()
    #expect(recorder.events == [.next("foo"), .completed])
    scheduler.stepAll()
    #expect(recorder.events == [.next("foo"), .completed])
  }

  // Behaviour 140.
  @Test("completes at once when nothing waits, and does not send again what was sent")
  func completesEmpty() {
    let recorder = throttled()
    subject.sendNext("foo")
    scheduler.stepAll()
    subject.sendCompleted()
    #expect(recorder.events == [.next("foo"), .completed])
  }

  // Behaviour 134.
  @Test("passes an error at once and drops the value that waits")
  func fails() {
    let recorder = throttled()
    subject.sendNext("foo")
    subject.sendError(TestError.first)
    scheduler.stepAll()
    #expect(recorder.events == [.error(TestError.first)])
  }

  // Behaviour 135.
  @Test("drops the value that waits when it is disposed")
  func disposes() {
    let log = Log<String>()
    let subscription = subject.throttle(.zero, on: scheduler).subscribe(next: { log.append($0) })
    subject.sendNext("foo")
    subscription.dispose()
    scheduler.stepAll()
    #expect(log.all == [])
  }

  @Test("lets a nil wait like any other value")
  func nilValue() {
    let subject = Subject<Int?>()
    let recorder = subject.throttle(.seconds(1), on: scheduler).recorded()
    subject.sendNext(1)
    subject.sendNext(nil)
    scheduler.stepAll()
    #expect(recorder.events == [.next(nil)])
  }

  // Behaviours 136, 137, 138, 139, 140.
  @Test("passes at once what its function does not throttle, and drops what waits")
  func predicate() {
    let log = Log<String>()
    let recorder = subject.throttle(.seconds(1), on: scheduler) {
      log.append($0)
      return $0 != "buzz"
    }.recorded()
    subject.sendNext("foo")
    subject.sendNext("bar")
    #expect(recorder.values == [])
    subject.sendNext("buzz")
    #expect(recorder.values == ["buzz"])
    scheduler.stepAll()
    #expect(recorder.values == ["buzz"])
    subject.sendNext("baz")
    #expect(recorder.values == ["buzz"])
    scheduler.stepAll()
    #expect(recorder.values == ["buzz", "baz"])
    subject.sendCompleted()
    #expect(recorder.events == [.next("buzz"), .next("baz"), .completed])
    #expect(log.all == ["foo", "bar", "buzz", "baz"])
  }

  // Behaviours 141, 142, 143.
  @Test("with a function ends as without one: completion and errors at once, dispose drops")
  func predicateEnds() {
    func throttled(_ subject: Subject<String>) -> Signal<String> {
      subject.throttle(.seconds(1), on: scheduler) { $0 == "waits" }
    }
    for terminal in [Event<String>.completed, .error(TestError.first)] {
      let subject = Subject<String>()
      let recorder = throttled(subject).recorded()
      terminal.send(to: subject)
      #expect(recorder.events == [terminal])
    }
    let recorder = Recorder<String>()
    let subscription = throttled(subject).subscribe(recorder)
    subject.sendNext("waits")
    subscription.dispose()
    scheduler.stepAll()
    #expect(recorder.events == [])
  }
}
