// SPDX-License-Identifier: MIT

import Testing

@testable import Signals

@Suite("initially")
struct InitiallyTests {
  private let log = Log<String>()

  private var signal: Signal<Int> {
    Signal<Int> { [log] subscriber in
      log.append("source")
      subscriber.sendNext(1)
      subscriber.sendCompleted()
      return nil
    }.initially { [log] in log.append("initially") }
  }

  // Behaviour 170.
  @Test("does nothing without a subscription")
  func unsubscribed() {
    _ = signal
    #expect(log.all == [])
  }

  // Behaviours 171, 172.
  @Test("does its thing once for each subscription, before the source is subscribed")
  func subscribed() {
    let signal = signal
    #expect(signal.recorded().events == [.next(1), .completed])
    #expect(log.all == ["initially", "source"])
    #expect(signal.recorded().events == [.next(1), .completed])
    #expect(log.all == ["initially", "source", "initially", "source"])
  }

  @Test("passes an error")
  func error() {
    #expect(
      Signal<Int>.error(TestError.first).initially {}.recorded().events
        == [.error(TestError.first)])
  }

  @Test("runs with a current scheduler, also on a bare thread")
  func currentScheduler() {
    let isDone = Semaphore()
    let source = Signal<Int>.empty
    onThreads(1) { [log] _ in
      source.initially { log.append(Scheduler.current == nil ? "none" : "a scheduler") }
        .subscribe(completed: { isDone.signal() })
    }
    isDone.wait()
    #expect(log.all == ["a scheduler"])
  }

  @Test("does not subscribe the source if the subscription is disposed in it")
  func disposeInside() {
    let subscription = Box<Disposable?>(nil)
    let source = signal.initially { subscription.value?.dispose() }
    let trigger = Subject<Int>()
    onScheduler {
      subscription.value = trigger.flatMap { _ in source }.subscribe()
      trigger.sendNext(1)
    }
    #expect(log.all == [])
    #expect(subscription.value?.isDisposed == true)
  }

  @Test("disposes the source with the subscription")
  func dispose() {
    let disposable = Disposable()
    onScheduler { Signal<Int> { _ in disposable }.initially {}.subscribe().dispose() }
    #expect(disposable.isDisposed)
  }
}
