// SPDX-License-Identifier: MIT

import TestSupport
import Testing

@testable import Signals

/// What holds for every subscription in a trace, however it ended.
@Suite("The trace of every subscription", .serialized, .needsPrivateDaemon)
struct WholeTraceTests {
  enum Ending: CaseIterable {
    case dispose, completion, error, freed, disposeAfterReentrantSends, disposeElsewhere
  }

  @Test(
    "is whole: one begin, ordinals without gaps, right counts, one end", arguments: Ending.allCases)
  func whole(_ ending: Ending) throws {
    let events = try Recording.of(["racsignal:*", "racscheduler:*"]) {
      onScheduler { play("whole \(ending)", ending) }
    }
    #expect(faults(events, of: "whole \(ending)") == [])
  }

  /// Every source and operator, subscribed, fed and ended.
  private func play(_ name: String, _ ending: Ending) {
    let time = TestScheduler()
    let first = Subject<Int>().named(name)
    let second = Subject<Int>().named(name)
    let replay = ReplaySubject<Int>(capacity: 2).named(name)
    replay.sendNext(5)
    let signals: [Signal<Int>] = [
      first, first.map { $0 }, first.filter { $0 % 2 == 0 }, first.take(1), first.take(3),
      first.doNext { _ in }, first.merge(second), .merge([first, second, .just(1), .empty]),
      first.flatMap { .just($0) }, first.flatMap { [unowned second] _ in second },
      first.flatMap(maxConcurrent: 1) { Signal.just($0).take(2) },
      first.catch { [unowned second] _ in second }, replay.catch { _ in .just(2) },
      first.throttle(.seconds(1), on: time), first.delay(.seconds(1), on: time),
      first.deliverOn(time), first.deliverOn(.immediate), first.delay(.zero, on: .immediate),
      first.throttle(.zero, on: .immediate), .defer { [unowned first] in first }, replay, .never,
      Signal { [unowned first] in first.subscribe($0) }, .error(TestError.first),
      Signal(sequence: 1...4), first.merge(second).map { $0 }.take(4).flatMap { .just($0) },
      first.scan(0, +), first.aggregate(0, +), first.skip(1), first.takeWhile { $0 < 3 },
      first.takeUntil(where: { $0 > 1 }), first.distinctUntilChanged(), first.takeLast(2),
      first.tryMap { if $0 == 3 { throw TestError.first } else { $0 } }, first.startWith(9),
      first.bind { { value, _ in value == 2 ? nil : .just(value) } },
      first.materialize().dematerialize(),
      first.buffer(.seconds(1), on: time).map(\.count), first.collect().map(\.count),
    ]
    let others: [Signal<Int>] = [
      Signal.just(1).repeat().take(3), Signal<Int>.error(TestError.first).retry(2), .try { 1 },
      first.catchTo(.just(2)), first.timeout(.seconds(9), on: time), first.subscribeOn(time),
      first.doError { _ in }.doCompleted {}.initially {}.finally {},
      first.publish().autoconnect(), first.multicast(ReplaySubject()).autoconnect(),
      first.replayLazily(), .startLazily(on: time) { $0.sendNext(1) },
    ]
    let isReentrant = ending == .disposeAfterReentrantSends
    let subscriptions = (signals + others).map { signal in
      signal.named("\(name) \(signal)").subscribe(next: { [unowned first, unowned second] value in
        guard isReentrant else { return }
        if value == 2 { first.sendNext(12) }
        if value == 3 { second.sendNext(13) }
      })
    }
    for value in 1...3 {
      first.sendNext(value)
      second.sendNext(10 * value)
      replay.sendNext(100)
      time.step(2)
    }
    switch ending {
    case .completion: for subject in [first, second, replay] { subject.sendCompleted() }
    case .error: for subject in [first, second, replay] { subject.sendError(TestError.first) }
    case .dispose, .disposeAfterReentrantSends: for one in subscriptions { one.dispose() }
    case .disposeElsewhere: onThreads(1) { _ in for one in subscriptions { one.dispose() } }
    case .freed: break
    }
    time.stepAll()
  }

  private struct Seen {
    var signal = ""
    var subscribed = 0, values = 0, terminals = 0, delivered = 0, disposed = 0
  }

  private func faults(_ events: [RecordedEvent], of name: String) -> [String] {
    let ids = Set(events.filter { $0["signal"].contains(name) }.map { $0["subscription_id"] })
    var all: [String: Seen] = [:]
    var faults: [String] = []
    for event in events where ids.contains(event["subscription_id"]) {
      let id = event["subscription_id"]
      var seen = all[id, default: Seen()]
      func check(_ holds: Bool, _ fault: String) {
        if !holds { faults.append("\(fault): \(event.name) of \(id), \(event["signal"])") }
      }
      switch event.name {
      case "racsignal:subscribed":
        seen.subscribed += 1
        seen.signal = event["signal"]
        check(event["parent_id"] == "0" || all[event["parent_id"]] != nil, "unknown parent")
      case "racsignal:next":
        seen.values += 1
        check(event["ordinal"] == "\(seen.values)", "gap")
        check(seen.terminals + seen.disposed == 0, "after the end")
      case "racsignal:completed", "racsignal:error":
        seen.terminals += 1
        check(event["values"] == "\(seen.values)", "wrong count")
        check(seen.disposed == 0, "after the end")
      case "racsignal:disposed":
        seen.disposed += 1
        check(event["values"] == "\(seen.values)", "wrong count")
      case "racsignal:delivered": seen.delivered += 1
      default: check(false, "unexpected")
      }
      check(seen.subscribed == 1, "not begun once")
      all[id] = seen
    }
    for (id, seen) in all
    where seen.disposed != 1 || seen.terminals > 1
      || seen.delivered != seen.values + seen.terminals
    {
      faults.append("\(id) ended so: \(seen)")
    }
    return faults
  }
}
