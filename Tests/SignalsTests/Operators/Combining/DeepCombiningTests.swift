// SPDX-License-Identifier: MIT

import Testing

@testable import Signals

@Suite("Deep trees of combining operators")
struct DeepCombiningTests {
  /// The ways to nest: one operator in the other as its first source.
  enum Nesting: CaseIterable {
    case merge, concat, zip, combineLatest, withLatest, sample, takeUntil, takeUntilReplacement

    func apply(_ signal: Signal<Int>, _ other: Signal<Int>) -> Signal<Int> {
      switch self {
      case .merge: signal.merge(other)
      case .concat: signal.concat(other)
      case .zip: signal.zip(other).map { $0.0 }
      case .combineLatest: signal.combineLatest(other).map { $0.0 }
      case .withLatest: signal.withLatest(from: other).map { $0.0 }
      case .sample: signal.sample(other)
      case .takeUntil: signal.takeUntil(other)
      case .takeUntilReplacement: signal.takeUntilReplacement(other)
      }
    }

    /// What is to be sent to the source and to the other one for a value to arrive.
    var feedsOtherFirst: Bool? {
      switch self {
      case .merge, .concat, .takeUntil, .takeUntilReplacement: nil
      case .combineLatest, .withLatest: true
      case .zip, .sample: false
      }
    }
  }

  /// Enough to overflow the small stack if a level took as little as 128 bytes of it; few enough
  /// for the sessions that other tests record meanwhile.
  private static let depth = 2_000

  @Test(
    "very deep they are built, subscribed, disposed and freed on a small stack",
    arguments: Nesting.allCases)
  func deep(_ nesting: Nesting) {
    let lives = Lives()
    onSmallStack {
      let subscription: Disposable = lives.withOne { one in
        let other = Signal<Int>.never
        var signal = Signal<Int>.never.doNext { _ in _ = one }
        for _ in 0..<(nesting == .merge ? 100_000 : Self.depth) {
          signal = nesting.apply(signal, other)
        }
        return signal.subscribe(next: { _ in _ = one })
      }
      subscription.dispose()
      #expect(lives.count == 0)
    }
  }

  @Test(
    "very deep to the other side they are built, subscribed, disposed and freed as well",
    arguments: Nesting.allCases)
  func deepOther(_ nesting: Nesting) {
    let lives = Lives()
    onSmallStack {
      let subscription: Disposable = lives.withOne { one in
        let first = Signal<Int>.never
        var signal = Signal<Int>.never.doNext { _ in _ = one }
        for _ in 0..<Self.depth { signal = nesting.apply(first, signal) }
        return signal.subscribe(next: { _ in _ = one })
      }
      subscription.dispose()
      #expect(lives.count == 0)
    }
  }

  @Test("very deep they run", arguments: Nesting.allCases)
  func run(_ nesting: Nesting) {
    onThreads(1, stackSize: 512 << 20) { _ in
      let (source, other) = (Subject<Int>(), Subject<Int>())
      var signal: Signal<Int> = source
      for _ in 0..<(nesting == .merge ? 10_000 : Self.depth) {
        signal = nesting.apply(signal, other)
      }
      let recorder = signal.recorded()
      if nesting.feedsOtherFirst == true { other.sendNext(1) }
      source.sendNext(2)
      if nesting.feedsOtherFirst == false { other.sendNext(1) }
      #expect(recorder.values.last == 2)
      source.sendCompleted()
      other.sendCompleted()
      #expect(recorder.events.last == .completed)
    }
  }

  @Test("sources are subscribed from first to last, however they are nested")
  func order() {
    let log = Log<Int>()
    func source(_ index: Int) -> Signal<Int> {
      Signal { _ in
        log.append(index)
        return nil
      }
    }
    let left = source(0).merge(source(1)).merge(source(2).merge(source(3))).merge(source(4))
    onScheduler { _ = left.zip(source(5).combineLatest(source(6)), source(7)).subscribe() }
    #expect(log.all == Array(0...7))
  }

  @Test("a source that ends the whole at once keeps the rest from being subscribed")
  func stops() {
    let count = Box(0)
    let counted = Signal<Int> { _ in
      count.value += 1
      return nil
    }
    let inner = Signal<Int>.error(TestError.first).merge(counted)
    #expect(
      inner.merge(counted).zip(counted).map { $0.0 }.recorded().events
        == [.error(TestError.first)])
    #expect(count.value == 0)
  }

  @Test("subscribing and disposing leaves nothing behind")
  func rounds() {
    let lives = Lives()
    let subject = Subject<Int>()
    let outer = BehaviorSubject<Signal<Int>>(subject)
    let condition = BehaviorSubject(true)
    let signals =
      Nesting.allCases.map { $0.apply(subject, subject) } + [
        outer.switchToLatest(), outer.flatten(), outer.concat(),
        condition.if(then: subject, else: .never), condition.switch(cases: [true: subject]),
        subject.then { .never }, subject.groupBy { $0 }.flatMap { $0 },
        Signal.zip([subject, subject]).map { $0[0] },
        Signal.combineLatest([subject, subject]).map { $0[0] },
      ]
    onScheduler {
      for signal in signals {
        for _ in 0..<300 {
          lives.withOne { one in
            let subscription = signal.subscribe(next: { _ in _ = one })
            subject.sendNext(1)
            subscription.dispose()
          }
        }
      }
    }
    #expect(lives.count == 0)
  }
}
