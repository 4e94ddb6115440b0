// SPDX-License-Identifier: MIT

import Testing

@testable import Signals

@Suite("merge")
struct MergeTests {
  private let first = Subject<Int>()
  private let second = Subject<Int>()

  // Behaviours 88, 92.
  @Test("sends the values of both in order")
  func values() {
    let recorders = [first.merge(second).recorded(), Signal.merge([first, second]).recorded()]
    first.sendNext(1)
    second.sendNext(2)
    second.sendNext(3)
    first.sendNext(4)
    for recorder in recorders { #expect(recorder.values == [1, 2, 3, 4]) }
  }

  // Behaviours 89, 93.
  @Test("fails if either does, and disposes the other")
  func error() {
    for index in 0...1 {
      let subjects = [Subject<Int>(), Subject<Int>()]
      let disposable = Disposable()
      let recorder = Signal.merge(subjects + [Signal { _ in disposable }]).recorded()
      subjects[index].sendError(TestError.first)
      subjects[1 - index].sendNext(1)
      #expect(recorder.events == [.error(TestError.first)])
      #expect(disposable.isDisposed)
    }
  }

  // Behaviours 90, 91, 94, 95.
  @Test("completes after both have, for each of its subscribers")
  func completed() {
    let merged = first.merge(second)
    let recorders = [merged.recorded(), merged.recorded()]
    first.sendCompleted()
    for recorder in recorders { #expect(recorder.events == []) }
    second.sendNext(1)
    second.sendCompleted()
    for recorder in recorders { #expect(recorder.events == [.next(1), .completed]) }
  }

  // Behaviour 96.
  @Test("of nothing completes at once")
  func nothing() {
    #expect(Signal<Int>.merge([]).recorded().events == [.completed])
  }

  @Test("stops subscribing to its sources when it has ended")
  func stops() {
    let count = Box(0)
    let counted = Signal<Int> { _ in
      count.value += 1
      return nil
    }
    #expect(
      Signal.merge([.error(TestError.first), counted]).recorded().events
        == [.error(TestError.first)])
    #expect(Signal.merge([.just(1), counted]).take(1).recorded().events == [.next(1), .completed])
    #expect(count.value == 0)
  }

  @Test("never overlaps and loses nothing when both send at once")
  func concurrent() {
    let recorder = first.merge(second).recorded()
    let subjects = [first, second]
    onThreads(2) { thread in
      for value in 0..<5_000 { subjects[thread].sendNext(2 * value + thread) }
      subjects[thread].sendCompleted()
    }
    #expect(recorder.events.last == .completed)
    for thread in 0...1 {
      #expect(recorder.values.filter { $0 % 2 == thread } == (0..<5_000).map { 2 * $0 + thread })
    }
  }

  @Test("keeps for later what one sends inside a delivery of the other")
  func nested() {
    let log = Log<Int>()
    let subscription = first.merge(second).subscribe(next: { [second] value in
      if value == 1 { second.sendNext(2) }
      log.append(value)
    })
    first.sendNext(1)
    subscription.dispose()
    #expect(log.all == [1, 2])
  }
}
