// SPDX-License-Identifier: MIT

import Testing

@testable import Signals

@Suite("Queries that are awaited", .timeLimit(.minutes(5)))
struct AsyncQueryTests {
  // Behaviour 57.
  @Test("let the main scheduler do other work meanwhile")
  @MainActor
  func first() async throws {
    let others = Log<String>()
    Scheduler.main.schedule { others.append("other") }
    #expect(try await Signal.just(1).delay(.zero, on: .main).first() == 1)
    #expect(others.all == ["other"])
  }

  @Test("give nil, or the default, where there is no value")
  func noValue() async throws {
    #expect(try await Signal<Int>.empty.first() == nil)
    #expect(try await Signal<Int>.empty.firstOrDefault(5) == 5)
    #expect(try await Signal(sequence: 1...).firstOrDefault(5) == 1)
  }

  // Behaviour 58.
  @Test("throw the error of the signal")
  func error() async {
    let signal = Signal<Int>.error(TestError.first)
    await #expect(throws: TestError.first) { try await signal.first() }
    await #expect(throws: TestError.first) { try await signal.firstOrDefault(5) }
    await #expect(throws: TestError.first) { try await signal.waitUntilCompleted() }
    await #expect(throws: TestError.first) { try await signal.toArray() }
  }

  // Behaviour 59.
  @Test("throw an error that a background scheduler delivers to the main one")
  @MainActor
  func deliveredError() async {
    let signal = Signal<Int> { subscriber in
      Scheduler.background().schedule { subscriber.sendError(TestError.second) }
    }
    await #expect(throws: TestError.second) {
      try await signal.deliverOn(.main).firstOrDefault(5)
    }
  }

  // Behaviour 60.
  @Test("have disposed the source when they return")
  func disposes() async throws {
    let disposable = Disposable()
    let signal = Signal<Int> { subscriber in
      subscriber.didSubscribe(with: CompoundDisposable([disposable]))
      subscriber.sendNext(1)
      return nil
    }
    #expect(try await signal.first() == 1)
    #expect(disposable.isDisposed)
  }

  // Behaviour 61.
  @Test("wait for completion, and let the main scheduler do other work meanwhile")
  @MainActor
  func completed() async throws {
    let others = Log<String>()
    Scheduler.main.schedule { others.append("other") }
    try await Signal.just(1).delay(.zero, on: .main).waitUntilCompleted()
    #expect(others.all == ["other"])
  }

  @Test("give all values, nil ones too")
  func toArray() async throws {
    #expect(try await Signal<Int?>(sequence: [1, nil, 3]).toArray() == [1, nil, 3])
  }

  @Test("subscribe on the caller's actor")
  @MainActor
  func isolation() async throws {
    let signal = Signal<Bool> { subscriber in
      subscriber.sendNext(Scheduler.current === Scheduler.main)
      return nil
    }
    #expect(try await signal.first() == true)
  }

  @Test("throw CancellationError, and dispose, when the task is cancelled")
  func cancelled() async {
    let disposable = Disposable()
    let isSubscribed = Door()
    let signal = Signal<Int> { _ in
      isSubscribed.open()
      return disposable
    }
    let task = Task { try await signal.first() }
    await isSubscribed.pass()
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
    await until { disposable.isDisposed }
  }

  @Test("throw CancellationError where the task was cancelled before")
  func cancelledBefore() async {
    let mayBegin = Door()
    let task = Task {
      await mayBegin.pass()
      try await Signal<Int>.never.waitUntilCompleted()
    }
    task.cancel()
    mayBegin.open()
    await #expect(throws: CancellationError.self) { try await task.value }
  }

  @Test("give one result, and leave nothing behind, where a value and the cancellation race")
  func race() async {
    for _ in 0..<1_000 {
      let lives = Lives()
      let subject = ReplaySubject<Int>(capacity: 1)
      let task = Task {
        try await lives.withOne { one in subject.doNext { _ in _ = one } }.first()
      }
      await onOtherThreads(2) { thread in
        if thread == 0 { subject.sendNext(1) } else { task.cancel() }
      }
      switch await task.result {
      case .success(let value): #expect(value == 1)
      case .failure(let error): #expect(error is CancellationError)
      }
      await until { lives.count == 0 }
    }
  }
}
