// SPDX-License-Identifier: MIT

import Testing

@testable import Signals

/// A value that knows whether it was let go.
struct LivingValue: Sendable, Equatable {
  let number: Int
  var life: Lives.One?

  static func == (left: LivingValue, right: LivingValue) -> Bool { left.number == right.number }
}

/// An operator over one source, whatever it makes of it.
struct OneSourceOperator: Sendable, CustomTestStringConvertible {
  typealias Source = Signal<LivingValue>

  let testDescription: String
  let apply: @Sendable (Source) -> SignalBase
  let subscribe: @Sendable (Source, Log<String>) -> Disposable

  init<Output: Sendable>(
    _ name: String, _ apply: @escaping @Sendable (Source) -> Signal<Output>
  ) {
    testDescription = name
    self.apply = apply
    subscribe = { source, log in
      apply(source).subscribe(
        next: { _ in log.append("next") }, error: { _ in log.append("error") },
        completed: { log.append("completed") })
    }
  }

  /// What it does if the source fails before there was a value.
  var afterError: [String] {
    ["materialize", "any", "all"].contains(testDescription) ? ["next", "completed"] : ["error"]
  }

  static let all: [OneSourceOperator] = [
    .init("mapReplace") { $0.mapReplace(1) },
    .init("scan") { source in source.scan(LivingValue(number: 0)) { $1 } },
    .init("combinePrevious") { $0.combinePrevious(LivingValue(number: 0)) { [$0, $1] } },
    .init("aggregate") { source in source.aggregate(LivingValue(number: 0)) { $1 } },
    .init("compactMap") { $0.compactMap { $0.number > 0 ? $0 : nil } },
    .init("tryMap") { $0.tryMap { $0 } },
    .init("try") { $0.try { _ in } },
    .init("collect") { $0.collect() },
    .init("materialize") { $0.materialize() },
    .init("map.dematerialize") { $0.map { Event.next($0) }.dematerialize() },
    .init("map.not") { $0.map { $0.number > 1 }.not() },
    .init("map.and") { $0.map { [$0.number > 1] }.and() },
    .init("map.or") { $0.map { [$0.number > 1] }.or() },
    .init("bind") { $0.bind { { value, _ in .just(value) } } },
    .init("ignore") { $0.ignore(LivingValue(number: 2)) },
    .init("ignoreValues") { $0.ignoreValues() },
    .init("skip") { $0.skip(1) },
    .init("takeUntil") { $0.takeUntil(where: { $0.number > 100 }) },
    .init("takeWhile") { $0.takeWhile { $0.number < 100 } },
    .init("skipUntil") { $0.skipUntil { $0.number > 1 } },
    .init("skipWhile") { $0.skipWhile { $0.number < 1 } },
    .init("distinctUntilChanged") { $0.distinctUntilChanged() },
    .init("takeLast") { $0.takeLast(2) },
    .init("any") { $0.any { $0.number > 100 } },
    .init("all") { $0.all { $0.number < 100 } },
    .init("buffer") { $0.buffer(.seconds(1), on: TestScheduler()) },
  ]
}

/// What all operators over one source have in common.
@Suite("Operators over one source")
struct OneSourceOperatorTests {
  private let log = Log<String>()

  @Test("are named after their source", arguments: OneSourceOperator.all)
  func name(_ one: OneSourceOperator) {
    let source = Subject<LivingValue>().named("source")
    #expect(one.apply(source).description == "source.\(one.testDescription)")
  }

  @Test("hide the values of a redacted source", arguments: OneSourceOperator.all)
  func redacted(_ one: OneSourceOperator) {
    #expect(one.apply(Subject<LivingValue>().redacted()).isRedacted)
    #expect(!one.apply(Subject<LivingValue>()).isRedacted)
  }

  @Test("end with an error of their source", arguments: OneSourceOperator.all)
  func error(_ one: OneSourceOperator) {
    onScheduler { _ = one.subscribe(.error(TestError.first), log) }
    #expect(log.all == one.afterError)
  }

  @Test("complete with their source", arguments: OneSourceOperator.all)
  func completion(_ one: OneSourceOperator) {
    onScheduler { _ = one.subscribe(.empty, log) }
    #expect(log.all.last == "completed")
    #expect(log.all.count <= 2)
  }

  @Test("dispose their source, and send no more, when disposed", arguments: OneSourceOperator.all)
  func dispose(_ one: OneSourceOperator) {
    let disposable = Disposable()
    let subscriber = Box<PassthroughSubscriber<LivingValue>?>(nil)
    let source = Signal<LivingValue> {
      subscriber.value = $0
      return disposable
    }
    onScheduler {
      let subscription = one.subscribe(source, log)
      #expect(!disposable.isDisposed)
      subscription.dispose()
    }
    #expect(disposable.isDisposed)
    subscriber.value?.sendNext(LivingValue(number: 1))
    subscriber.value?.sendCompleted()
    #expect(log.all == [])
  }

  @Test(
    "keep nothing of their values after the end, whichever it is",
    arguments: OneSourceOperator.all,
    [Event<LivingValue>?.none, .completed, .error(TestError.first)])
  func memory(_ one: OneSourceOperator, _ end: Event<LivingValue>?) {
    let lives = Lives()
    let subject = Subject<LivingValue>()
    onScheduler {
      let subscription = one.subscribe(subject, log)
      for number in 1...3 {
        lives.withOne { subject.sendNext(LivingValue(number: number, life: $0)) }
      }
      if let end { end.send(to: subject) } else { subscription.dispose() }
      #expect(lives.count == 0)
    }
  }

  @Test("are freed with the last reference, subscribed or not", arguments: OneSourceOperator.all)
  func freed(_ one: OneSourceOperator) {
    weak var signal: SignalBase?
    let subject = Subject<LivingValue>()
    onScheduler {
      let made = one.apply(subject)
      signal = made
      _ = one.subscribe(subject, log)
    }
    #expect(signal == nil)
  }
}

/// Operators whose result can be their source again.
@Suite("Long chains of operators over one source")
struct LongOperatorChainTests {
  private static let all: [@Sendable (Signal<Int>) -> Signal<Int>] = [
    { $0.mapReplace(1) }, { $0.scan(0, +) }, { $0.combinePrevious(0) { $0 + $1 } },
    { $0.aggregate(0, +) }, { $0.compactMap { $0 } }, { $0.tryMap { $0 } }, { $0.try { _ in } },
    { $0.bind { { value, _ in .just(value) } } }, { $0.ignore(1) }, { $0.ignoreValues() },
    { $0.skip(1) }, { $0.takeUntil(where: { $0 > 1 }) }, { $0.takeWhile { $0 > 1 } },
    { $0.skipUntil { $0 > 1 } }, { $0.skipWhile { $0 > 1 } }, { $0.distinctUntilChanged() },
    { $0.takeLast(1) },
  ]

  @Test(
    "of 20,000 are built, subscribed, disposed and freed on a small stack",
    arguments: 0..<all.count)
  func long(_ index: Int) {
    onSmallStack {
      let lives = Lives()
      let subject = Subject<Int>()
      let subscription: Disposable = lives.withOne { one in
        var signal: Signal<Int> = subject
        for _ in 0..<20_000 { signal = Self.all[index](signal) }
        return signal.subscribe(next: { _ in _ = one })
      }
      #expect(lives.count == 1)
      subscription.dispose()
      #expect(lives.count == 0)
    }
  }
}
