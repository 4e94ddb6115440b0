// SPDX-License-Identifier: MIT

import Testing

@testable import Signals

@Suite("try")
struct TryTests {
  private let subject = Subject<String?>()

  private func run() -> Recorder<String?> {
    subject.try { if $0 == nil { throw TestError.first } }.recorded()
  }

  // Behaviour 156.
  @Test("passes values at which its function does not throw, and the end")
  func values() {
    let recorder = run()
    for value in ["foo", "bar", "baz"] { subject.sendNext(value) }
    subject.sendCompleted()
    #expect(recorder.events == [.next("foo"), .next("bar"), .next("baz"), .completed])
  }

  // Behaviour 157.
  @Test("fails with what its function throws, and ignores what follows")
  func throwing() {
    let recorder = run()
    for value in ["foo", "bar", nil, "buzz"] { subject.sendNext(value) }
    subject.sendCompleted()
    #expect(recorder.events == [.next("foo"), .next("bar"), .error(TestError.first)])
  }

  @Test("disposes the source when its function throws")
  func disposes() {
    let recorder = Signal.counting.try { if $0 == 3 { throw TestError.second } }.recorded()
    #expect(recorder.events == [.next(1), .next(2), .error(TestError.second)])
  }
}

@Suite("Signal.try")
struct TrySourceTests {
  // Behaviour 153.
  @Test("sends what its function returns, then completes")
  func value() {
    #expect(Signal.try { 1 }.recorded().events == [.next(1), .completed])
  }

  // Behaviour 155.
  @Test("fails with what its function throws")
  func throwing() {
    #expect(
      Signal<Int>.try { throw TestError.first }.recorded().events == [.error(TestError.first)])
  }

  @Test("runs its function once for each subscription")
  func anew() {
    let count = Box(0)
    let signal = Signal<Int>.try {
      count.value += 1
      return count.value
    }
    #expect(count.value == 0)
    for round in 1...2 { #expect(signal.recorded().values == [round]) }
    #expect(signal.description == "try")
  }

  // Behaviour 154.
  @Test("sends a value although an error was there on the way, and nil like any other value")
  func handledError() {
    @Sendable func fail() throws -> Int { throw TestError.first }
    #expect(Signal<Int?>.try { try? fail() }.recorded().events == [.next(nil), .completed])
  }

  @Test("runs its function with a current scheduler, also on a bare thread")
  func currentScheduler() {
    let log = Log<Bool>()
    let isDone = Semaphore()
    onThreads(1) { _ in
      Signal.try { Scheduler.current != nil }.subscribe(
        next: { log.append($0) }, completed: { isDone.signal() })
    }
    isDone.wait()
    #expect(log.all == [true])
  }
}
