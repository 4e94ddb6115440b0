// SPDX-License-Identifier: MIT

import Testing

@testable import Signals

@Suite("zip")
struct ZipTests {
  private let first = Subject<Int>()
  private let second = Subject<Int>()

  private var pairs: Recorder<String> {
    first.zip(second).map { "\($0.0) \($0.1)" }.recorded()
  }

  // Behaviours 207, 248.
  @Test("completes when a source has and none of its values waits")
  func completed() {
    let recorder = pairs
    first.sendNext(1)
    second.sendNext(1)
    first.sendNext(2)
    first.sendCompleted()
    #expect(recorder.events == [.next("1 1")])
    second.sendNext(2)
    #expect(recorder.events == [.next("1 1"), .next("2 2"), .completed])
  }

  // Behaviour 208.
  @Test("completes at once with a source of which no value waits, and disposes the other")
  func completedAtOnce() {
    let disposable = Disposable()
    let recorder = Signal.zip([first, Signal { _ in disposable }, second]).recorded()
    first.sendNext(1)
    second.sendCompleted()
    #expect(recorder.events == [.completed])
    #expect(disposable.isDisposed)
  }

  // Behaviours 213, 252.
  @Test("of three signals takes the first with the first, whatever the order, until an error")
  func uneven() {
    let third = Subject<Int>()
    let recorder = first.zip(second, third).map { "\($0.0)\($0.1)\($0.2)" }.recorded()
    for value in 1...3 { first.sendNext(value) }
    second.sendNext(1)
    for value in 1...2 { third.sendNext(value) }
    #expect(recorder.events == [.next("111")])
    for value in 2...4 { second.sendNext(value) }
    second.sendCompleted()
    #expect(recorder.events == [.next("111"), .next("222")])
    for value in 3...5 { third.sendNext(value) }
    third.sendError(TestError.first)
    first.sendNext(4)
    #expect(
      recorder.events
        == [.next("111"), .next("222"), .next("333"), .error(TestError.first)])
  }

  // Behaviour 214.
  @Test("subscribes a cold signal once for each time that it is named")
  func cold() {
    let count = Box(0)
    let signal = Signal<Int> { subscriber in
      count.value += 1
      subscriber.sendNext(1)
      subscriber.sendCompleted()
      return nil
    }
    #expect(
      signal.zip(signal).map { "\($0.0)\($0.1)" }.recorded().events == [.next("11"), .completed])
    #expect(count.value == 2)
  }

  // Behaviours 249, 253.
  @Test("ends with the shorter one")
  func truncates() {
    let (short, long) = (Signal(sequence: 1...2), Signal(sequence: 11...14))
    let expected = [Event.next("1 11"), .next("2 12"), .completed]
    #expect(short.zip(long).map { "\($0.0) \($0.1)" }.recorded().events == expected)
    #expect(long.zip(short).map { "\($0.1) \($0.0)" }.recorded().events == expected)
    #expect(
      long.zip(short, long).map { "\($0.1) \($0.2)" }.recorded().events == expected)
  }

  // Behaviours 250, 254.
  @Test("with an endless signal ends with the other one")
  func endless() {
    let short = Signal(sequence: 1...2)
    let endless = Signal<Int> { subscriber in
      while !subscriber.isDisposed { subscriber.sendNext(0) }
      return nil
    }
    #expect(
      short.zip(endless).map { "\($0.0) \($0.1)" }.recorded().events
        == [.next("1 0"), .next("2 0"), .completed])
    #expect(
      short.zip(short, endless).map { "\($0.0) \($0.1) \($0.2)" }.recorded().events
        == [.next("1 1 0"), .next("2 2 0"), .completed])
  }

  // Behaviours 251, 255.
  @Test("of a signal with itself makes pairs of each value")
  func itself() {
    let signal = Signal(sequence: 1...2)
    #expect(
      signal.zip(signal).map { "\($0.0) \($0.1)" }.recorded().events
        == [.next("1 1"), .next("2 2"), .completed])
    let recorder = first.zip(first, first).map { [$0.0, $0.1, $0.2] }.recorded()
    first.sendNext(1)
    first.sendNext(2)
    first.sendCompleted()
    #expect(recorder.events == [.next([1, 1, 1]), .next([2, 2, 2]), .completed])
  }

  // Behaviours 256, 257, 260.
  @Test("of a list sends arrays in the order of the list")
  func list() {
    #expect(
      Signal.zip([Signal(sequence: 1...2)]).recorded().events
        == [.next([1]), .next([2]), .completed])
    let lists = [Array(1...3), Array(4...6), Array(7...9)]
    #expect(
      Signal.zip(lists.map { Signal(sequence: $0) }).recorded().events
        == [.next([1, 4, 7]), .next([2, 5, 8]), .next([3, 6, 9]), .completed])
  }

  // Behaviour 258.
  @Test("of four signals of four types keeps their order")
  func four() {
    #expect(
      Signal.just(true).zip(.just("two"), .just(3), .just([4]))
        .map { "\($0.0) \($0.1) \($0.2) \($0.3)" }.recorded().events
        == [.next("true two 3 [4]"), .completed])
  }

  // Behaviour 259.
  @Test("of nothing completes at once")
  func nothing() {
    #expect(Signal.zip([Signal<Int>]()).recorded().events == [.completed])
  }

  @Test("has its sources in its name")
  func name() {
    let (a, b) = (first.named("a"), second.named("b"))
    #expect(a.zip(b).description == "zip(a, b)")
    #expect(Signal.zip(a, b, a).description == "zip(a, b, a)")
    #expect(Signal.zip(a, b, a, b).description == "zip(a, b, a, b)")
    #expect(Signal.zip([b, a]).description == "zip(b, a)")
    #expect(Subject<Int>().redacted().zip(a).isRedacted)
  }

  @Test("keeps for later what is sent inside a delivery")
  func nested() {
    let log = Log<String>()
    first.zip(second).subscribe(
      next: { a, b in
        if a == 1 {
          first.sendNext(2)
          second.sendNext(2)
          second.sendCompleted()
        }
        log.append("\(a) \(b)")
      }, completed: { log.append("completed") })
    first.sendNext(1)
    second.sendNext(1)
    #expect(log.all == ["1 1", "2 2", "completed"])
  }

  @Test("never overlaps and pairs rightly when both send at once")
  func concurrent() {
    let recorder = pairs
    let subjects = [first, second]
    onThreads(2) { thread in
      for value in 0..<3_000 { subjects[thread].sendNext(value) }
      subjects[thread].sendCompleted()
    }
    #expect(recorder.events == (0..<3_000).map { .next("\($0) \($0)") } + [.completed])
  }

  @Test("lets values go that were sent on, and those that wait at dispose")
  func values() {
    let lives = Lives()
    let subjects = [Subject<Lives.One>(), Subject<Lives.One>()]
    let tuples = subjects[0].zip(subjects[1]).subscribe()
    let arrays = Signal.zip(subjects).subscribe()
    for _ in 0..<3 { lives.withOne { subjects[0].sendNext($0) } }
    #expect(lives.count == 3)
    lives.withOne { subjects[1].sendNext($0) }
    #expect(lives.count == 2)
    tuples.dispose()
    #expect(lives.count == 2)
    arrays.dispose()
    #expect(lives.count == 0)
  }
}
