// SPDX-License-Identifier: MIT

import Testing

@testable import Signals

@Suite("bind")
struct BindTests {
  private let unit = Signal(sequence: 0...2)

  // Behaviour 27.
  @Test("subscribes no further inner signal after one has failed")
  func failing() {
    let subscribed = Log<Int>()
    let recorder = Signal(sequence: 0...1).bind {
      { (value: Int, _: inout Bool) -> Signal<Int>? in
        guard value == 1 else { return .error(TestError.first) }
        return .defer {
          subscribed.append(value)
          return .just(value)
        }
      }
    }.recorded()
    #expect(recorder.events == [.error(TestError.first)])
    #expect(subscribed.all == [])
  }

  // Behaviours 224, 225.
  @Test("sends the values of each inner signal")
  func values() {
    #expect(
      Signal.just(1).bind { { value, _ in .just(value + 1) } }.recorded().events
        == [.next(2), .completed])
    #expect(
      unit.bind { { value, _ in Signal(sequence: [value, 10 * value]) } }.recorded().events
        == [0, 0, 1, 10, 2, 20].map { .next($0) } + [.completed])
  }

  // Behaviour 226.
  @Test("goes on after an empty inner signal")
  func emptyInTheMiddle() {
    let signal = unit.bind { { value, _ in value == 1 ? .empty : .just(value + 1) } }
    #expect(signal.recorded().events == [.next(1), .next(3), .completed])
  }

  // Behaviour 227.
  @Test("a nil ends an endless source")
  func nilEnds() {
    let recorder = Signal.counting.bind { { _, _ in Signal<Int>?.none } }.recorded()
    #expect(recorder.events == [.completed])
  }

  // Behaviour 228.
  @Test("stop ends an endless source after the inner signal that came with it")
  func stop() {
    let recorder = Signal.counting.bind {
      { value, stop in
        stop = true
        return .just(value)
      }
    }.recorded()
    #expect(recorder.events == [.next(1), .completed])
  }

  // Behaviour 229.
  @Test("nil with stop ends without a value")
  func nilWithStop() {
    let recorder = Signal.counting.bind {
      { _, stop in
        stop = true
        return Signal<Int>?.none
      }
    }.recorded()
    #expect(recorder.events == [.completed])
  }

  // Behaviour 230.
  @Test("each subscription has state of its own")
  func state() {
    let signal = Signal(sequence: ["a", "b", "c"]).bind {
      var count = 0
      return { (_: String, _: inout Bool) -> Signal<Int>? in
        defer { count += 1 }
        return .just(count)
      }
    }
    for _ in 0..<2 {
      #expect(signal.recorded().events == [.next(0), .next(1), .next(2), .completed])
    }
  }

  @Test("stop disposes the source at once, and completion waits for all inner signals")
  func stopWaits() {
    let source = Subject<Int>()
    let inner = [Subject<Int>(), Subject<Int>()]
    let calls = Log<Int>()
    let recorder = source.bind {
      { [inner] index, stop in
        calls.append(index)
        stop = index == 1
        return inner[index]
      }
    }.recorded()
    source.sendNext(0)
    source.sendNext(1)
    source.sendNext(0)
    source.sendError(TestError.first)
    #expect(calls.all == [0, 1])
    inner[1].sendNext(1)
    inner[1].sendCompleted()
    inner[0].sendNext(2)
    #expect(recorder.events == [.next(1), .next(2)])
    inner[0].sendCompleted()
    #expect(recorder.events == [.next(1), .next(2), .completed])
  }

  @Test("an error of the source ends the inner signals")
  func sourceError() {
    let source = Subject<Int>()
    let disposable = Disposable()
    let recorder = source.bind { { _, _ in Signal<Int> { _ in disposable } } }.recorded()
    onScheduler { source.sendNext(1) }
    source.sendError(TestError.first)
    #expect(recorder.events == [.error(TestError.first)])
    #expect(disposable.isDisposed)
  }

  @Test("dispose disposes the source and the inner signals")
  func dispose() {
    let disposables = [Disposable(), Disposable()]
    onScheduler {
      Signal<Int> { subscriber in
        subscriber.sendNext(1)
        return disposables[0]
      }.bind { { _, _ in Signal<Int> { _ in disposables[1] } } }.subscribe().dispose()
    }
    #expect(disposables.map(\.isDisposed) == [true, true])
  }

  @Test("its function is never called twice at once, though the source overlaps")
  func overlapping() {
    let box = Box<PassthroughSubscriber<Int>?>(nil)
    let recorder = Signal<Int> { subscriber in
      box.value = subscriber
      return nil
    }.bind {
      var sum = 0
      return { (value: Int, stop: inout Bool) -> Signal<Int>? in
        sum += value
        stop = sum == 1_500
        return .just(sum)
      }
    }.recorded()
    let subscriber = box.value
    onThreads(4) { _ in
      onScheduler { for _ in 0..<500 { subscriber?.sendNext(1) } }
    }
    #expect(recorder.events == (1...1_500).map { .next($0) } + [.completed])
    box.value = nil
  }
}
