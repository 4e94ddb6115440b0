// SPDX-License-Identifier: MIT

import Synchronization
import Testing

@testable import Signals

@Suite("autoconnect")
struct AutoconnectTests {
  private let subject = Subject<Int>()
  private let count = Box(0)
  private let disposable = Disposable()

  private var source: Signal<Int> {
    Signal { [subject, count, disposable] subscriber in
      count.value += 1
      subject.subscribe(subscriber)
      return disposable
    }
  }

  // Behaviour 320.
  @Test("connects at the first subscriber, once")
  func connects() {
    let signal = source.publish().autoconnect()
    #expect(count.value == 0)
    let first = signal.recorded()
    #expect(count.value == 1)
    let second = signal.recorded()
    #expect(count.value == 1)
    subject.sendNext(1)
    subject.sendCompleted()
    #expect(first.events == [.next(1), .completed])
    #expect(second.events == [.next(1), .completed])
  }

  // Behaviours 321, 322.
  @Test("ends the connection with its last subscriber, and does not reconnect")
  func disposes() {
    let signal = source.publish().autoconnect()
    let first = signal.recorded()
    let second = signal.recorded()
    first.subscription?.dispose()
    first.subscription?.dispose()
    #expect(!disposable.isDisposed)
    subject.sendNext(1)
    second.subscription?.dispose()
    #expect(disposable.isDisposed)
    let third = signal.recorded()
    subject.sendNext(2)
    #expect(count.value == 1)
    #expect(first.events == [])
    #expect(second.events == [.next(1)])
    #expect(third.events == [])
  }

  // Behaviour 323.
  @Test("of a replay subject tells a late subscriber what was before the end of the connection")
  func replays() {
    let signal = source.multicast(ReplaySubject()).autoconnect()
    let first = signal.recorded()
    subject.sendNext(1)
    subject.sendNext(2)
    #expect(first.events == [.next(1), .next(2)])
    first.subscription?.dispose()
    #expect(disposable.isDisposed)
    #expect(signal.recorded().events == [.next(1), .next(2)])
  }

  @Test("counts the subscribers of all its signals together")
  func together() {
    let connection = source.publish()
    let first = connection.autoconnect().recorded()
    let second = connection.autoconnect().recorded()
    first.subscription?.dispose()
    #expect(!disposable.isDisposed)
    second.subscription?.dispose()
    #expect(disposable.isDisposed)
  }

  @Test("delivers all of a source that sends at once to the first subscriber")
  func synchronous() {
    let signal = Signal(sequence: 1...3).publish().autoconnect()
    #expect(signal.recorded().events == [.next(1), .next(2), .next(3), .completed])
    #expect(signal.recorded().events == [.completed])
  }

  @Test("stops an endless source when enough was taken")
  func endless() {
    let endless = Signal<Int> { subscriber in
      while !subscriber.isDisposed { subscriber.sendNext(1) }
      return nil
    }
    #expect(
      endless.publish().autoconnect().take(2).recorded().events
        == [.next(1), .next(1), .completed])
  }

  @Test("is not ended, nor connected, by a subscriber that was disposed before")
  func disposedBefore() {
    let signal = source.publish().autoconnect()
    let ended = CallbackSubscriber<Int>()
    ended.dispose()
    onScheduler { _ = signal.subscribe(ended) }
    #expect(count.value == 0)
    let recorder = signal.recorded()
    subject.sendNext(1)
    #expect(recorder.events == [.next(1)])
  }

  @Test("disposes the connection once, whichever of many threads leaves last")
  func race() {
    for _ in 0..<200 {
      let disposals = Atomic<Int>(0)
      let signal = Signal<Int> { _ in
        Disposable { disposals.wrappingAdd(1, ordering: .relaxed) }
      }.publish().autoconnect()
      let subscriptions = Log<Disposable>()
      onScheduler { for _ in 0..<3 { subscriptions.append(signal.subscribe()) } }
      #expect(disposals.load(ordering: .relaxed) == 0)
      onThreads(3) { thread in subscriptions.all[thread].dispose() }
      #expect(disposals.load(ordering: .relaxed) == 1)
    }
  }

  @Test("is freed with its source, and its subscribers too, undisposed")
  func released() {
    let lives = Lives()
    weak var source: Subject<Int>?
    weak var result: Signal<Int>?
    let subscription = Box<Disposable?>(nil)
    do {
      let subject = Subject<Int>()
      let signal = subject.map { $0 }.publish().autoconnect()
      source = subject
      result = signal
      subscription.value = lives.withOne { one in signal.subscribe(next: { _ in _ = one }) }
    }
    #expect(source == nil)
    #expect(result == nil)
    #expect(lives.count == 0)
    #expect(subscription.value?.isDisposed == false)
  }

  @Test("a chain of 20,000 is built, subscribed, disposed and freed on a small stack")
  func longChain() {
    let lives = Lives()
    onSmallStack {
      let subject = Subject<Int>()
      let subscription: Disposable = lives.withOne { one in
        var signal: Signal<Int> = subject.doNext { _ in _ = one }
        for _ in 0..<20_000 { signal = signal.publish().autoconnect() }
        return signal.subscribe()
      }
      #expect(lives.count == 1)
      subscription.dispose()
      #expect(lives.count == 0)
    }
  }
}
