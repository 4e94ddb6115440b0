// SPDX-License-Identifier: MIT

import Testing

@testable import Signals

@Suite("take")
struct TakeTests {
  // Behaviours 244, 245.
  @Test("sends the first values, then completes", arguments: 0...4)
  func take(_ count: Int) {
    let expected = (0..<min(count, 3)).map { Event.next($0) } + [.completed]
    #expect(Signal(sequence: 0..<3).take(count).recorded().events == expected)
  }

  @Test("does not subscribe to the source for a count of 0")
  func takeNothing() {
    let count = Box(0)
    let signal = Signal<Int> { _ in
      count.value += 1
      return nil
    }
    #expect(signal.take(0).recorded().events == [.completed])
    #expect(count.value == 0)
  }

  @Test("completes, and disposes the source, though the source goes on")
  func takeDisposes() {
    let disposable = Disposable()
    let signal = Signal<Int> { subscriber in
      subscriber.sendNext(1)
      #expect(subscriber.isDisposed)
      subscriber.sendNext(2)
      return disposable
    }
    #expect(signal.take(1).recorded().events == [.next(1), .completed])
    #expect(disposable.isDisposed)
  }

  @Test("passes an error that comes first")
  func takeError() {
    #expect(
      Signal<Int>.error(TestError.first).take(1).recorded().events
        == [.error(TestError.first)])
  }

  @Test("counts right when its source overlaps")
  func takeOverlapping() {
    let box = Box<PassthroughSubscriber<Int>?>(nil)
    let recorder = Signal<Int> { subscriber in
      box.value = subscriber
      return nil
    }.take(1_000).recorded()
    let subscriber = box.value
    onThreads(4) { thread in
      for value in 0..<500 { subscriber?.sendNext(500 * thread + value) }
    }
    #expect(Set(recorder.values).count == 1_000)
    #expect(recorder.events.count == 1_001)
    #expect(recorder.events.last == .completed)
    box.value = nil
  }

  // Behaviour 246.
  @Test("ends an endless source", arguments: 0...2)
  func endless(_ count: Int) {
    let expected = (0..<count).map { Event.next($0 + 1) } + [.completed]
    #expect(Signal.counting.take(count).recorded().events == expected)
  }

  // Behaviour 247.
  @Test("sends a single value whole")
  func single() {
    #expect(Signal.just(1).take(1).recorded().events == [.next(1), .completed])
  }

  @Test("dispose passes up the chain")
  func dispose() {
    let disposable = Disposable()
    let signal = Signal<Int> { _ in disposable }
    onScheduler {
      signal.map { $0 }.filter { _ in true }.doNext { _ in }.take(1).subscribe().dispose()
    }
    #expect(disposable.isDisposed)
  }
}
