// SPDX-License-Identifier: MIT

import Testing

@testable import Signals

@Suite("buffer")
struct BufferTests {
  private let scheduler = TestScheduler()
  private let subject = Subject<Int?>()

  private func run() -> Recorder<[Int?]> {
    subject.buffer(.seconds(1), on: scheduler).recorded()
  }

  // Behaviours 144, 145, 146.
  @Test("sends what came within each time as one array, and nothing if nothing came")
  func times() {
    let recorder = run()
    subject.sendNext(1)
    subject.sendNext(2)
    #expect(recorder.events == [])
    scheduler.step()
    #expect(recorder.values == [[1, 2]])
    subject.sendNext(3)
    subject.sendNext(4)
    #expect(recorder.values == [[1, 2]])
    scheduler.step()
    #expect(recorder.values == [[1, 2], [3, 4]])
    scheduler.advance(by: .seconds(10))
    #expect(recorder.values == [[1, 2], [3, 4]])
  }

  // Behaviour 147.
  @Test("sends what is there when it completes, at once")
  func completes() {
    let recorder = run()
    subject.sendNext(1)
    subject.sendCompleted()
    #expect(recorder.events == [.next([1]), .completed])
    scheduler.stepAll()
    #expect(recorder.events == [.next([1]), .completed])
  }

  // Behaviour 148.
  @Test("keeps nils")
  func nils() {
    let recorder = run()
    subject.sendNext(nil)
    subject.sendNext(1)
    scheduler.stepAll()
    #expect(recorder.events == [.next([nil, 1])])
  }

  @Test("starts the time at the first value of an array")
  func begin() {
    let recorder = run()
    scheduler.advance(by: .milliseconds(700))
    subject.sendNext(1)
    scheduler.advance(by: .milliseconds(700))
    subject.sendNext(2)
    #expect(recorder.values == [])
    scheduler.advance(by: .milliseconds(300))
    #expect(recorder.values == [[1, 2]])
    subject.sendNext(3)
    scheduler.advance(by: .milliseconds(999))
    #expect(recorder.values == [[1, 2]])
    scheduler.advance(by: .milliseconds(1))
    #expect(recorder.values == [[1, 2], [3]])
  }

  @Test("completes without an array if nothing is there")
  func completesEmpty() {
    let recorder = run()
    subject.sendNext(1)
    scheduler.stepAll()
    subject.sendCompleted()
    #expect(recorder.events == [.next([1]), .completed])
  }

  @Test("passes an error at once and drops what is there")
  func fails() {
    let recorder = run()
    subject.sendNext(1)
    subject.sendError(TestError.first)
    scheduler.stepAll()
    #expect(recorder.events == [.error(TestError.first)])
  }

  @Test("drops what is there when it is disposed")
  func disposes() {
    let log = Log<[Int?]>()
    let subscription = subject.buffer(.zero, on: scheduler).subscribe(next: { log.append($0) })
    subject.sendNext(1)
    subscription.dispose()
    scheduler.stepAll()
    #expect(log.all == [])
  }

  @Test("a value that is sent from inside a delivery is in the next array")
  func reentrant() {
    let log = Log<[Int?]>()
    subject.buffer(.seconds(1), on: scheduler).subscribe(next: { [subject] in
      log.append($0)
      if $0 == [1] { subject.sendNext(2) }
    })
    subject.sendNext(1)
    scheduler.stepAll()
    #expect(log.all == [[1], [2]])
    subject.sendCompleted()
  }

  @Test("on a queue loses nothing and keeps the order", arguments: [1, 20])
  func queue(_ microseconds: Int) {
    let log = Log<[Int?]>()
    let done = Semaphore()
    subject.buffer(.microseconds(microseconds), on: .background()).subscribe(
      next: { log.append($0) }, completed: { done.signal() })
    for value in 0..<5_000 { subject.sendNext(value) }
    subject.sendCompleted()
    done.wait()
    #expect(log.all.flatMap { $0 } == Array(0..<5_000))
    #expect(!log.all.contains([]))
  }

  @Test("keeps nothing after dispose, or after its scheduler that never ran")
  func memory() {
    let lives = Lives()
    let subject = Subject<Lives.One>()
    let subscription = subject.buffer(.seconds(1), on: scheduler).subscribe()
    lives.withOne { subject.sendNext($0) }
    #expect(lives.count == 1)
    subscription.dispose()
    #expect(lives.count == 0)
    do {
      let scheduler = TestScheduler()
      let subject = Subject<Lives.One>()
      subject.buffer(.seconds(1), on: scheduler).subscribe()
      lives.withOne { subject.sendNext($0) }
    }
    #expect(lives.count == 0)
  }
}
