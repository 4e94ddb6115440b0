// SPDX-License-Identifier: MIT

import Testing

@testable import Signals

@Suite("combineLatest")
struct CombineLatestTests {
  private let first = Subject<Int>()
  private let second = Subject<Int>()

  private var pairs: Recorder<String> {
    first.combineLatest(second).map { "\($0.0) \($0.1)" }.recorded()
  }

  // Behaviour 65.
  @Test("sends nothing until each source has sent")
  func waits() {
    let recorder = pairs
    first.sendNext(1)
    #expect(recorder.events == [])
    second.sendNext(2)
    #expect(recorder.events == [.next("1 2")])
  }

  // Behaviour 66.
  @Test("sends a pair of the latest for each further value")
  func latest() {
    let recorder = pairs
    first.sendNext(1)
    second.sendNext(2)
    first.sendNext(3)
    second.sendNext(4)
    #expect(recorder.values == ["1 2", "3 2", "3 4"])
  }

  // Behaviour 67.
  @Test("completes only after both have, and keeps the last value of the one that has")
  func completed() {
    let recorder = pairs
    first.sendNext(1)
    first.sendCompleted()
    #expect(recorder.events == [])
    second.sendNext(2)
    second.sendNext(3)
    second.sendCompleted()
    #expect(recorder.events == [.next("1 2"), .next("1 3"), .completed])
  }

  // Behaviour 68.
  @Test("fails if either does, and disposes the other")
  func error() {
    for index in 0...1 {
      let subjects = [Subject<Int>(), Subject<Int>()]
      let disposable = Disposable()
      let recorder = Signal.combineLatest(subjects + [Signal { _ in disposable }]).recorded()
      subjects[index].sendError(TestError.first)
      subjects[1 - index].sendNext(1)
      #expect(recorder.events == [.error(TestError.first)])
      #expect(disposable.isDisposed)
    }
  }

  // Behaviour 69.
  @Test("lets its sources go when they have completed")
  func freed() {
    weak var source: Subject<Int>?
    weak var result: Signal<[Int]>?
    do {
      let subject = Subject<Int>()
      let signal = Signal.combineLatest([subject])
      source = subject
      result = signal
      signal.subscribe()
      subject.sendCompleted()
    }
    #expect(source == nil)
    #expect(result == nil)
  }

  // Behaviour 70.
  @Test("of a signal with itself ends each value with a pair of it")
  func itself() {
    let recorder = first.combineLatest(first).map { "\($0.0) \($0.1)" }.recorded()
    first.sendNext(1)
    #expect(recorder.values == ["1 1"])
    first.sendNext(2)
    #expect(recorder.values == ["1 1", "2 1", "2 2"])
  }

  // Behaviour 71.
  @Test("subscribes a cold signal once for each time that it is named")
  func cold() {
    let count = Box(0)
    let signal = Signal<Int> { subscriber in
      count.value += 1
      subscriber.sendNext(count.value)
      subscriber.sendCompleted()
      return nil
    }
    let recorder = signal.combineLatest(signal).map { "\($0.0) \($0.1)" }.recorded()
    #expect(recorder.events == [.next("1 2"), .completed])
  }

  // Behaviour 72.
  @Test("of one signal sends arrays of one")
  func one() {
    #expect(
      Signal.combineLatest([Signal.just(1)]).recorded().events == [.next([1]), .completed])
  }

  // Behaviour 73.
  @Test("of nothing completes at once")
  func nothing() {
    #expect(Signal.combineLatest([Signal<Int>]()).recorded().events == [.completed])
  }

  // Behaviour 74.
  @Test("of three signals of three types completes after the third")
  func three() {
    let third = Subject<String>()
    let recorder = first.combineLatest(second.map { Double($0) }, third)
      .map { "\($0.0) \($0.1) \($0.2)" }.recorded()
    first.sendNext(1)
    second.sendNext(2)
    third.sendNext("three")
    first.sendCompleted()
    third.sendNext("four")
    third.sendCompleted()
    #expect(recorder.events == [.next("1 2.0 three"), .next("1 2.0 four")])
    second.sendCompleted()
    #expect(recorder.events.last == .completed)
  }

  // Behaviour 75.
  @Test("takes nil for a value")
  func nils() {
    let signal = Signal<Int?>.just(nil)
    let recorder = signal.combineLatest(signal, signal)
      .map { $0.0 == nil && $0.1 == nil && $0.2 == nil ? Int?.none : 1 }.recorded()
    #expect(recorder.events == [.next(nil), .completed])
  }

  @Test("of four signals and of a list keeps their order")
  func order() {
    let sources = [1, 2, 3, 4].map { Signal.just($0) }
    #expect(
      sources[0].combineLatest(sources[1], sources[2], sources[3])
        .map { [$0.0, $0.1, $0.2, $0.3] }.recorded().events == [.next([1, 2, 3, 4]), .completed])
    #expect(
      Signal.combineLatest(sources).recorded().events == [.next([1, 2, 3, 4]), .completed])
  }

  @Test("has its sources in its name")
  func name() {
    let (a, b) = (first.named("a"), second.named("b"))
    let c = Subject<Int>().named("c")
    #expect(a.combineLatest(b).description == "combineLatest(a, b)")
    #expect(Signal.combineLatest(a, b, c).description == "combineLatest(a, b, c)")
    #expect(a.combineLatest(b, c, a).description == "combineLatest(a, b, c, a)")
    #expect(Signal.combineLatest([a, b]).description == "combineLatest(a, b)")
    #expect(a.combineLatest(Subject<Int>().redacted()).isRedacted)
  }

  @Test("combines at its turn what is sent inside a delivery")
  func nested() {
    let log = Log<String>()
    first.combineLatest(second).subscribe(next: { a, b in
      if a == 1 && b == 1 {
        first.sendNext(2)
        second.sendNext(2)
      }
      log.append("\(a) \(b)")
    })
    first.sendNext(1)
    second.sendNext(1)
    #expect(log.all == ["1 1", "2 1", "2 2"])
    first.sendCompleted()
    second.sendCompleted()
  }

  @Test("never overlaps and ends with the last of each when both send at once")
  func concurrent() {
    let recorder = pairs
    let subjects = [first, second]
    onThreads(2) { thread in
      for value in 0...3_000 { subjects[thread].sendNext(value) }
      subjects[thread].sendCompleted()
    }
    #expect(recorder.events.suffix(2) == [.next("3000 3000"), .completed])
  }

  @Test("lets values go that are replaced, and all of them at dispose")
  func values() {
    let lives = Lives()
    let subjects = [Subject<Lives.One>(), Subject<Lives.One>(), Subject<Lives.One>()]
    let tuples = subjects[0].combineLatest(subjects[1], subjects[2]).subscribe()
    let arrays = Signal.combineLatest(subjects).subscribe()
    for _ in 0..<3 { lives.withOne { subjects[0].sendNext($0) } }
    #expect(lives.count == 1)
    lives.withOne { subjects[1].sendNext($0) }
    #expect(lives.count == 2)
    tuples.dispose()
    for _ in 0..<3 { lives.withOne { subjects[2].sendNext($0) } }
    #expect(lives.count == 3)
    arrays.dispose()
    #expect(lives.count == 0)
  }

  @Test("keeps values of sizes and alignments of all kinds apart")
  func layout() {
    let recorder = Signal.combineLatest(
      Signal.just(true), Signal.just("a text that is too long to be in line"),
      Signal.just(UInt8(3)), Signal.just([4])
    ).map { "\($0.0) \($0.1) \($0.2) \($0.3)" }.recorded()
    #expect(recorder.values == ["true a text that is too long to be in line 3 [4]"])
    #expect(
      Signal.just(()).combineLatest(.just(1)).map { $0.1 }.recorded().events
        == [.next(1), .completed])
  }
}
