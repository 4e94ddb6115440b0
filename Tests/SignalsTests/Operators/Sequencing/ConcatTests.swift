// SPDX-License-Identifier: MIT

import Testing

@testable import Signals

@Suite("concat")
struct ConcatTests {
  // Behaviour 164.
  @Test("of a signal of signals sends the values of one after the other")
  func signalOfSignals() {
    let outer = ReplaySubject<Signal<Int>>().named("outer")
    for signal in [Signal.just(1), .just(2), .empty, .just(3)] { outer.sendNext(signal) }
    outer.sendCompleted()
    #expect(outer.concat().description == "outer.concat")
    #expect(outer.concat().recorded().events == [.next(1), .next(2), .next(3), .completed])
  }

  // Behaviour 165.
  @Test("of a signal of signals completes after both")
  func completed() {
    let outer = Subject<Signal<Int>>()
    let inner = Subject<Int>()
    let recorder = outer.concat().recorded()
    outer.sendNext(inner)
    outer.sendCompleted()
    #expect(recorder.events == [])
    inner.sendCompleted()
    #expect(recorder.events == [.completed])
  }

  // Behaviour 166.
  @Test("passes an error of any of them and never subscribes the rest")
  func error() {
    let count = Box(0)
    let counted = Signal<Int> { _ in
      count.value += 1
      return nil
    }
    let signals = [.just(1), .error(TestError.first), counted]
    let expected: [Event<Int>] = [.next(1), .error(TestError.first)]
    #expect(Signal(sequence: signals).concat().recorded().events == expected)
    #expect(Signal.concat(signals).recorded().events == expected)
    #expect(count.value == 0)
  }

  // Behaviour 167.
  @Test("waits for those that take their time")
  func later() {
    let scheduler = TestScheduler()
    let recorder = Signal.concat([
      .just(1), Signal.just(2).delay(.zero, on: scheduler), .just(3),
    ]).recorded()
    #expect(recorder.events == [.next(1)])
    scheduler.step()
    #expect(recorder.events == [.next(1), .next(2)])
    scheduler.stepAll()
    #expect(recorder.events == [.next(1), .next(2), .next(3), .completed])
  }

  // Behaviours 168, 169.
  @Test("dispose disposes the one that is current, the first or a later one", arguments: 0...1)
  func dispose(_ before: Int) {
    let disposable = Disposable()
    let signals =
      Array(repeating: Signal<Int>.empty, count: before) + [Signal { _ in disposable }, .never]
    for signal in [Signal.concat(signals), Signal(sequence: signals).concat()] {
      let recorder = signal.recorded()
      recorder.subscription?.dispose()
      #expect(disposable.isDisposed)
      #expect(recorder.events == [])
    }
  }

  // Behaviours 220, 221, 222.
  @Test("of two, of three, and around an empty one")
  func laws() {
    let (one, two, three) = (Signal.just(1), Signal.just(2), Signal.just(3))
    #expect(one.concat(two).recorded().events == [.next(1), .next(2), .completed])
    #expect(
      one.concat(two).concat(three).recorded().events
        == [.next(1), .next(2), .next(3), .completed])
    #expect(
      one.concat(two.concat(three)).recorded().events
        == [.next(1), .next(2), .next(3), .completed])
    #expect(
      one.concat(.empty).concat(two).recorded().events == [.next(1), .next(2), .completed])
  }

  // Behaviours 261, 262.
  @Test("of a list sends the values of one after the other")
  func list() {
    let signals = [Signal(sequence: 0...2), .empty, .just(3), Signal(sequence: 4...7)]
    #expect(Signal.concat(signals).recorded().events == (0...7).map { .next($0) } + [.completed])
    #expect(Signal<Int>.concat([]).recorded().events == [.completed])
  }

  @Test("has its sources in its name")
  func name() {
    let (a, b) = (Subject<Int>().named("a"), Subject<Int>().named("b"))
    #expect(a.concat(b).description == "concat(a, b)")
    #expect(Signal.concat([a, b, a]).description == "concat(a, b, a)")
  }

  @Test("subscribes the next one only when the one before has completed")
  func order() {
    let (a, b) = (Subject<Int>(), Subject<Int>())
    let recorder = a.concat(b).recorded()
    b.sendNext(1)
    a.sendNext(2)
    a.sendCompleted()
    b.sendNext(3)
    b.sendCompleted()
    #expect(recorder.events == [.next(2), .next(3), .completed])
  }

  @Test("runs 100,000 signals that complete at once in a loop, on a small stack")
  func manyAtOnce() {
    onSmallStack {
      let signals = Array(repeating: Signal.just(1), count: 100_000)
      let recorder = Signal.concat(signals).map { _ in }.recorded()
      #expect(recorder.values.count == 100_000)
      let endless = Signal(sequence: signals).concat().take(50_000).recorded()
      #expect(endless.values.count == 50_000)
    }
  }
}
