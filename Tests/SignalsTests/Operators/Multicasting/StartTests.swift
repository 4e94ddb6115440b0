// SPDX-License-Identifier: MIT

import Testing

@testable import Signals

@Suite("Signal.startLazily and Signal.startEagerly")
struct StartTests {
  private let scheduler = TestScheduler()
  private let log = Log<String>()

  private func start(_ subscriber: PassthroughSubscriber<Int>) {
    log.append(Scheduler.current === scheduler ? "on the scheduler" : "elsewhere")
    subscriber.sendNext(1)
    subscriber.sendNext(2)
    subscriber.sendCompleted()
  }

  // Behaviours 197, 199.
  @Test("startLazily runs its block when it is first subscribed, on the scheduler")
  func lazily() {
    let signal = Signal<Int>.startLazily(on: scheduler) { self.start($0) }
    scheduler.stepAll()
    #expect(log.all == [])
    let recorder = signal.recorded()
    #expect(log.all == [])
    scheduler.stepAll()
    #expect(log.all == ["on the scheduler"])
    #expect(recorder.events == [.next(1), .next(2), .completed])
  }

  // Behaviour 198.
  @Test("startLazily runs its block once for three subscribers, who all receive the same")
  func lazilyOnce() {
    let signal = Signal<Int>.startLazily(on: scheduler) { self.start($0) }
    let recorders = (0..<3).map { _ in signal.recorded() }
    scheduler.stepAll()
    #expect(log.all == ["on the scheduler"])
    for recorder in recorders + [signal.recorded()] {
      #expect(recorder.events == [.next(1), .next(2), .completed])
    }
  }

  // Behaviours 200, 202.
  @Test("startEagerly runs its block without a subscriber, on the scheduler")
  func eagerly() {
    let signal = Signal<Int>.startEagerly(on: scheduler) { self.start($0) }
    #expect(log.all == [])
    scheduler.stepAll()
    #expect(log.all == ["on the scheduler"])
    #expect(signal.recorded().events == [.next(1), .next(2), .completed])
  }

  // Behaviour 201.
  @Test("startEagerly runs its block once, however often its signal is subscribed and published")
  func eagerlyOnce() {
    let signal = Signal<Int>.startEagerly(on: scheduler) { self.start($0) }
    onScheduler { for _ in 0..<2 { signal.publish().connect() } }
    scheduler.stepAll()
    #expect(signal.recorded().events == [.next(1), .next(2), .completed])
    #expect(log.all == ["on the scheduler"])
  }

  @Test("an error is told to late subscribers as well", arguments: [false, true])
  func error(_ isEager: Bool) {
    let make = isEager ? Signal<Int>.startEagerly : Signal<Int>.startLazily
    let signal = make(scheduler) { $0.sendError(TestError.first) }
    let recorder = signal.recorded()
    scheduler.stepAll()
    #expect(recorder.events == [.error(TestError.first)])
    #expect(signal.recorded().events == [.error(TestError.first)])
  }

  @Test("a subscriber that leaves does not end the block's", arguments: [false, true])
  func dispose(_ isEager: Bool) {
    let make = isEager ? Signal<Int>.startEagerly : Signal<Int>.startLazily
    let signal = make(scheduler) { self.start($0) }
    signal.recorded().subscription?.dispose()
    scheduler.stepAll()
    #expect(signal.recorded().events == [.next(1), .next(2), .completed])
  }

  @Test("run on a real scheduler")
  func background() {
    let isDone = Semaphore()
    let values = Log<Int>()
    let background = Scheduler.background()
    Signal<Bool>.startEagerly(on: background) {
      $0.sendNext(Scheduler.current === background)
      $0.sendCompleted()
    }.subscribe(next: { values.append($0 ? 1 : 0) }, completed: { isDone.signal() })
    isDone.wait()
    #expect(values.all == [1])
  }

  @Test("are named after themselves")
  func names() {
    #expect("\(Signal<Int>.startLazily(on: scheduler) { _ in })" == "startLazily")
    #expect("\(Signal<Int>.startEagerly(on: scheduler) { _ in })" == "startEagerly")
  }
}
