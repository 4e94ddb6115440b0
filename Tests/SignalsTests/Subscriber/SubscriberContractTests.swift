// SPDX-License-Identifier: MIT

import Synchronization
import Testing

@testable import Signals

/// Something that can be subscribed to signals, and tells what it has received.
struct SubscriberUnderTest: Sendable, CustomTestStringConvertible {
  let testDescription: String
  let make:
    @Sendable () -> (subscriber: any Subscriber<Int>, received: @Sendable () -> [Event<Int>])

  static let all = [
    SubscriberUnderTest(testDescription: "CallbackSubscriber") {
      let log = Log<Event<Int>>()
      let subscriber = CallbackSubscriber<Int>(
        next: { log.append(.next($0)) }, error: { log.append(.error($0)) },
        completed: { log.append(.completed) })
      return (subscriber, { log.all })
    },
    SubscriberUnderTest(testDescription: "Subject") {
      let subject = Subject<Int>()
      let recorder = subject.recorded()
      return (subject, { recorder.events })
    },
    SubscriberUnderTest(testDescription: "ReplaySubject") {
      let subject = ReplaySubject<Int>()
      return (subject, { subject.recorded().events })
    },
  ]
}

@Suite("Subscriber: CallbackSubscriber, Subject and ReplaySubject")
struct SubscriberContractTests {
  // Behaviour 1.
  @Test("receives an error that comes first, and nothing else", arguments: SubscriberUnderTest.all)
  func errorFirst(_ kind: SubscriberUnderTest) {
    let (subscriber, received) = kind.make()
    subscriber.sendError(TestError.first)
    #expect(received() == [.error(TestError.first)])
  }

  // Behaviour 2.
  @Test("receives all of many concurrent values", arguments: SubscriberUnderTest.all)
  func concurrentValues(_ kind: SubscriberUnderTest) {
    let (subscriber, received) = kind.make()
    onThreads(4) { thread in
      for value in 0..<250 { subscriber.sendNext(250 * thread + value) }
    }
    #expect(Set(received().compactMap(\.value)) == Set(0..<1_000))
    #expect(received().count == 1_000)
  }

  private func subscribeTo(
    _ kind: SubscriberUnderTest, _ count: Int = 2
  ) -> (subjects: [Subject<Int>], subscriber: any Subscriber<Int>, () -> [Event<Int>]) {
    let (subscriber, received) = kind.make()
    let subjects = (0..<count).map { _ in Subject<Int>() }
    for subject in subjects { subject.subscribe(subscriber) }
    return (subjects, subscriber, received)
  }

  // Behaviour 3.
  @Test("receives the values of two signals in order", arguments: SubscriberUnderTest.all)
  func twoSignals(_ kind: SubscriberUnderTest) {
    let (subjects, _, received) = subscribeTo(kind)
    subjects[0].sendNext(1)
    subjects[1].sendNext(2)
    subjects[0].sendNext(3)
    subjects[1].sendNext(4)
    #expect(received() == [.next(1), .next(2), .next(3), .next(4)])
  }

  // Behaviour 4.
  @Test("is ended by the error of any signal", arguments: SubscriberUnderTest.all)
  func anyError(_ kind: SubscriberUnderTest) {
    let (subjects, _, received) = subscribeTo(kind)
    subjects[0].sendNext(1)
    subjects[1].sendError(TestError.first)
    subjects[0].sendNext(2)
    #expect(received() == [.next(1), .error(TestError.first)])
  }

  // Behaviour 5.
  @Test("is ended by the completion of any signal", arguments: SubscriberUnderTest.all)
  func anyCompletion(_ kind: SubscriberUnderTest) {
    let (subjects, _, received) = subscribeTo(kind)
    subjects[0].sendNext(1)
    subjects[1].sendNext(2)
    subjects[0].sendCompleted()
    subjects[1].sendNext(3)
    #expect(received() == [.next(1), .next(2), .completed])
  }

  // Behaviour 6.
  @Test("disposes its other subscriptions when it ends", arguments: SubscriberUnderTest.all)
  func disposesOthers(_ kind: SubscriberUnderTest) {
    let (subjects, subscriber, received) = subscribeTo(kind, 1)
    let disposables = [Disposable(), Disposable()]
    onScheduler {
      for disposable in disposables { Signal<Int> { _ in disposable }.subscribe(subscriber) }
    }
    #expect(disposables.map(\.isDisposed) == [false, false])
    subjects[0].sendCompleted()
    #expect(disposables.map(\.isDisposed) == [true, true])
    #expect(received() == [.completed])
  }

  // Behaviour 7.
  @Test("disposes a subscription that is made after its end", arguments: SubscriberUnderTest.all)
  func disposesLate(_ kind: SubscriberUnderTest) {
    let (subjects, subscriber, _) = subscribeTo(kind, 1)
    subjects[0].sendCompleted()
    let disposable = Disposable()
    onScheduler { Signal<Int> { _ in disposable }.subscribe(subscriber) }
    #expect(disposable.isDisposed)
  }

  // Behaviour 8.
  @Test("does not retain a disposable that is disposed", arguments: SubscriberUnderTest.all)
  func releasesDisposables(_ kind: SubscriberUnderTest) {
    let (subscriber, _) = kind.make()
    weak var reference: CompoundDisposable?
    do {
      let disposable = CompoundDisposable()
      reference = disposable
      subscriber.didSubscribe(with: disposable)
      #expect(reference != nil)
      disposable.dispose()
    }
    #expect(reference == nil)
  }

  // Behaviours 2, 9, 10.
  @Test(
    "its closures never overlap and none runs after the terminal one",
    arguments: [Event<Int>.completed, .error(TestError.first)])
  func closuresNeverOverlap(_ terminal: Event<Int>) {
    let inside = Atomic<Int>(0)
    let overlaps = Atomic<Int>(0)
    let log = Log<Event<Int>>()
    @Sendable func enter(_ event: Event<Int>) {
      if inside.wrappingAdd(1, ordering: .sequentiallyConsistent).oldValue != 0 {
        overlaps.wrappingAdd(1, ordering: .relaxed)
      }
      log.append(event)
      inside.wrappingSubtract(1, ordering: .sequentiallyConsistent)
    }
    let subscriber = CallbackSubscriber<Int>(
      next: { enter(.next($0)) }, error: { enter(.error($0)) }, completed: { enter(.completed) })
    onThreads(4) { thread in
      for value in 0..<500 {
        subscriber.sendNext(value)
        if thread == 0 && value == 250 { terminal.send(to: subscriber) }
      }
    }
    #expect(overlaps.load(ordering: .relaxed) == 0)
    #expect(log.all.filter(\.isTerminal) == [terminal])
    #expect(log.all.last == terminal)
  }

  @Test("dispose stops the closures of a CallbackSubscriber at once, from within one of them")
  func disposeWithin() {
    let log = Log<Int>()
    let box = Box<CallbackSubscriber<Int>?>(nil)
    let subscriber = CallbackSubscriber<Int>(next: { value in
      log.append(value)
      box.value?.sendNext(value + 1)
      if value == 2 { box.value?.dispose() }
    })
    box.value = subscriber
    let subject = Subject<Int>()
    subject.subscribe(subscriber)
    subject.sendNext(1)
    subject.sendNext(10)
    #expect(log.all == [1, 2])
    box.value = nil
  }
}
