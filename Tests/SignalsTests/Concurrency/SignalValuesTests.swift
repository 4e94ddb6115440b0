// SPDX-License-Identifier: MIT

import Testing

@testable import Signals

@Suite("values(buffering:)", .timeLimit(.minutes(5)))
struct SignalValuesTests {
  @Test("gives the values sent while nobody awaits, then the end, again and again")
  func completed() async throws {
    let subject = Subject<Int>()
    var iterator = subject.values(buffering: .unbounded).makeAsyncIterator()
    for value in 1...3 { subject.sendNext(value) }
    subject.sendCompleted()
    subject.sendNext(4)
    var read: [Int?] = []
    for _ in 0..<5 { read.append(try await iterator.next()) }
    #expect(read == [1, 2, 3, nil, nil])
  }

  @Test("throws the error once, after the values before it")
  func error() async throws {
    let subject = Subject<Int>()
    var iterator = subject.values(buffering: .unbounded).makeAsyncIterator()
    subject.sendNext(1)
    subject.sendError(TestError.first)
    #expect(try await iterator.next() == 1)
    await #expect(throws: TestError.first) { try await iterator.next() }
    #expect(try await iterator.next() == nil)
  }

  @Test("gives nil values as values")
  func nilValues() async throws {
    let subject = Subject<Int?>()
    var iterator = subject.values(buffering: .unbounded).makeAsyncIterator()
    subject.sendNext(nil)
    subject.sendCompleted()
    #expect(try await iterator.next() == .some(nil))
    #expect(try await iterator.next() == nil)
  }

  @Test(
    "keeps what the policy says and counts the rest",
    arguments: [
      (.unbounded, [1, 2, 3, 4, 5]), (.newest(9), [1, 2, 3, 4, 5]), (.newest(2), [4, 5]),
      (.newest(0), []), (.oldest(9), [1, 2, 3, 4, 5]), (.oldest(2), [1, 2]), (.oldest(0), []),
    ] as [(BufferingPolicy, [Int])])
  func policies(_ policy: BufferingPolicy, _ expected: [Int]) async throws {
    let subject = Subject<Int>()
    let values = subject.values(buffering: policy)
    var iterator = values.makeAsyncIterator()
    for value in 1...5 { subject.sendNext(value) }
    subject.sendCompleted()
    #expect(iterator.droppedCount == 5 - expected.count)
    #expect(values.droppedCount == 5 - expected.count)
    var read: [Int] = []
    while let value = try await iterator.next() { read.append(value) }
    #expect(read == expected)
  }

  @Test(
    "hands a value that is awaited over, whatever the policy",
    arguments: [.unbounded, .newest(0), .oldest(0)] as [BufferingPolicy])
  func awaited(_ policy: BufferingPolicy) async throws {
    let subject = Subject<Int>()
    let values = subject.values(buffering: policy)
    let iterator = values.makeAsyncIterator()
    let buffer = iterator.reader.buffer
    let task = Task {
      var iterator = iterator
      var read: [Int] = []
      while let value = try await iterator.next() { read.append(value) }
      return read
    }
    for value in 1...3 {
      await until { buffer.isAwaited }
      subject.sendNext(value)
    }
    await until { buffer.isAwaited }
    subject.sendCompleted()
    #expect(try await task.value == [1, 2, 3])
    #expect(values.droppedCount == 0)
  }

  @Test("throws an error to who awaits")
  func awaitedError() async {
    let subject = Subject<Int>()
    let iterator = subject.values(buffering: .unbounded).makeAsyncIterator()
    let buffer = iterator.reader.buffer
    let task = Task {
      var iterator = iterator
      return try await iterator.next()
    }
    await until { buffer.isAwaited }
    subject.sendError(TestError.second)
    await #expect(throws: TestError.second) { try await task.value }
  }

  @Test("subscribes for each iterator, when that is made")
  func iterators() async throws {
    let subscriptions = Log<PassthroughSubscriber<Int>>()
    let values = Signal<Int> { subscriber in
      subscriptions.append(subscriber)
      return nil
    }.values(buffering: .oldest(1))
    #expect(subscriptions.all.count == 0)
    var first = values.makeAsyncIterator()
    var second = values.makeAsyncIterator()
    await until { subscriptions.all.count == 2 }
    for subscriber in subscriptions.all {
      subscriber.sendNext(1)
      subscriber.sendNext(2)
    }
    subscriptions.all[0].sendNext(3)
    #expect(try await first.next() == 1)
    #expect(try await second.next() == 1)
    #expect(first.droppedCount + second.droppedCount == 3)
    #expect(values.droppedCount == 3)
  }

  @Test("ends without an error, and disposes, when the task is cancelled while it awaits")
  func cancelled() async throws {
    let disposable = Disposable()
    let signal = Signal<Int> { _ in disposable }
    let iterator = signal.values(buffering: .unbounded).makeAsyncIterator()
    let buffer = iterator.reader.buffer
    let task = Task {
      var iterator = iterator
      return try await iterator.next()
    }
    await until { buffer.isAwaited }
    task.cancel()
    #expect(try await task.value == nil)
    await until { disposable.isDisposed }
  }

  @Test("ends at once, and lets go of what was kept, when the task was cancelled before it awaits")
  func cancelledBefore() async throws {
    let lives = Lives()
    let subject = Subject<Lives.One>()
    let mayRead = Door()
    let values = subject.values(buffering: .unbounded)
    let isSubscribed = Door()
    let task = Task {
      var iterator = values.makeAsyncIterator()
      isSubscribed.open()
      await mayRead.pass()
      let first = try await iterator.next() == nil
      return first && lives.count == 0
    }
    await isSubscribed.pass()
    lives.withOne { subject.sendNext($0) }
    #expect(lives.count == 1)
    task.cancel()
    mayRead.open()
    #expect(try await task.value)
  }

  @Test("disposes when an iterator is dropped")
  func dropped() async throws {
    let disposable = Disposable()
    let signal = Signal<Int> { subscriber in
      subscriber.sendNext(1)
      return disposable
    }
    do {
      var iterator = signal.values(buffering: .unbounded).makeAsyncIterator()
      #expect(try await iterator.next() == 1)
    }
    await until { disposable.isDisposed }
  }

  @Test("disposes when the loop is left by break")
  func left() async throws {
    let subject = ReplaySubject<Int>()
    let lives = Lives()
    subject.sendNext(1)
    subject.sendNext(2)
    try await lives.withOne { one in subject.doNext { _ in _ = one } }.readOne()
    #expect(lives.count == 0)
  }

  @Test("does not retain the signal by an iterator")
  func signal() async throws {
    weak var reference: Signal<Int>?
    let subject = Subject<Int>()
    var iterator: SignalValues<Int>.Iterator
    do {
      let signal = subject.map { $0 + 1 }
      reference = signal
      iterator = signal.values(buffering: .unbounded).makeAsyncIterator()
    }
    #expect(reference == nil)
    subject.sendNext(1)
    #expect(try await iterator.next() == 2)
  }

  @Test("traps where one iterator is read by two tasks at once")
  func twoReaders() async {
    await #expect(processExitsWith: .failure) {
      let iterator = Signal<Int>.never.values(buffering: .unbounded).makeAsyncIterator()
      await withTaskGroup(of: Void.self) { group in
        for _ in 0..<2 {
          let reader = iterator.reader
          group.addTask { _ = try? await reader.next(isolation: nil) }
        }
      }
    }
  }

  @Test("traps for a policy that keeps less than nothing")
  func negative() async {
    await #expect(processExitsWith: .failure) {
      _ = Signal<Int>.never.values(buffering: .newest(-1))
    }
  }

  @Test("runs the loop on the caller's actor")
  @MainActor
  func isolation() async throws {
    let scheduled = Signal.just(1).deliverOn(.background())
    for try await value in scheduled.values(buffering: .unbounded) {
      MainActor.assertIsolated()
      #expect(value == 1)
    }
  }
}

extension Signal {
  fileprivate func readOne() async throws {
    for try await _ in values(buffering: .unbounded) { break }
  }
}
