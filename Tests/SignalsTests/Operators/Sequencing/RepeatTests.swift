// SPDX-License-Identifier: MIT

import Synchronization
import Testing

@testable import Signals

@Suite("repeat")
struct RepeatTests {
  private let scheduler = TestScheduler()

  // Behaviour 62.
  @Test("subscribes again after each completion, until an error, which passes")
  func untilError() {
    let rounds = Box(0)
    let recorder = Signal<Int> { [scheduler] subscriber in
      rounds.value += 1
      let round = rounds.value
      return scheduler.schedule {
        guard round <= 3 else { return subscriber.sendError(TestError.first) }
        subscriber.sendNext(1)
        subscriber.sendCompleted()
        subscriber.sendError(TestError.second)
      }
    }.repeat().recorded()
    #expect(rounds.value == 1)
    scheduler.stepAll()
    #expect(recorder.events == [.next(1), .next(1), .next(1), .error(TestError.first)])
    #expect(rounds.value == 4)
  }

  // Behaviour P11.
  @Test("a value that completes at once is repeated 100,000 times on a small stack")
  func manyRounds() {
    let count = Box(0)
    let isCompleted = Box(false)
    onSmallStack {
      onScheduler {
        _ = Signal.just(1).repeat().take(100_000).subscribe(
          next: { count.value += $0 }, completed: { isCompleted.value = true })
      }
    }
    #expect(count.value == 100_000)
    #expect(isCompleted.value)
  }

  // Behaviour P11.
  @Test("a million rounds need no more stack and memory than some", .measuresMemory)
  func flatMemory() async {
    await #expect(processExitsWith: .success) {
      onSmallStack {
        trapUnlessMemoryIsFlat(1_000_000) { count in
          let sum = Box(0)
          onScheduler {
            _ = Signal.just(1).repeat().take(count).subscribe(next: { sum.value += $0 })
          }
          precondition(sum.value == count)
        }
      }
    }
  }

  @Test("a source that completes later is subscribed again at that time")
  func later() {
    let recorder = Signal.just(1).delay(.seconds(1), on: scheduler).repeat().take(1_000).recorded()
    scheduler.stepAll()
    #expect(recorder.events == Array(repeating: .next(1), count: 1_000) + [.completed])
    #expect(scheduler.now == .seconds(1_000))
  }

  @Test("rounds that end on other threads follow one another, one at a time, on small stacks")
  func otherThreads() {
    let schedulers = [Scheduler.background(), .background(), .background()]
    let running = Atomic<Int>(0)
    let overlaps = Atomic<Int>(0)
    let rounds = Atomic<Int>(0)
    let isDone = Semaphore()
    let source = Signal<Int> { subscriber in
      let round = rounds.wrappingAdd(1, ordering: .relaxed).oldValue
      // The first one may still be returning from here when the second begins.
      let isWatched = round > 0
      if isWatched && running.wrappingAdd(1, ordering: .relaxed).oldValue > 0 {
        overlaps.wrappingAdd(1, ordering: .relaxed)
      }
      schedulers[round % 3].schedule {
        subscriber.sendNext(round)
        subscriber.sendCompleted()
      }
      return isWatched ? Disposable { running.wrappingSubtract(1, ordering: .relaxed) } : nil
    }
    let log = Log<Int>()
    source.repeat().take(10_000).subscribe(
      next: { log.append($0) }, completed: { isDone.signal() })
    isDone.wait()
    #expect(log.all == Array(0..<10_000))
    #expect(overlaps.load(ordering: .relaxed) == 0)
  }

  @Test("a round that ends on another thread before its block has returned needs no stack")
  func endsWhileSubscribing() {
    let log = Log<Int>()
    onSmallStack {
      let rounds = Box(0)
      let source = Signal<Int> { subscriber in
        rounds.value += 1
        onThreads(1, stackSize: 64 * 1024) { _ in
          onScheduler {
            subscriber.sendNext(rounds.value)
            subscriber.sendCompleted()
          }
        }
        return nil
      }
      onScheduler { _ = source.repeat().take(2_000).subscribe(next: { log.append($0) }) }
    }
    #expect(log.all == Array(1...2_000))
  }

  @Test("dispose ends it: in a value, and between rounds")
  func dispose() {
    let log = Log<Int>()
    let subscription = SerialDisposable()
    let recorder = CallbackSubscriber<Int>(next: { value in
      log.append(value)
      if log.all.count == 3 { subscription.dispose() }
    })
    subscription.disposable = Disposable { recorder.dispose() }
    onScheduler { _ = Signal.just(1).repeat().subscribe(recorder) }
    #expect(log.all == [1, 1, 1])

    let count = Box(0)
    let later = Signal<Int> { [scheduler] subscriber in
      count.value += 1
      return scheduler.schedule(after: .seconds(1)) { subscriber.sendCompleted() }
    }.repeat()
    let between = Box<Disposable?>(nil)
    onScheduler { between.value = later.subscribe() }
    scheduler.step(2)
    between.value?.dispose()
    scheduler.stepAll()
    #expect(count.value == 3)
    #expect(scheduler.now == .seconds(2))
  }

  @Test("keeps neither its source nor its subscriber after it has ended", arguments: [false, true])
  func released(_ isDisposed: Bool) {
    let lives = Lives()
    weak var source: Subject<Int>?
    let subscription = Box<Disposable?>(nil)
    do {
      let subject = Subject<Int>()
      source = subject
      subscription.value = lives.withOne { one in
        subject.repeat().subscribe(next: { _ in _ = one })
      }
      subject.sendNext(1)
      if isDisposed { subscription.value?.dispose() } else { subject.sendError(TestError.first) }
    }
    #expect(source == nil)
    #expect(lives.count == 0)
  }

  @Test("is named after its source")
  func name() {
    #expect("\(Signal.just(1).named("clicks").repeat())" == "clicks.repeat")
  }
}
