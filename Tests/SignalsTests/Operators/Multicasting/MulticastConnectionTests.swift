// SPDX-License-Identifier: MIT

import Synchronization
import Testing

@testable import Signals

@Suite("MulticastConnection")
struct MulticastConnectionTests {
  private let subject = Subject<Int>()

  /// The subject, as a signal that counts its subscriptions.
  private func counted(_ disposable: Disposable? = nil) -> (Signal<Int>, Box<Int>) {
    let count = Box(0)
    let signal = Signal<Int> { [subject] subscriber in
      count.value += 1
      return CompoundDisposable([subject.subscribe(subscriber), disposable ?? Disposable()])
    }
    return (signal, count)
  }

  // Behaviour 316.
  @Test("connect subscribes to the source")
  func connect() {
    let (source, count) = counted()
    let connection = source.publish()
    let recorder = connection.signal.recorded()
    subject.sendNext(1)
    #expect(count.value == 0)
    onScheduler { _ = connection.connect() }
    #expect(count.value == 1)
    subject.sendNext(2)
    let second = connection.signal.recorded()
    subject.sendNext(3)
    subject.sendCompleted()
    #expect(recorder.events == [.next(2), .next(3), .completed])
    #expect(second.events == [.next(3), .completed])
    #expect(connection.signal.recorded().events == [.completed])
  }

  // Behaviours 317, 318.
  @Test("connect subscribes once, ever, and always returns the same disposable")
  func connectOnce() {
    let disposable = Disposable()
    let (source, count) = counted(disposable)
    let connection = source.publish()
    onScheduler {
      let first = connection.connect()
      #expect(connection.connect() === first)
      #expect(!disposable.isDisposed)
      first.dispose()
      #expect(disposable.isDisposed)
      #expect(connection.connect() === first)
    }
    #expect(count.value == 1)
  }

  @Test("connect subscribes once when several threads connect at the same time")
  func race() {
    for _ in 0..<200 {
      let count = Atomic<Int>(0)
      let connection = Signal<Int> { _ in
        count.wrappingAdd(1, ordering: .relaxed)
        return nil
      }.publish()
      let disposables = Log<Disposable>()
      onThreads(3) { _ in onScheduler { disposables.append(connection.connect()) } }
      #expect(count.load(ordering: .relaxed) == 1)
      #expect(Set(disposables.all.map { ObjectIdentifier($0) }).count == 1)
    }
  }

  @Test("dispose inside the first value stops a source that sends at once")
  func disposeInside() {
    let connection = Signal(sequence: 1...5).multicast(ReplaySubject())
    let log = Log<Int>()
    let again = connection.signal
    let subscriptions = CompoundDisposable()
    onScheduler {
      again.subscribe(next: { value in
        log.append(value)
        if value == 2 { connection.connect().dispose() }
      }).disposed(by: subscriptions)
      connection.connect()
    }
    #expect(log.all == [1, 2])
    subscriptions.dispose()
  }

  @Test("an error reaches all, and late subscribers")
  func error() {
    let connection = subject.publish()
    let recorder = connection.signal.recorded()
    connection.connect()
    subject.sendError(TestError.first)
    #expect(recorder.events == [.error(TestError.first)])
    #expect(connection.signal.recorded().events == [.error(TestError.first)])
  }

  @Test("serialises what the source sends at the same time")
  func serialises() {
    let box = Box<PassthroughSubscriber<Int>?>(nil)
    let connection = Signal<Int> { subscriber in
      box.value = subscriber
      return nil
    }.publish()
    let recorders = [connection.signal.recorded(), connection.signal.recorded()]
    onScheduler { _ = connection.connect() }
    let subscriber = box.value
    onThreads(3) { thread in
      for value in 0..<500 { subscriber?.sendNext(500 * thread + value) }
    }
    #expect(recorders[0].values.sorted() == Array(0..<1_500))
    #expect(recorders[0].events == recorders[1].events)
    box.value = nil
  }

  @Test("multicast uses the subject that it is given")
  func multicast() {
    let subject = BehaviorSubject(0)
    let connection = Signal(sequence: 1...3).multicast(subject)
    #expect(connection.signal === subject)
    let recorder = connection.signal.recorded()
    onScheduler { _ = connection.connect() }
    #expect(recorder.events == [.next(0), .next(1), .next(2), .next(3), .completed])
    #expect(subject.value == 3)
  }

  @Test("lets its source go when it has connected, and everything when it has ended")
  func released() {
    weak var source: Signal<Int>?
    weak var connection: MulticastConnection<Int>?
    weak var signal: Signal<Int>?
    let lives = Lives()
    do {
      let (made, _) = counted()
      let published = made.publish()
      source = made
      connection = published
      signal = published.signal
      lives.withOne { one in _ = published.signal.subscribe(next: { _ in _ = one }) }
      onScheduler { _ = published.connect() }
    }
    #expect(source == nil)
    #expect(connection == nil)
    #expect(signal != nil && lives.count == 1)
    subject.sendCompleted()
    #expect(signal == nil && lives.count == 0)
  }

  @Test("publish keeps redacted values redacted, and is named after its source")
  func names() {
    let source = Subject<Int>().named("clicks")
    #expect("\(source.publish().signal)" == "clicks.publish")
    #expect("\(source.publish().autoconnect())" == "clicks.publish.autoconnect")
    #expect("\(source.multicast(Subject().named("all")).autoconnect())" == "all.autoconnect")
    #expect("\(source.replay()) \(source.replayLast())" == "clicks.replay clicks.replayLast")
    #expect("\(source.replayLazily())" == "clicks.replayLazily")
    #expect(!source.publish().signal.isRedacted)
    source.redacted()
    for signal in [
      source.publish().signal, source.publish().autoconnect(), source.replay(),
      source.replayLast(), source.replayLazily(),
    ] {
      #expect(signal.isRedacted, "\(signal)")
    }
  }
}
