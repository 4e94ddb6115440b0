// SPDX-License-Identifier: MIT

import Testing

@testable import Signals

@Suite("withLatest and sample")
struct WithLatestTests {
  private let source = Subject<Int>().named("a")
  private let other = Subject<String>().named("b")

  @Test("withLatest adds the latest of the other to each value, and drops values before that")
  func withLatest() {
    let signal = source.withLatest(from: other)
    #expect(signal.description == "withLatest(a, b)")
    let recorder = signal.map { "\($0.0) \($0.1)" }.recorded()
    source.sendNext(1)
    other.sendNext("x")
    #expect(recorder.events == [])
    source.sendNext(2)
    other.sendNext("y")
    other.sendNext("z")
    source.sendNext(3)
    source.sendNext(4)
    #expect(recorder.events == [.next("2 x"), .next("3 z"), .next("4 z")])
  }

  @Test("withLatest completes with its source only, and keeps the last of the other")
  func withLatestCompleted() {
    let recorder = source.withLatest(from: other).map { "\($0.0) \($0.1)" }.recorded()
    other.sendNext("x")
    other.sendCompleted()
    source.sendNext(1)
    source.sendCompleted()
    #expect(recorder.events == [.next("1 x"), .completed])
  }

  @Test("withLatest fails if either does, and takes a latest value that comes at once")
  func withLatestError() {
    let recorder = source.withLatest(from: other).map { _ in }.recorded()
    other.sendError(TestError.first)
    #expect(recorder.events.map(\.error).map { $0 as? TestError } == [.first])
    #expect(
      Signal<Int>.error(TestError.second).withLatest(from: Signal<Int>.never).map { $0.0 }
        .recorded().events
        == [.error(TestError.second)])
    #expect(
      Signal.just(1).withLatest(from: .just(2)).map { [$0.0, $0.1] }.recorded().events
        == [.next([1, 2]), .completed])
  }

  @Test("withLatest handles at its turn what is sent inside a delivery")
  func withLatestNested() {
    let log = Log<String>()
    source.withLatest(from: other).subscribe(next: { value, latest in
      if value == 1 {
        other.sendNext("y")
        source.sendNext(2)
      }
      log.append("\(value) \(latest)")
    })
    other.sendNext("x")
    source.sendNext(1)
    #expect(log.all == ["1 x", "2 y"])
    source.sendCompleted()
  }

  @Test("sample sends the latest value, again if need be, whenever the sampler sends")
  func sample() {
    let signal = source.sample(other)
    #expect(signal.description == "a.sample")
    let recorder = signal.recorded()
    other.sendNext("x")
    source.sendNext(1)
    source.sendNext(2)
    #expect(recorder.events == [])
    other.sendNext("x")
    other.sendNext("x")
    source.sendNext(3)
    other.sendNext("x")
    #expect(recorder.events == [.next(2), .next(2), .next(3)])
  }

  @Test("sample ends as soon as either does, and disposes the other", arguments: 0...3)
  func sampleEnds(_ kind: Int) {
    let disposables = [Disposable(), Disposable()]
    let recorder = Signal<Int> { [source] subscriber in
      subscriber.didSubscribe(with: CompoundDisposable([disposables[0]]))
      return source.subscribe(subscriber)
    }.sample(
      Signal<String> { [other] subscriber in
        subscriber.didSubscribe(with: CompoundDisposable([disposables[1]]))
        return other.subscribe(subscriber)
      }
    ).recorded()
    switch kind {
    case 0: source.sendCompleted()
    case 1: other.sendCompleted()
    case 2: source.sendError(TestError.first)
    default: other.sendError(TestError.first)
    }
    #expect(recorder.events == [kind < 2 ? .completed : .error(TestError.first)])
    #expect(disposables.map(\.isDisposed) == [true, true])
  }

  @Test("sample never overlaps when both send at once")
  func sampleConcurrent() {
    let recorder = source.sample(other).recorded()
    source.sendNext(0)
    onThreads(2) { [source, other] thread in
      for value in 1...2_000 {
        if thread == 0 { source.sendNext(value) } else { other.sendNext("") }
      }
    }
    other.sendNext("")
    #expect(recorder.events.count == 2_001)
    #expect(recorder.values == recorder.values.sorted())
    #expect(recorder.values.last == 2_000)
  }
}
