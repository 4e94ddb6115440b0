// SPDX-License-Identifier: MIT

import Synchronization
import Testing

@testable import Signals

/// A source of one's own that sends whatever it is told, from any thread.
final class OverlappingSource: Sendable {
  private let subscriber = Box<PassthroughSubscriber<Int>?>(nil)

  /// For one subscription, on a thread with a current scheduler.
  var signal: Signal<Int> {
    Signal { [subscriber] in
      subscriber.value = $0
      return nil
    }
  }

  func send(_ event: Event<Int>) {
    if let subscriber = subscriber.value { event.send(to: subscriber) }
  }

  /// Sends from another thread, and returns when that has.
  func sendElsewhere(_ event: Event<Int>) { onThreads(1) { _ in self.send(event) } }

  func forget() { subscriber.value = nil }
}

/// An operator that hands a value on as it is, after it was in a closure: its own one or, if it has
/// none, one behind it.
struct ClosureOperator: Sendable, CustomTestStringConvertible {
  typealias Closure = @Sendable (Int) -> Int

  let testDescription: String
  let apply: @Sendable (Signal<Int>, @escaping Closure) -> Signal<Int>

  init(
    _ name: String, _ apply: @escaping @Sendable (Signal<Int>, @escaping Closure) -> Signal<Int>
  ) {
    testDescription = name
    self.apply = apply
  }

  /// One without a closure that sees values.
  init(behind name: String, _ apply: @escaping @Sendable (Signal<Int>) -> Signal<Int>) {
    self.init(name) { source, inside in apply(source).map(inside) }
  }

  static let all: [ClosureOperator] = [
    .init("map") { $0.map($1) },
    .init("filter") { source, inside in source.filter { inside($0) == $0 } },
    .init("compactMap") { $0.compactMap($1) },
    .init("doNext") { source, inside in source.doNext { _ = inside($0) } },
    .init("flatMap") { source, inside in source.flatMap { .just(inside($0)) } },
    .init("bind") { source, inside in source.bind { { value, _ in .just(inside(value)) } } },
    .init("switchToLatest") { source, inside in
      source.map { Signal.just(inside($0)) }.switchToLatest()
    },
    .init("tryMap") { $0.tryMap($1) },
    .init("try") { source, inside in source.try { _ = inside($0) } },
    .init("scan") { source, inside in source.scan(0) { inside($1) } },
    .init("groupBy") { source, inside in source.groupBy { inside($0) }.flatMap { $0 } },
    .init("takeWhile") { source, inside in source.takeWhile { inside($0) == $0 } },
    .init("skipWhile") { source, inside in source.skipWhile { inside($0) != $0 } },
    .init("takeUntil") { source, inside in source.takeUntil(where: { inside($0) != $0 }) },
    .init("skipUntil") { source, inside in source.skipUntil { inside($0) == $0 } },
    .init("distinctUntilChanged") { source, inside in
      source.startWith(0).distinctUntilChanged { _, value in inside(value) != value }.skip(1)
    },
    .init("throttle") { source, inside in
      source.throttle(.seconds(1), on: TestScheduler(), where: { inside($0) != $0 })
    },
    .init(behind: "mapReplace") { $0.mapReplace(1) },
    .init(behind: "ignore") { $0.ignore(2) },
    .init(behind: "materialize.dematerialize") { $0.materialize().dematerialize() },
    .init(behind: "doError") { $0.doError { _ in } },
    .init(behind: "doCompleted") { $0.doCompleted {} },
    .init(behind: "finally") { $0.finally {} },
    .init(behind: "initially") { $0.initially {} },
    .init(behind: "startWith.skip") { $0.startWith(0).skip(1) },
    .init(behind: "subscribeOn") { $0.subscribeOn(.immediate) },
    .init(behind: "deliverOn") { $0.deliverOn(.immediate) },
    .init(behind: "catch") { $0.catch { .error($0) } },
    .init(behind: "catchTo") { $0.catchTo(.error(TestError.first)) },
    .init(behind: "then") { source in Signal<Int>.empty.then { source } },
    .init(behind: "merge") { .merge([$0, .empty]) },
    .init(behind: "defer") { source in .defer { source } },
    .init(behind: "Signal.subscribe") { source in Signal { source.subscribe($0) } },
    .init(behind: "autoconnect") { $0.publish().autoconnect() },
  ]
}

@Suite("A source that overlaps")
struct OverlappingSourceTests {
  private let source = OverlappingSource()
  private let log = Log<Event<Int>>()

  @Test(
    "sends an end that does not overtake the value that is in a closure",
    arguments: ClosureOperator.all, [Event<Int>.completed, .error(TestError.first)])
  func endWaits(_ one: ClosureOperator, _ end: Event<Int>) {
    let signal = one.apply(source.signal) { [source] value in
      if value == 1 { source.sendElsewhere(end) }
      return value
    }
    onScheduler {
      signal.subscribe(
        next: { [log] in log.append(.next($0)) }, error: { [log] in log.append(.error($0)) },
        completed: { [log] in log.append(.completed) })
    }
    onScheduler { source.send(.next(1)) }
    #expect(log.all == [.next(1), end])
  }

  @Test(
    "sends values that wait for the one that is in a closure", arguments: ClosureOperator.all)
  func valuesWait(_ one: ClosureOperator) {
    let watch = Watch()
    let signal = one.apply(source.signal) { [source] value in
      if watch.enter() {
        source.sendElsewhere(.next(3))
        source.sendElsewhere(.next(5))
      }
      watch.leave()
      return value
    }
    onScheduler { signal.subscribe(next: { [log] in log.append(.next($0)) }) }
    onScheduler { source.send(.next(1)) }
    #expect(log.all.count == 3)
    #expect(watch.overlaps == 0)
    source.forget()
  }

  /// Counts how often somebody comes while somebody else is there.
  private final class Watch: Sendable {
    private let inside = Atomic<Int>(0)
    private let count = Atomic<Int>(0)
    private let entries = Atomic<Int>(0)

    var overlaps: Int { count.load(ordering: .relaxed) }

    /// Whether it is the first time.
    func enter() -> Bool {
      if inside.wrappingAdd(1, ordering: .relaxed).oldValue > 0 {
        count.wrappingAdd(1, ordering: .relaxed)
      }
      return entries.wrappingAdd(1, ordering: .relaxed).oldValue == 0
    }

    func leave() { inside.wrappingSubtract(1, ordering: .relaxed) }
  }

  @Test("calls a subscriber of one's own once at a time, and last with the end")
  func ownSubscriber() {
    final class Own: Subscriber {
      let log = Log<String>()
      let source: OverlappingSource
      init(_ source: OverlappingSource) { self.source = source }

      func sendNext(_ value: Int) {
        log.append("begin \(value)")
        if value == 1 {
          source.sendElsewhere(.next(2))
          source.sendElsewhere(.completed)
        }
        log.append("end \(value)")
      }
      func sendError(_ error: any Error) { log.append("error") }
      func sendCompleted() { log.append("completed") }
      func didSubscribe(with disposable: CompoundDisposable) {}
    }
    let own = Own(source)
    onScheduler { source.signal.subscribe(own) }
    source.send(.next(1))
    #expect(own.log.all == ["begin 1", "end 1", "begin 2", "end 2", "completed"])
    source.forget()
  }

  @Test("sends nothing after the end, whoever sends first")
  func race() {
    for round in 0..<200 {
      let (source, log) = (OverlappingSource(), Log<Event<Int>>())
      let signal = source.signal.map { $0 }.filter { _ in true }
      onScheduler {
        signal.subscribe(
          next: { log.append(.next($0)) }, error: { log.append(.error($0)) },
          completed: { log.append(.completed) })
      }
      onThreads(3) { thread in
        for value in 0..<10 { source.send(.next(value)) }
        source.send(thread == round % 3 ? .completed : .error(TestError.first))
      }
      #expect(log.all.filter(\.isTerminal).count == 1)
      #expect(log.all.last?.isTerminal == true)
      #expect(log.all.filter { $0 == .next(0) }.count >= 1)
    }
  }
}
