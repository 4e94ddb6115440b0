// SPDX-License-Identifier: MIT

import Testing

@testable import Signals

@Suite("takeUntil(trigger)")
struct TakeUntilTriggerTests {
  private let source = Subject<Int>().named("source")
  private let trigger = Subject<String>()

  // Behaviours 38, 39.
  @Test("completes when the trigger sends or completes, and disposes the source", arguments: 0...1)
  func triggered(_ kind: Int) {
    let disposable = Disposable()
    let signal = Signal<Int> { [source] subscriber in
      subscriber.didSubscribe(with: CompoundDisposable([disposable]))
      return source.subscribe(subscriber)
    }
    let recorder = signal.takeUntil(trigger).recorded()
    source.sendNext(1)
    source.sendNext(2)
    #expect(recorder.events == [.next(1), .next(2)])
    #expect(!disposable.isDisposed)
    if kind == 0 { trigger.sendNext("") } else { trigger.sendCompleted() }
    #expect(recorder.events == [.next(1), .next(2), .completed])
    #expect(disposable.isDisposed)
    source.sendNext(3)
    #expect(recorder.events == [.next(1), .next(2), .completed])
  }

  // Behaviour 40.
  @Test("with a trigger that completes at once never subscribes the source")
  func atOnce() {
    let count = Box(0)
    let counted = Signal<Int> { subscriber in
      count.value += 1
      subscriber.sendNext(1)
      return nil
    }
    #expect(counted.takeUntil(Signal<Int>.empty).recorded().events == [.completed])
    #expect(count.value == 0)
  }

  @Test("ends earlier with the source, and lets the trigger go")
  func ends() {
    let disposable = Disposable()
    let never = Signal<Int> { _ in disposable }
    #expect(Signal.just(1).takeUntil(never).recorded().events == [.next(1), .completed])
    #expect(disposable.isDisposed)
    #expect(
      Signal<Int>.error(TestError.first).takeUntil(trigger).recorded().events
        == [.error(TestError.first)])
    #expect(source.takeUntil(trigger).description == "source.takeUntil")
  }

  @Test("ignores an error of the trigger")
  func triggerError() {
    let recorder = source.takeUntil(trigger).recorded()
    trigger.sendError(TestError.first)
    source.sendNext(1)
    source.sendCompleted()
    #expect(recorder.events == [.next(1), .completed])
  }

  @Test("completes after the delivery in which the trigger sends")
  func nested() {
    let log = Log<Event<Int>>()
    source.takeUntil(trigger).subscribe(
      next: { value in
        trigger.sendNext("")
        log.append(.next(value))
      }, completed: { log.append(.completed) })
    source.sendNext(1)
    source.sendNext(2)
    #expect(log.all == [.next(1), .completed])
  }

  @Test("never overlaps when source and trigger send at once")
  func concurrent() {
    for _ in 0..<200 {
      let source = Subject<Int>()
      let trigger = Subject<Int>()
      let recorder = source.takeUntil(trigger).recorded()
      onThreads(2) { thread in
        if thread == 0 {
          trigger.sendNext(0)
        } else {
          for value in 0..<20 { source.sendNext(value) }
        }
      }
      let values = recorder.values
      #expect(recorder.events == (0..<values.count).map { .next($0) } + [.completed])
    }
  }
}
