// SPDX-License-Identifier: MIT

import Synchronization
import Testing

@testable import Signals

/// A kind of subject, and what a first subscriber receives from a new one.
struct SubjectUnderTest: Sendable, CustomTestStringConvertible {
  let testDescription: String
  var initial: [Event<Int>] = []
  let make: @Sendable () -> Subject<Int>

  static let all = [
    SubjectUnderTest(testDescription: "Subject") { Subject() },
    SubjectUnderTest(testDescription: "ReplaySubject") { ReplaySubject() },
    SubjectUnderTest(testDescription: "ReplaySubject(capacity: 0)") { ReplaySubject(capacity: 0) },
    SubjectUnderTest(testDescription: "ReplaySubject(capacity: 2)") { ReplaySubject(capacity: 2) },
    SubjectUnderTest(testDescription: "BehaviorSubject", initial: [.next(0)]) {
      BehaviorSubject(0)
    },
  ]
}

@Suite("Every subject")
struct SubjectContractTests {
  @Test("delivers live events to its subscribers in order", arguments: SubjectUnderTest.all)
  func liveEvents(_ kind: SubjectUnderTest) {
    let subject = kind.make()
    let recorders = [subject.recorded(), subject.recorded()]
    subject.sendNext(1)
    subject.sendNext(2)
    subject.sendCompleted()
    let expected = kind.initial + [.next(1), .next(2), .completed]
    #expect(recorders.map(\.events) == [expected, expected])
  }

  @Test("calls subscribers in the order in which they subscribed", arguments: SubjectUnderTest.all)
  func order(_ kind: SubjectUnderTest) {
    let subject = kind.make()
    let log = Log<Int>()
    onScheduler {
      for index in 0..<5 {
        subject.subscribe(next: { if $0 == 7 { log.append(index) } })
      }
    }
    subject.sendNext(7)
    #expect(log.all == [0, 1, 2, 3, 4])
  }

  // Behaviour P9.
  @Test("is ended by the first terminal event", arguments: SubjectUnderTest.all)
  func latch(_ kind: SubjectUnderTest) {
    let subject = kind.make()
    let recorder = subject.recorded()
    subject.sendError(TestError.first)
    subject.sendNext(1)
    subject.sendCompleted()
    subject.sendError(TestError.second)
    #expect(recorder.events == kind.initial + [.error(TestError.first)])
  }

  @Test("tells a late subscriber how it ended", arguments: SubjectUnderTest.all)
  func lateSubscriber(_ kind: SubjectUnderTest) {
    for terminal in [Event<Int>.completed, .error(TestError.first)] {
      let subject = kind.make()
      terminal.send(to: subject)
      #expect(subject.recorded().events == [terminal])
    }
  }

  @Test("keeps what was sent from inside a delivery for after it", arguments: SubjectUnderTest.all)
  func reentrantSend(_ kind: SubjectUnderTest) {
    let subject = kind.make()
    let first = Log<Event<Int>>()
    onScheduler {
      subject.subscribe(next: { [unowned subject] value in
        if value == 1 {
          subject.sendNext(2)
          #expect(subject.pendingCount == 1)
        }
        first.append(.next(value))
      })
    }
    let second = subject.recorded()
    subject.sendNext(1)
    #expect(first.all == kind.initial + [.next(1), .next(2)])
    #expect(second.events.suffix(2) == [.next(1), .next(2)])
    #expect(subject.pendingCount == 0)
  }

  @Test("needs no stack for sends from inside deliveries", arguments: SubjectUnderTest.all)
  func reentrantStack(_ kind: SubjectUnderTest) {
    onSmallStack {
      let subject = kind.make()
      let count = Box(0)
      onScheduler {
        subject.subscribe(next: { [unowned subject] value in
          count.value += 1
          if value < 100_000 { subject.sendNext(value + 1) }
        })
      }
      subject.sendNext(1)
      #expect(count.value >= 100_000)
    }
  }

  @Test("misses who subscribes during a delivery, but not later", arguments: SubjectUnderTest.all)
  func subscribeDuring(_ kind: SubjectUnderTest) {
    let subject = kind.make()
    let late = Log<Int>()
    onScheduler {
      subject.take(2).subscribe(next: { [unowned subject] value in
        guard value == 1 else { return }
        onScheduler { subject.subscribe(next: { late.append($0) }) }
      })
      subject.sendNext(1)
      subject.sendNext(2)
    }
    // What a subject stores it replays; nothing comes twice.
    #expect(late.all.filter { $0 == 2 } == [2])
    #expect(late.all.filter { $0 == 1 }.count <= 1)
  }

  @Test("skips who is disposed during a delivery", arguments: SubjectUnderTest.all)
  func disposeDuring(_ kind: SubjectUnderTest) {
    let subject = kind.make()
    let box = Box<Disposable?>(nil)
    let log = Log<Int>()
    onScheduler {
      subject.subscribe(next: { if $0 == 1 { box.value?.dispose() } })
      box.value = subject.subscribe(next: { log.append($0) })
    }
    subject.sendNext(1)
    subject.sendNext(2)
    #expect(log.all == kind.initial.compactMap(\.value))
  }

  @Test("disposes by what a subscriber was handed", arguments: SubjectUnderTest.all)
  func handedDisposable(_ kind: SubjectUnderTest) {
    let subject = kind.make()
    let recorder = Recorder<Int>()
    let extra = Disposable()
    onScheduler {
      let subscription = subject.subscribe(recorder)
      recorder.subscription?.add(extra)
      subscription.dispose()
    }
    #expect(extra.isDisposed)
    subject.sendNext(1)
    #expect(recorder.events == kind.initial)
  }

  // Behaviour 11.
  @Test(
    "disposes what a subscriber has added to what it was handed", arguments: SubjectUnderTest.all)
  func addedToHanded(_ kind: SubjectUnderTest) {
    final class Adding: Subscriber {
      let added = Disposable()
      func sendNext(_ value: Int) {}
      func sendError(_ error: any Error) {}
      func sendCompleted() {}
      func didSubscribe(with disposable: CompoundDisposable) { disposable.add(added) }
    }
    let subject = kind.make()
    let subscriber = Adding()
    onScheduler {
      let subscription = subject.subscribe(subscriber)
      #expect(!subscriber.added.isDisposed)
      subscription.dispose()
    }
    #expect(subscriber.added.isDisposed)
  }

  // Behaviour P10.
  @Test("shows two subscribers the same order of concurrent sends", arguments: SubjectUnderTest.all)
  func concurrentOrder(_ kind: SubjectUnderTest) {
    let subject = kind.make()
    let recorders = [subject.recorded(), subject.recorded()]
    onThreads(3) { thread in
      for value in 0..<2_000 { subject.sendNext(10_000 * (thread + 1) + value) }
    }
    #expect(recorders[0].values.count == 6_000 + kind.initial.count)
    #expect(recorders[0].events == recorders[1].events)
    for thread in 1...3 {
      let own = recorders[0].values.filter { $0 / 10_000 == thread }
      #expect(own == Array(10_000 * thread..<10_000 * thread + 2_000))
    }
  }

  @Test("keeps order while others subscribe and dispose", arguments: SubjectUnderTest.all)
  func concurrentChanges(_ kind: SubjectUnderTest) {
    let subject = kind.make()
    let recorder = subject.recorded()
    onThreads(3) { thread in
      for value in 1...1_000 {
        if thread == 0 {
          subject.sendNext(value)
        } else {
          onScheduler {
            let box = Box(0)
            subject.subscribe(next: {
              #expect($0 > box.value || $0 == 0)
              box.value = $0
            }).dispose()
          }
        }
      }
    }
    #expect(recorder.events == kind.initial + (1...1_000).map { .next($0) })
  }

  @Test("retains nothing of a subscriber after dispose", arguments: SubjectUnderTest.all)
  func releasesDisposed(_ kind: SubjectUnderTest) {
    let lives = Lives()
    let subject = kind.make()
    let subscription = Box<Disposable?>(nil)
    lives.withOne { one in
      onScheduler { subscription.value = subject.subscribe(next: { _ in _ = one }) }
    }
    #expect(lives.count == 1)
    subscription.value?.dispose()
    #expect(lives.count == 0)
  }

  @Test("retains nothing of a subscriber after the end", arguments: SubjectUnderTest.all)
  func releasesTerminated(_ kind: SubjectUnderTest) {
    let lives = Lives()
    let subject = kind.make()
    lives.withOne { one in
      onScheduler { _ = subject.subscribe(next: { _ in _ = one }) }
    }
    subject.sendCompleted()
    #expect(lives.count == 0)
  }

  @Test("lets go of its subscribers when it is freed", arguments: SubjectUnderTest.all)
  func releasesWithItself(_ kind: SubjectUnderTest) {
    let lives = Lives()
    weak var reference: Subject<Int>?
    let subscription = Box<Disposable?>(nil)
    do {
      let subject = kind.make()
      reference = subject
      lives.withOne { one in
        onScheduler { subscription.value = subject.map { $0 }.subscribe(next: { _ in _ = one }) }
      }
    }
    #expect(reference == nil)
    #expect(lives.count == 0)
    #expect(subscription.value?.isDisposed == false)
  }

  // Behaviour P7.
  @Test("two that are subscribed to each other do not deadlock", arguments: SubjectUnderTest.all)
  func crossSubscribed(_ kind: SubjectUnderTest) {
    let first = kind.make()
    let second = kind.make()
    onScheduler {
      first.filter { $0 > 0 && $0 < 100 }.map { $0 + 1_000 }.subscribe(second)
      second.filter { $0 > 0 && $0 < 100 }.map { $0 + 1_000 }.subscribe(first)
    }
    let recorders = [first.recorded(), second.recorded()]
    onThreads(2) { thread in
      for value in 1..<100 { (thread == 0 ? first : second).sendNext(value) }
    }
    let expected = Set(1..<100).union(1_001..<1_100)
    for recorder in recorders { #expect(Set(recorder.values).subtracting([0]) == expected) }
    first.sendCompleted()
    second.sendCompleted()
  }

  @Test("keeps memory flat over many subscriptions", arguments: SubjectUnderTest.all)
  func flatMemory(_ kind: SubjectUnderTest) {
    let subject = kind.make()
    let lives = Lives()
    onScheduler {
      for _ in 0..<20_000 {
        lives.withOne { one in subject.subscribe(next: { _ in _ = one }).dispose() }
      }
    }
    #expect(lives.count == 0)
  }

  // Behaviour P8.
  @Test("keeps memory flat over a million subscriptions", .measuresMemory)
  func millionSubscriptions() async {
    await #expect(processExitsWith: .success) {
      let subject = Subject<Int>()
      trapUnlessMemoryIsFlat(1_000_000) { count in
        for _ in 0..<count { subject.subscribe(next: { _ in }).dispose() }
      }
    }
  }

  @Test("may be ended from deep inside a disposal", arguments: SubjectUnderTest.all)
  func endedDeepInside(_ kind: SubjectUnderTest) {
    let source = Subject<Int>()
    let subject = kind.make()
    let recorder = subject.recorded()
    source.subscribe(subject)
    var signal = Signal<Int> { _ in Disposable { subject.sendCompleted() } }
    for _ in 0..<100 { signal = signal.map { $0 } }
    onScheduler { signal.subscribe().dispose() }
    #expect(recorder.events == kind.initial + [.completed])
  }

  @Test("that is subscribed to itself can end, and is freed then")
  func subscribedToItself() {
    weak var reference: Subject<Int>?
    do {
      let subject = Subject<Int>()
      reference = subject
      subject.subscribe(subject)
      let recorder = subject.recorded()
      subject.sendCompleted()
      #expect(recorder.events == [.completed])
    }
    #expect(reference == nil)
  }
}
