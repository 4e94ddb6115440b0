// SPDX-License-Identifier: MIT

import Testing

@testable import Signals

@Suite("Signals and memory")
struct SignalMemoryTests {
  // Behaviour 82.
  @Test("a signal without subscriptions is freed")
  func unsubscribed() {
    weak var reference: Signal<Int>?
    do {
      let signal = Signal<Int> { _ in nil }.map { $0 }
      reference = signal
    }
    #expect(reference == nil)
  }

  // Behaviour 83.
  @Test("a signal that was subscribed and has completed is freed")
  func completed() {
    weak var reference: Signal<Int>?
    let log = Log<Event<Int>>()
    do {
      let signal = Signal<Int> { subscriber in
        subscriber.sendCompleted()
        return nil
      }
      reference = signal
      onScheduler { _ = signal.subscribe(completed: { log.append(.completed) }) }
    }
    #expect(log.all == [.completed])
    #expect(reference == nil)
  }

  // Behaviours 85, 86.
  @Test(
    "a signal that was made on a background scheduler is freed there", arguments: [false, true])
  func background(_ isSubscribed: Bool) {
    let scheduler = Scheduler.background()
    let isFreed = Log<Bool>()
    let isDone = Semaphore()
    scheduler.schedule {
      weak var reference: Signal<Int>?
      do {
        let signal = Signal<Int> { _ in nil }.map { $0 }
        reference = signal
        if isSubscribed { signal.subscribe() }
        withExtendedLifetime(signal) { isFreed.append(reference == nil) }
      }
      isFreed.append(reference == nil)
      isDone.signal()
    }
    isDone.wait()
    #expect(isFreed.all == [false, true])
  }

  @Test("a subscription keeps nothing of its closures after dispose, even if the result is kept")
  func disposed() {
    let lives = Lives()
    let subject = Subject<Int>()
    let subscription = Box<Disposable?>(nil)
    lives.withOne { one in
      subscription.value = subject.map { _ in one }.filter { _ in true }.doNext { _ in _ = one }
        .subscribe(next: { _ in _ = one })
    }
    #expect(lives.count == 1)
    subscription.value?.dispose()
    #expect(lives.count == 0)
  }

  @Test("a subscription that is disposed inside its delivery is freed after it")
  func disposedInside() {
    let lives = Lives()
    let subject = Subject<Int>()
    let subscription = Box<Disposable?>(nil)
    lives.withOne { one in
      subscription.value = subject.map { $0 }.subscribe(next: { _ in
        subscription.value?.dispose()
        #expect(lives.count == 1)
        _ = one
      })
    }
    subject.sendNext(1)
    #expect(lives.count == 0)
  }

  @Test(
    "closures are let go at the end though the source keeps its subscriber",
    arguments: [Event<Int>?.none, .completed, .error(TestError.first)])
  func keptSubscriber(_ end: Event<Int>?) {
    let lives = Lives()
    let subscriber = Box<PassthroughSubscriber<Int>?>(nil)
    let subscription = Box<Disposable?>(nil)
    onScheduler {
      lives.withOne { one in
        let signal = Signal<Int> {
          subscriber.value = $0
          return nil
        }
        subscription.value = signal.map { _ in one }.filter { _ in true }.doNext { _ in _ = one }
          .subscribe(
            next: { _ in _ = one }, error: { _ in #expect(lives.count == 1 && one === one) },
            completed: { #expect(lives.count == 1 && one === one) })
      }
    }
    subscriber.value?.sendNext(1)
    #expect(lives.count == 1)
    if let end {
      if let subscriber = subscriber.value { end.send(to: subscriber) }
    } else {
      subscription.value?.dispose()
    }
    #expect(lives.count == 0)
    // It is still there, and does nothing.
    subscriber.value?.sendNext(2)
    subscriber.value?.sendCompleted()
    #expect(subscriber.value?.isDisposed == true)
  }

  @Test("closures are let go after the delivery in which another thread disposes")
  func keptSubscriberInDelivery() {
    let lives = Lives()
    let subscriber = Box<PassthroughSubscriber<Int>?>(nil)
    let subscription = Box<Disposable?>(nil)
    let log = Log<Int>()
    onScheduler {
      lives.withOne { one in
        let signal = Signal<Int> {
          subscriber.value = $0
          return nil
        }
        subscription.value = signal.map { value -> Lives.One in
          onThreads(1) { _ in subscription.value?.dispose() }
          log.append(lives.count)
          return one
        }.subscribe(next: { _ in _ = one })
      }
    }
    subscriber.value?.sendNext(1)
    #expect(log.all == [1])
    #expect(lives.count == 0)
    subscriber.value = nil
  }

  @Test("what listens is let go at the end, whoever keeps a subscriber", arguments: 0..<4)
  func keptSubscribers(_ kind: Int) {
    let lives = Lives()
    let subscribers = Log<PassthroughSubscriber<Int>>()
    let keeping = Signal<Int> {
      subscribers.append($0)
      return nil
    }
    weak var listener: Recorder<Int>?
    onScheduler {
      let signal: Signal<Int> =
        switch kind {
        case 0: keeping
        case 1: Signal { keeping.subscribe($0) }
        case 2: .defer { keeping }
        default: Signal<Int>.just(0).flatMap { _ in keeping }
        }
      lives.withOne { one in
        signal.map { _ in one }.subscribe(next: { _ in _ = one }).dispose()
      }
      let recorder = Recorder<Int>()
      listener = recorder
      signal.subscribe(recorder).dispose()
    }
    #expect(subscribers.all.count == 2)
    #expect(lives.count == 0)
    #expect(listener == nil)
  }

  @Test("delayed values are let go by dispose")
  func delayed() {
    let lives = Lives()
    let scheduler = TestScheduler()
    let subject = Subject<Lives.One>()
    let subscriptions = [
      subject.delay(.seconds(1), on: scheduler).subscribe(),
      subject.throttle(.seconds(1), on: scheduler).subscribe(),
      subject.deliverOn(scheduler).subscribe(),
    ]
    lives.withOne { subject.sendNext($0) }
    #expect(lives.count == 1)
    for subscription in subscriptions { subscription.dispose() }
    #expect(lives.count == 0)
  }

  @Test("delayed values are let go with the scheduler that never ran")
  func droppedScheduler() {
    let lives = Lives()
    do {
      let scheduler = TestScheduler()
      let subject = Subject<Lives.One>()
      subject.delay(.seconds(1), on: scheduler).subscribe()
      subject.throttle(.seconds(1), on: scheduler).subscribe()
      subject.deliverOn(scheduler).subscribe()
      lives.withOne { subject.sendNext($0) }
    }
    #expect(lives.count == 0)
  }

  // Behaviour P11.
  @Test("a chain of 100,000 operators is built, subscribed, disposed and freed on a small stack")
  func longChain() {
    let lives = Lives()
    onSmallStack {
      let subject = Subject<Int>()
      let subscription: Disposable = lives.withOne { one in
        var signal: Signal<Int> = subject.doNext { _ in _ = one }
        for _ in 0..<100_000 { signal = signal.map { $0 } }
        return signal.subscribe()
      }
      #expect(lives.count == 1)
      subscription.dispose()
      #expect(lives.count == 0)
    }
  }

  @Test("a chain of 100,000 operators is freed on a small stack when its subject is")
  func longChainFreed() {
    let lives = Lives()
    onSmallStack {
      do {
        let subject = Subject<Int>()
        var signal: Signal<Int> = subject
        for _ in 0..<100_000 { signal = signal.filter { _ in true } }
        lives.withOne { one in _ = signal.subscribe(next: { _ in _ = one }) }
      }
      #expect(lives.count == 0)
    }
  }

  @Test("a chain of 10,000 operators runs")
  func longChainRuns() {
    onThreads(1, stackSize: 64 << 20) { _ in
      let subject = Subject<Int>()
      var signal: Signal<Int> = subject
      for _ in 0..<10_000 { signal = signal.map { $0 + 1 } }
      let recorder = signal.recorded()
      subject.sendNext(0)
      subject.sendCompleted()
      #expect(recorder.events == [.next(10_000), .completed])
    }
  }

  @Test("subscribing and disposing leaves nothing behind")
  func rounds() {
    let lives = Lives()
    let scheduler = TestScheduler()
    let subject = Subject<Int>()
    let signals: [Signal<Int>] = [
      subject, subject.take(3), .merge([subject, subject]), subject.flatMap { .just($0) },
      subject.catch { _ in .empty }, subject.throttle(.seconds(1), on: scheduler),
      .just(1), .empty, .never, Signal { _ in Disposable() }, .defer { .never },
    ]
    onScheduler {
      for signal in signals {
        for _ in 0..<1_000 {
          lives.withOne { one in signal.subscribe(next: { _ in _ = one }).dispose() }
        }
      }
    }
    #expect(lives.count == 0)
  }

  @Test("signals nested 100,000 deep in closures are freed on a small stack", arguments: 0..<4)
  func nested(_ kind: Int) {
    onSmallStack {
      var signal = Signal<Int>.never
      let outer = Signal.just(1)
      for _ in 0..<100_000 {
        signal =
          switch kind {
          case 0: Signal { [signal] in signal.subscribe($0) }
          case 1: .defer { [signal] in signal }
          case 2: outer.flatMap { [signal] _ in signal }
          default: outer.catch { [signal] _ in signal }
          }
      }
    }
  }
}
