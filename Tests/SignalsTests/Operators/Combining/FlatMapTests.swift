// SPDX-License-Identifier: MIT

import Testing

@testable import Signals

@Suite("flatMap")
struct FlatMapTests {
  private let outer = Subject<Int>()
  private let inner = [Subject<Int>(), Subject<Int>(), Subject<Int>()]
  private let started = Log<Int>()

  private func run(maxConcurrent: Int) -> Recorder<Int> {
    outer.flatMap(maxConcurrent: maxConcurrent) { [inner, started] index in
      Signal { subscriber in
        started.append(index)
        return inner[index].subscribe(subscriber)
      }
    }.recorded()
  }

  private func send(_ index: Int) { onScheduler { outer.sendNext(index) } }

  @Test("without a limit subscribes each inner signal when it arrives")
  func unlimited() {
    let recorder = run(maxConcurrent: .max)
    send(0)
    #expect(started.all == [0])
    send(1)
    #expect(started.all == [0, 1])
    inner[0].sendNext(1)
    inner[1].sendNext(2)
    inner[0].sendCompleted()
    send(2)
    #expect(started.all == [0, 1, 2])
    inner[2].sendNext(3)
    #expect(recorder.values == [1, 2, 3])
  }

  @Test("with a limit of one subscribes each inner signal after the one before has completed")
  func limited() {
    let recorder = run(maxConcurrent: 1)
    send(0)
    send(1)
    send(2)
    #expect(started.all == [0])
    inner[0].sendNext(1)
    outer.sendCompleted()
    onScheduler { inner[0].sendCompleted() }
    #expect(started.all == [0, 1])
    inner[1].sendNext(2)
    onScheduler { inner[1].sendCompleted() }
    #expect(started.all == [0, 1, 2])
    inner[2].sendNext(3)
    inner[2].sendCompleted()
    #expect(recorder.events == [.next(1), .next(2), .next(3), .completed])
  }

  @Test("completes only after the source and all inner signals", arguments: [1, .max])
  func completion(_ maxConcurrent: Int) {
    let recorder = run(maxConcurrent: maxConcurrent)
    send(0)
    inner[0].sendCompleted()
    #expect(recorder.events == [])
    send(1)
    outer.sendCompleted()
    #expect(recorder.events == [])
    inner[1].sendCompleted()
    #expect(recorder.events == [.completed])
  }

  @Test("of a source without values completes with it")
  func empty() {
    #expect(Signal<Int>.empty.flatMap { Signal.just($0) }.recorded().events == [.completed])
  }

  @Test("fails when the source or an inner signal does, and disposes the others")
  func errors() {
    for index in 0...1 {
      let outer = Subject<Int>()
      let inner = Subject<Int>()
      let disposable = Disposable()
      let recorder = outer.flatMap { value in
        value == 0 ? inner : Signal { _ in disposable }
      }.recorded()
      onScheduler {
        outer.sendNext(0)
        outer.sendNext(1)
      }
      (index == 0 ? outer : inner).sendError(TestError.first)
      #expect(recorder.events == [.error(TestError.first)])
      #expect(disposable.isDisposed)
    }
  }

  @Test("dispose disposes the source and the inner signals, and starts no more")
  func dispose() {
    let disposables = [Disposable(), Disposable()]
    let log = Log<Int>()
    onScheduler {
      let subscription = outer.flatMap(maxConcurrent: 2) { index in
        Signal<Int> { _ in
          log.append(index)
          return disposables[index]
        }
      }.subscribe()
      for index in 0...2 { outer.sendNext(index) }
      subscription.dispose()
    }
    #expect(disposables.map(\.isDisposed) == [true, true])
    #expect(log.all == [0, 1])
  }

  @Test("runs many waiting signals that complete at once on a small stack")
  func waitingStack() {
    onSmallStack {
      let first = Subject<Int>()
      let recorder = Signal(sequence: 0...50_000).flatMap(maxConcurrent: 1) { value in
        value == 0 ? first : Signal.just(value)
      }.recorded()
      onScheduler { first.sendCompleted() }
      #expect(recorder.values == Array(1...50_000))
      #expect(recorder.events.last == .completed)
    }
  }

  @Test("stops an endless inner signal when enough was taken")
  func endless() {
    let endless = Signal<Int> { subscriber in
      while !subscriber.isDisposed { subscriber.sendNext(1) }
      return nil
    }
    #expect(
      Signal.just(0).flatMap { _ in endless }.take(2).recorded().events
        == [.next(1), .next(1), .completed])
  }

  // Behaviour P11.
  @Test("nests 3,000 times")
  func nested() {
    onThreads(1, stackSize: 64 << 20) { _ in
      var signal = Signal.just(0)
      for _ in 0..<3_000 { signal = signal.flatMap { .just($0 + 1) } }
      #expect(signal.recorded().events == [.next(3_000), .completed])
    }
  }

  // Behaviour 100.
  @Test("source and result are freed after completion")
  func freed() {
    weak var source: Subject<Int>?
    weak var result: Signal<Int>?
    do {
      let outer = Subject<Int>()
      let signal = outer.flatMap { Signal.just($0) }
      source = outer
      result = signal
      onScheduler {
        signal.subscribe()
        outer.sendNext(1)
      }
      outer.sendCompleted()
    }
    #expect(source == nil)
    #expect(result == nil)
  }

  @Test("merges concurrent inner signals without overlap")
  func concurrent() {
    let inner = [Subject<Int>(), Subject<Int>()]
    let recorder = Signal(sequence: 0...1).flatMap { inner[$0] }.recorded()
    onThreads(2) { thread in
      for value in 0..<2_000 { inner[thread].sendNext(2 * value + thread) }
      inner[thread].sendCompleted()
    }
    #expect(recorder.values.count == 4_000)
    #expect(recorder.events.last == .completed)
  }
}
