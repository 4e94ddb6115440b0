// SPDX-License-Identifier: MIT

import Testing

@testable import Signals

@Suite("Signal")
struct SignalTests {
  // Behaviour 30.
  @Test("runs its block for each subscription anew")
  func block() {
    let count = Box(0)
    let signal = Signal<Int> { subscriber in
      count.value += 1
      subscriber.sendNext(count.value)
      subscriber.sendCompleted()
      return nil
    }
    #expect(count.value == 0)
    #expect(signal.recorded().events == [.next(1), .completed])
    #expect(signal.recorded().events == [.next(2), .completed])
  }

  // Behaviours 31, 32.
  @Test("calls only the closures of the events that come")
  func closures() {
    let log = Log<Event<Int>>()
    func subscribe(_ signal: Signal<Int>) {
      onScheduler {
        signal.subscribe(
          next: { log.append(.next($0)) }, error: { log.append(.error($0)) },
          completed: { log.append(.completed) })
      }
    }
    subscribe(.just(1))
    subscribe(.error(TestError.first))
    subscribe(.empty)
    subscribe(.never)
    #expect(log.all == [.next(1), .completed, .error(TestError.first), .completed])
  }

  @Test("of a sequence sends its elements, then completes")
  func sequence() {
    #expect(
      Signal(sequence: 1...3).recorded().events == [.next(1), .next(2), .next(3), .completed])
    #expect(Signal(sequence: [Int]()).recorded().events == [.completed])
    #expect(Signal(sequence: [Int?.none]).recorded().events == [.next(nil), .completed])
  }

  @Test("of an endless sequence stops when it is disposed")
  func endlessSequence() {
    #expect(
      Signal(sequence: Endless()).take(3).recorded().events
        == [.next(0), .next(1), .next(2), .completed])
  }

  private struct Endless: Sequence, IteratorProtocol {
    private var count = -1

    mutating func next() -> Int? {
      count += 1
      return count
    }
  }

  @Test("that is deferred is made for each subscription")
  func deferred() {
    let count = Box(0)
    let signal = Signal<Int>.defer {
      count.value += 1
      return .just(count.value)
    }
    #expect(count.value == 0)
    #expect(signal.recorded().events == [.next(1), .completed])
    #expect(signal.recorded().events == [.next(2), .completed])
  }

  @Test("counts intervals until it is disposed")
  func interval() {
    let scheduler = TestScheduler()
    let log = Log<Int>()
    let subscription = Signal.interval(.seconds(1), on: scheduler).subscribe(next: {
      log.append($0)
    })
    #expect(log.all == [])
    scheduler.advance(by: .milliseconds(3_500))
    #expect(log.all == [0, 1, 2])
    subscription.dispose()
    scheduler.stepAll()
    #expect(log.all == [0, 1, 2])
  }

  // Behaviour 33.
  @Test("delivers nothing after dispose")
  func dispose() {
    let box = Box<PassthroughSubscriber<Int>?>(nil)
    let recorder = Recorder<Int>()
    onScheduler {
      let subscription = Signal<Int> { subscriber in
        box.value = subscriber
        subscriber.sendNext(0)
        return nil
      }.subscribe(recorder)
      subscription.dispose()
    }
    #expect(box.value?.isDisposed == true)
    box.value?.sendNext(1)
    box.value?.sendCompleted()
    #expect(recorder.events == [.next(0)])
  }

  // Behaviour P9.
  @Test("drops what its block sends after a terminal event")
  func latch() {
    let signal = Signal<Int> { subscriber in
      subscriber.sendCompleted()
      subscriber.sendNext(1)
      subscriber.sendError(TestError.first)
      subscriber.sendCompleted()
      return nil
    }
    #expect(signal.recorded().events == [.completed])
    let log = Log<Int>()
    onScheduler { _ = signal.subscribe(next: { log.append($0) }, completed: { log.append(0) }) }
    #expect(log.all == [0])
  }

  // Behaviour 36.
  @Test("disposes what its block returned when the subscription is disposed")
  func disposesBlocks() {
    let disposable = Disposable()
    onScheduler {
      let subscription = Signal<Int> { _ in disposable }.subscribe()
      #expect(!disposable.isDisposed)
      subscription.dispose()
    }
    #expect(disposable.isDisposed)
  }

  @Test("disposes what its block returned when the signal ends")
  func disposesAtEnd() {
    let disposable = Disposable()
    onScheduler {
      _ = Signal<Int> { subscriber in
        subscriber.sendCompleted()
        return disposable
      }.subscribe()
    }
    #expect(disposable.isDisposed)
  }

  @Test("is disposed already when the closure of the terminal event is called")
  func disposedInTerminal() {
    let subject = Subject<Int>()
    let log = Log<Bool>()
    let box = Box<Disposable?>(nil)
    box.value = subject.map { $0 }.subscribe(completed: {
      if let subscription = box.value { log.append(subscription.isDisposed) }
    })
    subject.sendCompleted()
    #expect(log.all == [true])
  }

  // Behaviour 35.
  @Test("disposes the inner subscription that was given the block's subscriber")
  func handedOn() {
    let disposable = Disposable()
    let inner = Signal<Int> { _ in disposable }
    let outer = Signal<Int> { subscriber in inner.subscribe(subscriber) }
    onScheduler { outer.subscribe().dispose() }
    #expect(disposable.isDisposed)
  }

  // Behaviour 34.
  @Test("has a current scheduler in its block, also on a bare thread")
  func currentScheduler() {
    let log = Log<Bool>()
    let done = Semaphore()
    onThreads(1) { _ in
      Signal<Int> { _ in
        log.append(Scheduler.current != nil)
        done.signal()
        return nil
      }.subscribe()
    }
    done.wait()
    #expect(log.all == [true])
  }

  // Behaviour 34.
  @Test("has the main scheduler as the current one in its block on the main thread")
  @MainActor
  func currentOnMain() {
    let log = Log<Bool>()
    Signal<Int> { _ in
      log.append(Scheduler.current === Scheduler.main)
      return nil
    }.subscribe()
    #expect(log.all == [true])
  }

  // Behaviour 37.
  @Test("is disposed in the background too")
  func background() {
    let done = Semaphore()
    let subscribed = Semaphore()
    let scheduler = Scheduler.background()
    let box = Box<Disposable?>(nil)
    scheduler.schedule {
      box.value = Signal<Int> { _ in Disposable { done.signal() } }.subscribe()
      subscribed.signal()
    }
    subscribed.wait()
    scheduler.schedule { box.value?.dispose() }
    done.wait()
    #expect(box.value?.isDisposed == true)
  }

  // Behaviour 29.
  @Test("is not retained by its subscriptions")
  func notRetained() {
    let scheduler = TestScheduler()
    let recorder = Recorder<Int>()
    weak var reference: Signal<Int>?
    onScheduler {
      let signal = Signal.just(1).delay(.seconds(1), on: scheduler).map { $0 + 1 }
      reference = signal
      signal.subscribe(recorder)
    }
    #expect(reference == nil)
    scheduler.stepAll()
    #expect(recorder.events == [.next(2), .completed])
  }

  // Behaviour 87.
  @Test("subscribed and dropped in the middle of a chain still delivers")
  func droppedIntermediate() {
    let subject = Subject<Int>()
    let recorder = subject.doNext { _ in }.recorded()
    subject.sendNext(1)
    subject.sendCompleted()
    #expect(recorder.events == [.next(1), .completed])
  }

  @Test("serialises the closures behind a source that overlaps")
  func overlappingSource() {
    let box = Box<PassthroughSubscriber<Int>?>(nil)
    let log = Log<Int>()
    onScheduler {
      Signal<Int> { subscriber in
        box.value = subscriber
        return nil
      }.map { $0 }.subscribe(
        next: { value in
          if value == 1 {
            box.value?.sendNext(2)
            box.value?.sendCompleted()
          }
          log.append(value)
        }, completed: { log.append(0) })
    }
    box.value?.sendNext(1)
    #expect(log.all == [1, 2, 0])
  }

  @Test("skips what is queued when it is disposed, also after a terminal event was queued")
  func disposedWhileQueued() {
    let box = Box<PassthroughSubscriber<Int>?>(nil)
    let subscription = Box<Disposable?>(nil)
    let log = Log<Int>()
    onScheduler {
      subscription.value = Signal<Int> { subscriber in
        box.value = subscriber
        return nil
      }.subscribe(
        next: { value in
          box.value?.sendNext(2)
          box.value?.sendCompleted()
          subscription.value?.dispose()
          log.append(value)
        }, completed: { log.append(0) })
    }
    box.value?.sendNext(1)
    #expect(log.all == [1])
  }

  @Test("loses nothing of a source that overlaps, whatever is behind it", arguments: 0..<4)
  func overlapping(_ kind: Int) {
    let box = Box<PassthroughSubscriber<Int>?>(nil)
    let source = Signal<Int> { subscriber in
      box.value = subscriber
      return nil
    }
    let signal =
      switch kind {
      case 0: source.map { $0 }.filter { _ in true }
      case 1: source.flatMap { .just($0) }
      case 2: source.merge(.never)
      default: source.catch { _ in .never }
      }
    let log = Log<Int>()
    onScheduler { _ = signal.subscribe(next: { log.append($0) }) }
    let subscriber = box.value
    onThreads(4) { thread in
      onScheduler { for value in 0..<500 { subscriber?.sendNext(500 * thread + value) } }
    }
    #expect(log.all.sorted() == Array(0..<2_000))
    for thread in 0..<4 {
      #expect(log.all.filter { $0 / 500 == thread } == Array(500 * thread..<500 * (thread + 1)))
    }
    box.value = nil
  }

  @Test("stops in its first value, by what the subscriber was handed, whatever it is")
  func disposeInFirstValue() {
    final class Once: Subscriber {
      let subscription = SerialDisposable()
      let log = Log<Event<Int>>()
      func sendNext(_ value: Int) {
        log.append(.next(value))
        subscription.dispose()
      }
      func sendError(_ error: any Error) { log.append(.error(error)) }
      func sendCompleted() { log.append(.completed) }
      func didSubscribe(with disposable: CompoundDisposable) {
        subscription.disposable = disposable
      }
    }
    let replay = ReplaySubject<Int>()
    for value in 1...5 { replay.sendNext(value) }
    let sequence = Signal(sequence: 1...5)
    let signals: [Signal<Int>] = [
      .just(1), sequence, replay, BehaviorSubject(1), .defer { .just(1) }, sequence.map { $0 },
      .merge([.just(1), .just(2)]), sequence.flatMap { .just($0) }, sequence.take(1),
      Signal<Int>.error(TestError.first).catch { _ in sequence }, sequence.deliverOn(.immediate),
      sequence.delay(.zero, on: .immediate), Signal { sequence.subscribe($0) },
    ]
    for signal in signals {
      let once = Once()
      onScheduler { _ = signal.subscribe(once) }
      replay.sendNext(9)
      #expect(once.log.all == [.next(1)], "\(signal)")
    }
  }
}
