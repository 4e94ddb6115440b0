// SPDX-License-Identifier: MIT

import Testing

@testable import Signals

@Suite("switchToLatest")
struct SwitchToLatestTests {
  private let outer = Subject<Signal<Int>>().named("outer")
  private let inner = [Subject<Int>(), Subject<Int>()]

  // Behaviour 104.
  @Test("sends the values of each of its signals")
  func values() {
    #expect(outer.switchToLatest().description == "outer.switchToLatest")
    let recorder = outer.switchToLatest().recorded()
    onScheduler {
      outer.sendNext(Signal(sequence: 1...2).concat(.never))
      outer.sendNext(Signal(sequence: 3...4).concat(.never))
    }
    #expect(recorder.events == [.next(1), .next(2), .next(3), .next(4)])
  }

  @Test("disposes the one before when the next one comes")
  func switches() {
    let disposable = Disposable()
    let recorder = outer.switchToLatest().recorded()
    outer.sendNext(inner[0])
    inner[0].sendNext(1)
    onScheduler { outer.sendNext(Signal { _ in disposable }) }
    inner[0].sendNext(2)
    #expect(!disposable.isDisposed)
    outer.sendNext(inner[1])
    #expect(disposable.isDisposed)
    inner[0].sendError(TestError.first)
    inner[1].sendNext(3)
    #expect(recorder.events == [.next(1), .next(3)])
  }

  // Behaviour 105.
  @Test("fails when the latest one or the source does")
  func errors() {
    let recorder = outer.switchToLatest().recorded()
    outer.sendNext(inner[0])
    inner[0].sendError(TestError.first)
    outer.sendNext(inner[1])
    inner[1].sendNext(1)
    #expect(recorder.events == [.error(TestError.first)])
    #expect(
      Signal<Signal<Int>>.error(TestError.second).switchToLatest().recorded().events
        == [.error(TestError.second)])
  }

  // Behaviour 106.
  @Test("does not complete while the latest one goes on")
  func notCompleted() {
    let recorder = outer.switchToLatest().recorded()
    outer.sendNext(.never)
    outer.sendCompleted()
    #expect(recorder.events == [])
  }

  // Behaviours 107, 108.
  @Test("completes with the source if the latest one has, or with the latest one if the source has")
  func completed() {
    let recorder = outer.switchToLatest().recorded()
    onScheduler { outer.sendNext(.empty) }
    onScheduler { outer.sendNext(.just(1)) }
    #expect(recorder.events == [.next(1)])
    outer.sendCompleted()
    #expect(recorder.events == [.next(1), .completed])
    let later = Signal.just(inner[0] as Signal).switchToLatest().recorded()
    #expect(later.events == [])
    inner[0].sendCompleted()
    #expect(later.events == [.completed])
    #expect(Signal<Signal<Int>>.empty.switchToLatest().recorded().events == [.completed])
  }

  // Behaviour 109.
  @Test("subscribes a cold signal anew each time")
  func cold() {
    let count = Box(0)
    let signal = Signal<Int> { subscriber in
      count.value += 1
      subscriber.sendNext(count.value)
      return nil
    }
    let switched = Signal.just(signal).switchToLatest()
    #expect(switched.recorded().events == [.next(1)])
    #expect(switched.recorded().events == [.next(2)])
  }

  @Test("stops an endless signal when enough was taken or the next one comes")
  func endless() {
    let endless = Signal<Int> { subscriber in
      while !subscriber.isDisposed { subscriber.sendNext(1) }
      return nil
    }
    #expect(
      Signal.just(endless).switchToLatest().take(2).recorded().events
        == [.next(1), .next(1), .completed])
  }

  @Test("drops what the one before has sent inside a delivery and nobody has received")
  func drops() {
    let log = Log<Int>()
    let subscription = outer.switchToLatest().subscribe(next: { value in
      log.append(value)
      guard value == 1 else { return }
      inner[0].sendNext(2)
      outer.sendNext(inner[1])
      inner[1].sendNext(3)
    })
    // Another source of the operator's values: a subject of its own would queue what it is sent.
    let box = Box<PassthroughSubscriber<Int>?>(nil)
    onScheduler {
      outer.sendNext(
        Signal { subscriber in
          box.value = subscriber
          return inner[0].subscribe(subscriber)
        })
    }
    box.value?.sendNext(1)
    box.value = nil
    #expect(log.all == [1, 3])
    subscription.dispose()
  }

  @Test("delivers what the latest one has sent inside a delivery, also if it has completed since")
  func keeps() {
    let log = Log<Event<Int>>()
    let box = Box<PassthroughSubscriber<Int>?>(nil)
    let signal = Signal<Int> { subscriber in
      box.value = subscriber
      return nil
    }
    onScheduler {
      Signal.just(signal).switchToLatest().subscribe(
        next: { value in
          if value == 1 {
            box.value?.sendNext(2)
            box.value?.sendCompleted()
          }
          log.append(.next(value))
        }, completed: { log.append(.completed) })
    }
    box.value?.sendNext(1)
    box.value = nil
    #expect(log.all == [.next(1), .next(2), .completed])
  }

  @Test("never overlaps and ends with the last one when all send and switch at once")
  func concurrent() {
    let recorder = outer.switchToLatest().recorded()
    onThreads(3) { [outer, inner] thread in
      for round in 0..<1_000 {
        if thread == 2 { outer.sendNext(inner[round % 2]) } else { inner[thread].sendNext(thread) }
      }
    }
    let count = recorder.values.count
    inner[0].sendNext(10)
    inner[1].sendNext(11)
    #expect(recorder.values.dropFirst(count) == [11])
    outer.sendCompleted()
    inner[0].sendCompleted()
    #expect(recorder.events.last != .completed)
    inner[1].sendCompleted()
    #expect(recorder.events.last == .completed)
  }

  @Test("lets all go after completion")
  func freed() {
    let lives = Lives()
    let outer = Subject<Signal<Int>>()
    lives.withOne { one in
      _ = outer.switchToLatest().subscribe(next: { _ in _ = one })
      onScheduler { outer.sendNext(Signal.just(1).doNext { _ in _ = one }) }
    }
    #expect(lives.count == 1)
    outer.sendCompleted()
    #expect(lives.count == 0)
  }
}
