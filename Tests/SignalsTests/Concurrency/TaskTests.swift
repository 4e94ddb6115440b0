// SPDX-License-Identifier: MIT

import Testing

@testable import Signals

@Suite("Signal.task", .timeLimit(.minutes(5)))
struct TaskTests {
  @Test("sends what the function returns, then completes")
  func result() async {
    let recorder = Recorder<Int>()
    let signal = Signal.task {
      await Task.yield()
      return 1
    }
    #expect(signal.description == "task")
    signal.subscribe(recorder)
    await until { recorder.events.count == 2 }
    #expect(recorder.events == [.next(1), .completed])
  }

  @Test("sends what the function throws")
  func error() async {
    let recorder = Signal<Int>.task { throw TestError.first }.recorded()
    await until { !recorder.events.isEmpty }
    #expect(recorder.events == [.error(TestError.first)])
  }

  @Test("runs the function for each subscription, not before")
  func runs() async throws {
    let runs = Log<Int>()
    let signal = Signal.task { runs.append(1) }
    #expect(runs.all.count == 0)
    try await signal.waitUntilCompleted()
    try await signal.waitUntilCompleted()
    #expect(runs.all.count == 2)
  }

  @Test("cancels the task on dispose and sends nothing after")
  func dispose() async {
    let lives = Lives()
    let isCancelled = Log<Bool>()
    let isRunning = Door()
    let recorder = Recorder<Int>()
    do {
      let signal = lives.withOne { one in
        Signal<Int>.task {
          isRunning.open()
          await untilCancelled()
          isCancelled.append(Task.isCancelled)
          _ = one
          return 1
        }
      }
      signal.subscribe(recorder)
    }
    await isRunning.pass()
    recorder.subscription?.dispose()
    // The function is gone only when the task is.
    await until { lives.count == 0 }
    #expect(isCancelled.all == [true])
    #expect(recorder.events == [])
  }

  @Test("lets the subscriber go on dispose, however long the function goes on")
  func lettingGo() async {
    let lives = Lives()
    let isRunning = Door()
    let mayEnd = Door()
    let signal = Signal.task {
      isRunning.open()
      await mayEnd.pass()
      return 1
    }
    let subscription = lives.withOne { one in signal.subscribe(next: { _ in _ = one }) }
    await isRunning.pass()
    #expect(lives.count == 1)
    subscription.dispose()
    #expect(lives.count == 0)
    mayEnd.open()
  }

  @Test("does not run the function for a subscription that is disposed already")
  func disposedBefore() async throws {
    let runs = Log<Int>()
    let signal = Signal.task { runs.append(1) }
    let recorder = Recorder<Void>()
    onScheduler {
      Signal<Void> { subscriber in
        recorder.subscription?.dispose()
        return signal.subscribe(subscriber)
      }.subscribe(recorder)
    }
    try await signal.waitUntilCompleted()
    #expect(runs.all.count == 1)
  }

  @Test("calls listeners in a task that is not cancelled, also at the end")
  func notCancelled() async {
    let log = Log<Bool>()
    let isDone = Door()
    Signal.task { 1 }.subscribe(
      next: { _ in log.append(Task.isCancelled) },
      completed: {
        log.append(Task.isCancelled)
        isDone.open()
      })
    await isDone.pass()
    #expect(log.all == [false, false])
  }

  @Test("has the priority asked for")
  func priority() async throws {
    let priority = try await Signal.task(priority: .background) { Task.basePriority }.first()
    #expect(priority == .background)
  }

  @Test("delivers all or nothing, and leaves nothing behind, where the end and a dispose race")
  func race() async {
    for _ in 0..<1_000 {
      let lives = Lives()
      let mayEnd = Door()
      let recorder = Recorder<Int>()
      lives.withOne { one in
        let signal = Signal<Int>.task {
          await mayEnd.pass()
          _ = one
          return 1
        }
        signal.doNext { _ in _ = one }.subscribe(recorder)
      }
      await onOtherThreads(2) { thread in
        if thread == 0 { mayEnd.open() } else { recorder.subscription?.dispose() }
      }
      await until { lives.count == 0 }
      #expect([[], [.next(1)], [.next(1), .completed]].contains(recorder.events))
    }
  }
}
