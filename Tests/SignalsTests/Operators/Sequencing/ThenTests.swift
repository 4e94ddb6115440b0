// SPDX-License-Identifier: MIT

import Testing

@testable import Signals

@Suite("then")
struct ThenTests {
  private let source = Subject<Int>().named("source")

  // Behaviour 160.
  @Test("ignores values, and goes on as the next signal after completion")
  func values() {
    let recorder = source.then { Signal.just("next") }.recorded()
    source.sendNext(1)
    #expect(recorder.events == [])
    onScheduler { source.sendCompleted() }
    #expect(recorder.events == [.next("next"), .completed])
    #expect(source.then { Signal.just("next") }.description == "source.then")
  }

  // Behaviour 161.
  @Test("needs no value")
  func noValue() {
    #expect(
      Signal<Int>.empty.then { Signal.just(2) }.recorded().events == [.next(2), .completed])
  }

  // Behaviour 162.
  @Test("goes on after a take whose source does not complete")
  func take() {
    let endless = Signal<Int> { subscriber in
      subscriber.sendNext(1)
      return nil
    }
    #expect(endless.take(1).recorded().events == [.next(1), .completed])
    #expect(
      endless.take(1).then { Signal.just(2) }.recorded().events == [.next(2), .completed])
  }

  @Test("passes an error of the source, without making the next signal, and one of the next")
  func error() {
    let count = Box(0)
    let recorder = source.then { () -> Signal<Int> in
      count.value += 1
      return .never
    }.recorded()
    source.sendError(TestError.first)
    #expect(recorder.events == [.error(TestError.first)])
    #expect(count.value == 0)
    #expect(
      Signal<Int>.empty.then { Signal<Int>.error(TestError.second) }.recorded().events
        == [.error(TestError.second)])
  }

  @Test("makes the next signal for each subscription, and not after dispose")
  func perSubscription() {
    let count = Box(0)
    let signal = source.then { () -> Signal<Int> in
      count.value += 1
      return .just(count.value)
    }
    let recorders = [signal.recorded(), signal.recorded(), signal.recorded()]
    recorders[1].subscription?.dispose()
    onScheduler { source.sendCompleted() }
    #expect(
      recorders.map(\.events) == [[.next(1), .completed], [], [.next(2), .completed]])
  }

  @Test("dispose disposes the one that is current")
  func dispose() {
    let disposables = [Disposable(), Disposable()]
    let signals = disposables.map { disposable in Signal<Int> { _ in disposable } }
    signals[0].then { signals[1] }.recorded().subscription?.dispose()
    #expect(disposables.map(\.isDisposed) == [true, false])
    Signal<Int>.empty.then { signals[1] }.recorded().subscription?.dispose()
    #expect(disposables.map(\.isDisposed) == [true, true])
  }
}
