// SPDX-License-Identifier: MIT

import Testing

@testable import Signals

@Suite("replay, replayLast and replayLazily")
struct ReplayTests {
  private let count = Box(0)
  private let subject = Subject<Int>()

  private var source: Signal<Int> {
    Signal { [count, subject] subscriber in
      count.value += 1
      return subject.subscribe(subscriber)
    }
  }

  private func onSchedulerMake(_ make: () -> Signal<Int>) -> Signal<Int> {
    var signal = Signal<Int>.never
    onScheduler { signal = make() }
    return signal
  }

  @Test("replay subscribes at once, and tells late subscribers everything")
  func replay() {
    let signal = onSchedulerMake { source.replay() }
    #expect(count.value == 1)
    subject.sendNext(1)
    subject.sendNext(2)
    let first = signal.recorded()
    subject.sendNext(3)
    subject.sendCompleted()
    #expect(first.events == [.next(1), .next(2), .next(3), .completed])
    #expect(signal.recorded().events == first.events)
    #expect(count.value == 1)
  }

  @Test("replayLast subscribes at once, and tells late subscribers the last value")
  func replayLast() {
    let signal = onSchedulerMake { source.replayLast() }
    #expect(count.value == 1)
    #expect(signal.recorded().events == [])
    subject.sendNext(1)
    subject.sendNext(2)
    #expect(signal.recorded().events == [.next(2)])
    subject.sendError(TestError.first)
    #expect(signal.recorded().events == [.next(2), .error(TestError.first)])
    #expect(count.value == 1)
  }

  // Behaviour 203.
  @Test("replayLazily subscribes when it is subscribed")
  func replayLazily() {
    let signal = source.replayLazily()
    #expect(count.value == 0)
    let recorder = signal.recorded()
    #expect(count.value == 1)
    subject.sendNext(1)
    #expect(recorder.events == [.next(1)])
  }

  // Behaviour 204.
  @Test("replayLazily subscribes once, and tells a second subscriber the same events")
  func replayLazilyOnce() {
    let signal = source.replayLazily()
    let first = signal.recorded()
    subject.sendNext(1)
    subject.sendNext(2)
    subject.sendCompleted()
    let second = signal.recorded()
    #expect(first.events == [.next(1), .next(2), .completed])
    #expect(second.events == first.events)
    #expect(count.value == 1)
  }

  @Test("replayLazily goes on when its subscribers have gone")
  func replayLazilyGoesOn() {
    let signal = source.replayLazily()
    signal.recorded().subscription?.dispose()
    subject.sendNext(1)
    #expect(signal.recorded().events == [.next(1)])
    #expect(count.value == 1)
  }

  @Test("replayLazily delivers all of a source that sends at once, and stops a disposed subscriber")
  func synchronous() {
    let signal = Signal(sequence: 1...5).replayLazily()
    #expect(signal.take(2).recorded().events == [.next(1), .next(2), .completed])
    #expect(signal.recorded().values == [1, 2, 3, 4, 5])
  }

  @Test("replayLazily on a bare thread loses nothing")
  func bareThread() {
    let isDone = Semaphore()
    let log = Log<Int>()
    let signal = Signal(sequence: 1...3).replayLazily()
    onThreads(2) { _ in
      signal.subscribe(next: { log.append($0) }, completed: { isDone.signal() })
    }
    isDone.wait()
    isDone.wait()
    #expect(log.all.sorted() == [1, 1, 2, 2, 3, 3])
  }

  @Test("their signals are freed when nobody needs them")
  func released() {
    let lives = Lives()
    do {
      let source = Subject<Lives.One>()
      let replayed = [source.replay(), source.replayLast(), source.replayLazily()]
      onScheduler { for signal in replayed { signal.subscribe() } }
      lives.withOne { source.sendNext($0) }
      #expect(lives.count == 1)
    }
    #expect(lives.count == 0)
  }

  @Test("a chain of 20,000 replayLazily is built, subscribed and freed on a small stack")
  func longChain() {
    let lives = Lives()
    onSmallStack {
      onScheduler {
        var signal: Signal<Int> = lives.withOne { one in Signal.never.doNext { _ in _ = one } }
        for _ in 0..<20_000 { signal = signal.replayLazily() }
        signal.subscribe()
      }
      #expect(lives.count == 0)
    }
  }
}
