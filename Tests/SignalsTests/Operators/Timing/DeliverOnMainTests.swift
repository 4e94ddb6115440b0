// SPDX-License-Identifier: MIT

import Testing

@testable import Signals

@Suite("deliverOnMain")
struct DeliverOnMainTests {
  private let subject = Subject<Int>()

  /// Returns when the main scheduler has done what was there to do.
  private func drainMain() async {
    await withCheckedContinuation { continuation in
      Scheduler.main.schedule { continuation.resume() }
    }
  }

  // Behaviour 215.
  @Test("on the main thread delivers each event at once")
  @MainActor
  func onMain() {
    let recorder = subject.deliverOnMain().recorded()
    #expect(recorder.events == [])
    subject.sendNext(0)
    #expect(recorder.events == [.next(0)])
    subject.sendNext(1)
    subject.sendNext(2)
    #expect(recorder.events == [.next(0), .next(1), .next(2)])
    subject.sendCompleted()
    #expect(recorder.events == [.next(0), .next(1), .next(2), .completed])
  }

  @Test("on the main thread delivers an error at once")
  @MainActor
  func errorOnMain() {
    let recorder = subject.deliverOnMain().recorded()
    subject.sendError(TestError.first)
    #expect(recorder.events == [.error(TestError.first)])
  }

  // Behaviour 216.
  @Test("from another thread delivers each event later, on the main thread, in order")
  @MainActor
  func fromBackground() async {
    let isOnMain = Log<Bool>()
    let recorder = subject.deliverOnMain()
      .doNext { _ in isOnMain.append(Scheduler.current === Scheduler.main) }.recorded()
    onThreads(1) { [subject] _ in subject.sendNext(0) }
    #expect(recorder.events == [])
    await drainMain()
    #expect(recorder.events == [.next(0)])
    onThreads(1) { [subject] _ in
      subject.sendNext(1)
      subject.sendNext(2)
      subject.sendCompleted()
    }
    #expect(recorder.events == [.next(0)])
    await drainMain()
    #expect(recorder.events == [.next(0), .next(1), .next(2), .completed])
    #expect(isOnMain.all == [true, true, true])
  }

  @Test("on the main thread does not let an event overtake one that is on its way")
  @MainActor
  func mixed() async {
    let recorder = subject.deliverOnMain().recorded()
    onThreads(1) { [subject] _ in subject.sendNext(1) }
    subject.sendNext(2)
    #expect(recorder.events == [])
    await drainMain()
    #expect(recorder.events == [.next(1), .next(2)])
    subject.sendNext(3)
    #expect(recorder.events == [.next(1), .next(2), .next(3)])
  }

  @Test("puts off what a source that overlaps sends from inside a delivery")
  @MainActor
  func inside() {
    let box = Box<PassthroughSubscriber<Int>?>(nil)
    let log = Log<String>()
    Signal<Int> { subscriber in
      box.value = subscriber
      return nil
    }.deliverOnMain().subscribe(
      next: { value in
        log.append("begin \(value)")
        if value == 1 {
          box.value?.sendNext(2)
          box.value?.sendCompleted()
        }
        log.append("end \(value)")
      }, completed: { log.append("completed") })
    box.value?.sendNext(1)
    #expect(log.all == ["begin 1", "end 1", "begin 2", "end 2", "completed"])
    box.value = nil
  }

  @Test("skips what has not begun when it is disposed")
  @MainActor
  func dispose() async {
    let recorder = Recorder<Int>()
    let subscription = subject.deliverOnMain().subscribe(recorder)
    onThreads(1) { [subject] _ in subject.sendNext(1) }
    subscription.dispose()
    await drainMain()
    #expect(recorder.events == [])
  }

  @Test("loses nothing of several threads")
  func concurrent() async {
    let log = Log<Int>()
    let count = Box(0)
    await withCheckedContinuation { continuation in
      subject.deliverOnMain().subscribe(next: { value in
        // Not atomic: the thread sanitizer tells if two threads get here.
        count.value += 1
        log.append(value)
        if count.value == 3_000 { continuation.resume() }
      })
      onThreads(3) { [subject] thread in
        for value in 0..<1_000 { subject.sendNext(1_000 * thread + value) }
      }
    }
    for thread in 0..<3 {
      #expect(
        log.all.filter { $0 / 1_000 == thread } == Array(1_000 * thread..<1_000 * (thread + 1)))
    }
  }
}
