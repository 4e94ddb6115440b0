// SPDX-License-Identifier: MIT

import Testing

@testable import Signals

@Suite("ReplaySubject")
struct ReplaySubjectTests {
  // Behaviours 13, 14, 18.
  @Test(
    "replays the last values, as many as its capacity, then how it ended",
    arguments: [
      (nil, [1, 2, 3]), (0, []), (1, [3]), (2, [2, 3]), (3, [1, 2, 3]), (9, [1, 2, 3]),
    ] as [(Int?, [Int])])
  func capacity(_ capacity: Int?, _ expected: [Int]) {
    let subject = ReplaySubject<Int>(capacity: capacity)
    for value in 1...3 { subject.sendNext(value) }
    #expect(subject.recorded().events == expected.map { .next($0) })
    subject.sendCompleted()
    #expect(subject.recorded().events == expected.map { .next($0) } + [.completed])
    #expect(subject.recorded().events == expected.map { .next($0) } + [.completed])
  }

  @Test("replays an error after the values")
  func error() {
    let subject = ReplaySubject<Int>(capacity: 1)
    subject.sendNext(1)
    subject.sendError(TestError.first)
    #expect(subject.recorded().events == [.next(1), .error(TestError.first)])
  }

  @Test("replays nil values")
  func nilValues() {
    let subject = ReplaySubject<Int?>()
    subject.sendNext(nil)
    subject.sendNext(1)
    #expect(subject.recorded().events == [.next(nil), .next(1)])
  }

  @Test("goes on with live values after the replay")
  func live() {
    let subject = ReplaySubject<Int>(capacity: 2)
    subject.sendNext(1)
    let recorder = subject.recorded()
    subject.sendNext(2)
    subject.sendCompleted()
    #expect(recorder.events == [.next(1), .next(2), .completed])
  }

  // Behaviour 20.
  @Test("has a current scheduler while it replays, also on a bare thread")
  func currentScheduler() {
    let subject = ReplaySubject<Int>()
    subject.sendNext(1)
    let log = Log<Bool>()
    let done = Semaphore()
    onThreads(1) { _ in
      subject.subscribe(next: { _ in
        log.append(Scheduler.current != nil)
        done.signal()
      })
    }
    done.wait()
    #expect(log.all == [true])
  }

  // Behaviour 20.
  @Test("has the main scheduler as the current one while it replays on the main thread")
  @MainActor
  func currentOnMain() {
    let subject = ReplaySubject<Int>()
    subject.sendNext(1)
    let log = Log<Bool>()
    subject.subscribe(next: { _ in log.append(Scheduler.current === Scheduler.main) })
    #expect(log.all == [true])
  }

  // Behaviours 15, 16, 17.
  @Test(
    "replays how it ended, if no value came",
    arguments: [Event<Int>.completed, .error(TestError.first)])
  func onlyTerminal(_ terminal: Event<Int>) {
    let subject = ReplaySubject<Int>(capacity: 1)
    terminal.send(to: subject)
    #expect(subject.recorded().events == [terminal])
  }

  // Behaviour P6.
  @Test("delivers after the replay what is sent from inside it")
  func sendInside() {
    for capacity in [nil, 1, 2] as [Int?] {
      let subject = ReplaySubject<Int>(capacity: capacity)
      subject.sendNext(1)
      subject.sendNext(2)
      let log = Log<Int>()
      onScheduler {
        subject.subscribe(next: { [unowned subject] value in
          if value == 2 {
            subject.sendNext(3)
            subject.sendNext(4)
          }
          log.append(value)
        })
      }
      #expect(log.all == (capacity == 1 ? [2, 3, 4] : [1, 2, 3, 4]))
    }
  }

  @Test("stops a replay as soon as the subscription is disposed")
  func disposeInside() {
    let subject = ReplaySubject<Int>()
    for value in 0..<1_000 { subject.sendNext(value) }
    let log = Log<Int>()
    let box = Box(CompoundDisposable())
    onScheduler {
      let subscriber = CallbackSubscriber<Int>(next: { value in
        log.append(value)
        if value == 2 { box.value.dispose() }
      })
      box.value.add(subject.subscribe(subscriber))
      // Replayed before the disposable was known, so again with it known.
      #expect(log.all.count == 1_000)
      subject.take(3).subscribe(next: { log.append($0) })
    }
    #expect(Array(log.all.suffix(3)) == [0, 1, 2])
  }

  @Test("ends a subscriber that completes it from inside the replay after the values")
  func completeInside() {
    let subject = ReplaySubject<Int>()
    subject.sendNext(1)
    subject.sendNext(2)
    let log = Log<Event<Int>>()
    onScheduler {
      subject.subscribe(
        next: { [unowned subject] value in
          log.append(.next(value))
          if value == 1 { subject.sendCompleted() }
        }, completed: { log.append(.completed) })
    }
    #expect(log.all == [.next(1), .next(2), .completed])
  }

  @Test("loses, doubles and reorders nothing while values come during replays")
  func concurrentReplay() {
    let subject = ReplaySubject<Int>()
    let recorders = Log<Recorder<Int>>()
    onThreads(3) { thread in
      for value in 0..<500 {
        if thread == 0 { subject.sendNext(value) } else { recorders.append(subject.recorded()) }
      }
    }
    subject.sendCompleted()
    let expected = (0..<500).map { Event.next($0) } + [.completed]
    #expect(recorders.all.allSatisfy { $0.events == expected })
  }

  @Test("delivers to a subscriber the suffix of the values that its capacity allows, in order")
  func concurrentBoundedReplay() {
    let subject = ReplaySubject<Int>(capacity: 3)
    let recorders = Log<Recorder<Int>>()
    onThreads(3) { thread in
      for value in 0..<500 {
        if thread == 0 { subject.sendNext(value) } else { recorders.append(subject.recorded()) }
      }
    }
    for recorder in recorders.all {
      let values = recorder.values
      #expect(values == Array((values.first ?? 500)..<500))
    }
  }

  // Behaviours 22, 23.
  @Test(
    "ending right after subscribing does not lose the stored value",
    arguments: [Event<Int>.completed, .error(TestError.first)], [false, true])
  func endAfterSubscribe(_ terminal: Event<Int>, _ isOnScheduler: Bool) {
    let subject = ReplaySubject<Int>()
    subject.sendNext(1)
    let done = Semaphore()
    let log = Log<Event<Int>>()
    let end: @Sendable (Event<Int>) -> Void = { event in
      log.append(event)
      done.signal()
    }
    let work: @Sendable () -> Void = {
      subject.subscribe(
        next: { log.append(.next($0)) }, error: { end(.error($0)) }, completed: { end(.completed) })
      terminal.send(to: subject)
    }
    if isOnScheduler {
      Scheduler.background().schedule(work)
    } else {
      onThreads(1) { _ in work() }
    }
    done.wait()
    #expect(log.all == [.next(1), terminal])
  }

  @Test("never keeps more than its capacity")
  func boundedMemory() {
    let lives = Lives()
    let subject = ReplaySubject<Lives.One>(capacity: 3)
    for _ in 0..<100 { lives.withOne { subject.sendNext($0) } }
    #expect(lives.count == 3)
  }

  // Behaviour 84.
  @Test("is freed with its values after it has completed")
  func freed() {
    let lives = Lives()
    weak var reference: ReplaySubject<Lives.One>?
    do {
      let subject = ReplaySubject<Lives.One>()
      reference = subject
      lives.withOne { subject.sendNext($0) }
      onScheduler { _ = subject.subscribe(next: { _ in }) }
      subject.sendCompleted()
    }
    #expect(reference == nil)
    #expect(lives.count == 0)
  }

  @Test("lets go of a subscriber if it is freed before the replay is over")
  func freedDuringReplay() {
    let subject = Box<ReplaySubject<Int>?>(ReplaySubject())
    subject.value?.sendNext(1)
    let replaying = Semaphore()
    let goOn = Semaphore()
    let gone = Semaphore()
    // A bare thread has no current scheduler, so the replay runs in the background.
    onThreads(1) { _ in
      let kept = ScopedDisposable { gone.signal() }
      subject.value?.subscribe(next: { _ in
        replaying.signal()
        withExtendedLifetime(kept) { goOn.wait() }
      })
    }
    replaying.wait()
    subject.value = nil
    goOn.signal()
    gone.wait()
  }
}
