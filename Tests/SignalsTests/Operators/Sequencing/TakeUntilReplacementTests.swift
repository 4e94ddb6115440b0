// SPDX-License-Identifier: MIT

import Testing

@testable import Signals

@Suite("takeUntilReplacement")
struct TakeUntilReplacementTests {
  private let source = Subject<Int>().named("a")
  private let replacement = Subject<Int>().named("b")

  private var recorder: Recorder<Int> { source.takeUntilReplacement(replacement).recorded() }

  // Behaviour 41.
  @Test("sends the values of the source until the replacement sends")
  func values() {
    let recorder = recorder
    source.sendNext(1)
    source.sendNext(2)
    replacement.sendNext(3)
    source.sendNext(4)
    replacement.sendNext(5)
    #expect(recorder.events == [.next(1), .next(2), .next(3), .next(5)])
    #expect(source.takeUntilReplacement(replacement).description == "takeUntilReplacement(a, b)")
  }

  // Behaviour 42.
  @Test("passes an error of the source")
  func sourceError() {
    let recorder = recorder
    source.sendError(TestError.first)
    replacement.sendNext(1)
    #expect(recorder.events == [.error(TestError.first)])
  }

  // Behaviour 43.
  @Test("does not pass completion of the source")
  func sourceCompleted() {
    let recorder = recorder
    source.sendCompleted()
    #expect(recorder.events == [])
    replacement.sendNext(1)
    #expect(recorder.events == [.next(1)])
  }

  // Behaviours 44, 45.
  @Test("ends with the replacement, in the same way", arguments: [TestError.first, nil])
  func replacementEnds(_ error: TestError?) {
    let recorder = recorder
    if let error { replacement.sendError(error) } else { replacement.sendCompleted() }
    source.sendNext(1)
    #expect(recorder.events == [error.map { .error($0) } ?? .completed])
  }

  // Behaviour 46.
  @Test("with a replacement that sends at once never subscribes the source")
  func atOnce() {
    let count = Box(0)
    let counted = Signal<Int> { subscriber in
      count.value += 1
      for value in 1...3 { subscriber.sendNext(value) }
      return nil
    }
    #expect(
      counted.takeUntilReplacement(Signal(sequence: 4...6)).recorded().events
        == [.next(4), .next(5), .next(6), .completed])
    #expect(count.value == 0)
  }

  // Behaviours 47, 48.
  @Test("dispose disposes the source and the replacement")
  func dispose() {
    let disposables = [Disposable(), Disposable()]
    let signals = disposables.map { disposable in Signal<Int> { _ in disposable } }
    onScheduler {
      let subscription = signals[0].takeUntilReplacement(signals[1]).subscribe()
      #expect(disposables.map(\.isDisposed) == [false, false])
      subscription.dispose()
    }
    #expect(disposables.map(\.isDisposed) == [true, true])
  }

  // Behaviour 49.
  @Test("every event of the replacement disposes the source", arguments: 0...2)
  func disposesSource(_ kind: Int) {
    let disposable = Disposable()
    let recorder = Signal<Int> { _ in disposable }.takeUntilReplacement(replacement).recorded()
    #expect(!disposable.isDisposed)
    let event: Event<Int> = [.next(1), .error(TestError.first), .completed][kind]
    event.send(to: replacement)
    #expect(disposable.isDisposed)
    #expect(recorder.events == [event])
  }

  @Test("drops what the source sends inside a delivery after the replacement")
  func nested() {
    let log = Log<Int>()
    source.takeUntilReplacement(replacement).subscribe(next: { value in
      log.append(value)
      if value == 1 {
        replacement.sendNext(3)
        source.sendNext(2)
      }
    })
    source.sendNext(1)
    #expect(log.all == [1, 3])
    replacement.sendCompleted()
  }

  @Test("never overlaps, and sends nothing of the source after the replacement")
  func concurrent() {
    for _ in 0..<200 {
      let subjects = [Subject<Int>(), Subject<Int>()]
      let recorder = subjects[0].takeUntilReplacement(subjects[1]).recorded()
      onThreads(2) { thread in
        for value in 0..<20 { subjects[thread].sendNext(100 * thread + value) }
      }
      let first = recorder.values.prefix { $0 < 100 }
      #expect(recorder.values == Array(0..<first.count) + Array(100..<120))
    }
  }
}
