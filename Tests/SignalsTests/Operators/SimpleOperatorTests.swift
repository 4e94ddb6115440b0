// SPDX-License-Identifier: MIT

import Testing

@testable import Signals

@Suite("map, filter, doNext and take")
struct SimpleOperatorTests {
  private let error = Signal<Int>.error(TestError.first)

  @Test("map sends what its function makes, and passes the end")
  func map() {
    #expect(
      Signal(sequence: 1...3).map { "\($0 * 2)" }.recorded().events
        == [.next("2"), .next("4"), .next("6"), .completed])
    #expect(error.map { $0 }.recorded().events == [.error(TestError.first)])
  }

  @Test("filter sends what its function includes, and passes the end")
  func filter() {
    #expect(
      Signal(sequence: 0...6).filter { $0 % 2 == 0 }.recorded().events
        == [.next(0), .next(2), .next(4), .next(6), .completed])
    #expect(error.filter { _ in true }.recorded().events == [.error(TestError.first)])
  }

  @Test("doNext does its thing before each value and passes everything")
  func doNext() {
    let log = Log<Int>()
    let subject = Subject<Int>()
    subject.doNext { log.append($0) }.subscribe(next: { log.append(10 * $0) })
    subject.sendNext(1)
    subject.sendNext(2)
    #expect(log.all == [1, 10, 2, 20])
    #expect(error.doNext { _ in }.recorded().events == [.error(TestError.first)])
  }

  @Test("take sends the first values, then completes", arguments: 0...4)
  func take(_ count: Int) {
    let expected = (0..<min(count, 3)).map { Event.next($0) } + [.completed]
    #expect(Signal(sequence: 0..<3).take(count).recorded().events == expected)
  }

  @Test("take of nothing does not subscribe")
  func takeNothing() {
    let count = Box(0)
    let signal = Signal<Int> { _ in
      count.value += 1
      return nil
    }
    #expect(signal.take(0).recorded().events == [.completed])
    #expect(count.value == 0)
  }

  @Test("take completes, and disposes the source, though the source goes on")
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

  @Test("take passes an error that comes first")
  func takeError() {
    #expect(error.take(1).recorded().events == [.error(TestError.first)])
  }

  @Test("take counts right when its source overlaps")
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
