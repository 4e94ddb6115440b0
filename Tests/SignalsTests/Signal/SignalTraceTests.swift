// SPDX-License-Identifier: MIT

import TestSupport
import Testing

@testable import Signals

/// What a trace shows of subscriptions.
///
/// Each test tells its own events by the names of its signals.
@Suite("The trace of a subscription", .serialized, .needsPrivateDaemon)
struct SignalTraceTests {
  private static let all = ["racsignal:*", "racscheduler:*"]

  /// Records `body` and keeps the events of signals whose names contain `name`, the deliveries of
  /// their subscriptions, and their hops.
  private func record(
    _ name: String, _ patterns: [String] = all, _ body: () -> Void
  ) throws -> [RecordedEvent] {
    let events = try Recording.of(patterns) { onScheduler(body) }
    let ids = Set(
      events.filter { $0["signal"].contains(name) }.map { $0["subscription_id"] })
    let actions = Set(
      events.filter { $0["scheduler"].contains(name) }.map { $0["action_id"] })
    return events.filter {
      ids.contains($0["subscription_id"]) || actions.contains($0["action_id"])
    }
  }

  /// `next clicks 1`, and so on: the events of a history in short.
  private func short(_ events: [RecordedEvent]) -> [String] {
    let names = Dictionary(
      events.filter { $0["signal"] != "" }.map { ($0["subscription_id"], $0["signal"]) },
      uniquingKeysWith: { first, _ in first })
    return events.map { event in
      let kind = event.name.split(separator: ":").last ?? ""
      let detail = event["value"] + event["error"] + event["rule"]
      return [String(kind), names[event["subscription_id"]] ?? "", detail]
        .filter { $0 != "" }.joined(separator: " ")
    }
  }

  @Test("shows each event of a chain upstream first, nested, and its end in order")
  func chain() throws {
    let line = #line + 3
    let events = try record("t1") {
      let clicks = Subject<Int>().named("t1")
      clicks.map { $0 + 1 }.filter { $0 > 0 }.subscribe(next: { _ in })
      clicks.sendNext(1)
      clicks.sendNext(-5)
      clicks.sendCompleted()
    }
    #expect(
      short(events) == [
        "subscribed t1.map.filter", "subscribed t1.map", "subscribed t1",
        "next t1 1", "next t1.map 2", "next t1.map.filter 2",
        "delivered t1.map.filter", "delivered t1.map", "delivered t1",
        "next t1 -5", "next t1.map -4", "delivered t1.map", "delivered t1",
        "completed t1", "disposed t1", "completed t1.map", "disposed t1.map",
        "completed t1.map.filter", "disposed t1.map.filter",
        "delivered t1.map.filter", "delivered t1.map", "delivered t1",
      ])
    let subscribed = events.filter { $0.name == "racsignal:subscribed" }
    #expect(
      subscribed.map { $0["subscriber"] }
        == ["SignalsTests/SignalTraceTests.swift:\(line)", "t1.map.filter", "t1.map"])
    #expect(subscribed[0]["parent_id"] == "0")
    #expect(subscribed[1]["parent_id"] == subscribed[0]["subscription_id"])
    #expect(subscribed[2]["parent_id"] == subscribed[1]["subscription_id"])
    #expect(Set(subscribed.map { $0["signal_id"] }).count == 3)
    #expect(
      events.filter { $0.name == "racsignal:next" && $0["signal"] == "t1" }.map { $0["ordinal"] }
        == ["1", "2"])
    #expect(
      events.filter { $0.name == "racsignal:completed" }.map { $0["values"] } == ["2", "2", "1"])
  }

  @Test("shows an error and its text")
  func error() throws {
    let events = try record("t2") {
      Signal<Int> { subscriber in
        subscriber.sendError(TestError.first)
        return nil
      }.named("t2").subscribe()
    }
    #expect(short(events) == ["subscribed t2", "error t2 first", "disposed t2", "delivered t2"])
  }

  @Test("shows replayed values")
  func replay() throws {
    let events = try record("t3") {
      let subject = ReplaySubject<String>().named("t3")
      subject.sendNext("a\n\t b")
      subject.sendCompleted()
      subject.subscribe()
    }
    #expect(
      short(events) == [
        "subscribed t3", "next t3 a b", "delivered t3", "completed t3", "disposed t3",
        "delivered t3",
      ])
  }

  @Test("shows nothing after dispose, and one disposed for a subscription that is freed")
  func disposed() throws {
    let events = try record("t4") {
      let subject = Subject<Int>().named("t4")
      subject.subscribe().dispose()
      subject.sendNext(1)
      subject.subscribe()
      // The subject is freed here, and with it the subscription.
    }
    #expect(short(events) == ["subscribed t4", "disposed t4", "subscribed t4", "disposed t4"])
  }

  @Test("names the signal of a value that comes after the signal was freed")
  func freedSignal() throws {
    let scheduler = TestScheduler()
    let events = try record("t5") {
      Signal<Int> { subscriber in
        scheduler.schedule { subscriber.sendNext(1) }
      }.named("t5").map { $0 }.named("t5 mapped").subscribe()
      scheduler.stepAll()
    }
    #expect(
      short(events) == [
        "subscribed t5 mapped", "subscribed t5", "next t5 1", "next t5 mapped 1",
        "delivered t5 mapped", "delivered t5", "disposed t5 mapped", "disposed t5",
      ])
  }

  @Test("shows a send from inside a delivery as a hop, caused by that delivery")
  func reentrant() throws {
    let events = try record("t6") {
      let subject = Subject<Int>().named("t6")
      subject.subscribe(next: { [unowned subject] in if $0 == 1 { subject.sendNext(2) } })
      subject.sendNext(1)
    }
    #expect(
      short(events) == [
        "subscribed t6", "next t6 1", "scheduled", "delivered t6", "began", "next t6 2",
        "delivered t6", "ended", "disposed t6",
      ])
    let hop = try #require(events.first { $0.name == "racscheduler:scheduled" })
    #expect(hop["scheduler"] == "t6")
    #expect(hop["delay_ns"] == "0")
    #expect(hop["cause_id"] == events[0]["subscription_id"])
    #expect(hop["scheduler_id"] == events[0]["signal_id"])
  }

  @Test("shows inner subscriptions as children of the operator's, with their cause")
  func inner() throws {
    let events = try record("t7") {
      let subject = Subject<Int>().named("t7 outer")
      subject.flatMap { value in Signal.just(value).named("t7 inner") }.subscribe()
      subject.sendNext(1)
    }
    let subscribed = events.filter { $0.name == "racsignal:subscribed" }
    #expect(
      subscribed.map { $0["signal"] } == ["t7 outer.flatMap", "t7 outer", "t7 inner"])
    #expect(subscribed[2]["parent_id"] == subscribed[0]["subscription_id"])
    #expect(subscribed[2]["cause_id"] == subscribed[1]["subscription_id"])
    #expect(subscribed[2]["subscriber"] == "t7 outer.flatMap")
  }

  @Test("shows what a subscribe block subscribes as its children, also after a hop")
  func blocks() throws {
    let scheduler = TestScheduler()
    let events = try record("t8") {
      Signal<Int> { subscriber in
        Signal.just(1).named("t8 direct").subscribe()
        Signal.just(2).named("t8 handed on").subscribe(subscriber)
        scheduler.schedule { Signal.just(3).named("t8 later").subscribe() }
        return nil
      }.named("t8 block").subscribe()
      scheduler.stepAll()
    }
    let subscribed = events.filter { $0.name == "racsignal:subscribed" }
    #expect(
      subscribed.map { $0["signal"] } == ["t8 block", "t8 direct", "t8 handed on", "t8 later"])
    for child in subscribed.dropFirst() {
      #expect(child["parent_id"] == subscribed[0]["subscription_id"])
    }
    #expect(subscribed[2]["subscriber"] == "t8 block")
  }

  @Test("hides the values of a redacted signal and of what is derived from it")
  func redacted() throws {
    let events = try record("t9") {
      let subject = Subject<String>().named("t9").redacted()
      subject.map { $0 + "!" }.subscribe()
      subject.sendNext("secret")
    }
    #expect(
      events.filter { $0.name == "racsignal:next" }.map { $0["value"] }
        == ["(redacted)", "(redacted)"])
  }

  @Test("hides the values of a redacted signal also where it is subscribed by one that is not")
  func redactedInner() throws {
    let events = try record("t12") {
      let secret = Signal.just("secret").named("t12 secret").redacted()
      let outer = Subject<Int>().named("t12 outer")
      outer.flatMap { _ in secret }.map { $0 + "!" }.subscribe()
      outer.sendNext(1)
      Signal<String> { secret.subscribe($0) }.named("t12 block").map { $0 }.subscribe()
      Signal<String>.error(TestError.first).named("t12").catch { _ in secret }.subscribe()
    }
    #expect(
      Set(events.filter { $0.name == "racsignal:next" }.map { $0["value"] })
        == ["1", "(redacted)"])
  }

  // Behaviour P9.
  @Test("reports events after a terminal one, and overlapping sends, as violations")
  func violations() throws {
    let box = Box<PassthroughSubscriber<Int>?>(nil)
    let events = try record("t10") {
      Signal<Int> { subscriber in
        box.value = subscriber
        return nil
      }.named("t10").subscribe(next: { if $0 == 1 { box.value?.sendNext(2) } })
      box.value?.sendNext(1)
      box.value?.sendCompleted()
      box.value?.sendNext(3)
      box.value?.sendCompleted()
    }
    let violations = events.filter { $0.name == "racsignal:violation" }
    #expect(
      violations.map { $0["rule"] }
        == ["overlapping sends", "event after a terminal", "event after a terminal"])
    #expect(
      violations.dropFirst().map { $0["detail"] }
        == ["next after completion", "completed after completion"])
  }

  @Test("shows lifecycles with their places and counts when nothing else is recorded")
  func lifecycles() throws {
    let events = try record("t11", ["racsignal:subscribed", "racsignal:disposed"]) {
      let subject = Subject<Int>().named("t11")
      let subscription = subject.subscribe()
      subject.sendNext(1)
      subscription.dispose()
    }
    #expect(short(events) == ["subscribed t11", "disposed t11"])
    #expect(events.map { $0["values"] }.last == "0")
  }

  @Test("shows the end of a subscription before its listener's doings, also deep in a disposal")
  func deepTerminal() throws {
    let events = try record("t13") {
      let subject = Subject<Int>().named("t13")
      subject.subscribe(completed: { Signal<Int>.empty.named("t13 after").subscribe() })
      var signal = Signal<Int> { _ in Disposable { subject.sendCompleted() } }
      for _ in 0..<100 { signal = signal.map { $0 } }
      signal.subscribe().dispose()
    }
    #expect(
      short(events).filter { !$0.hasPrefix("delivered") } == [
        "subscribed t13", "completed t13", "disposed t13", "subscribed t13 after",
        "completed t13 after", "disposed t13 after",
      ])
  }

  @Test("shows no violation where the sources of an operator end at the same time")
  func endsTogether() throws {
    let events = try record("t14") {
      for _ in 0..<300 {
        let subjects = [Subject<Int>().named("t14 a"), Subject<Int>().named("t14 b")]
        Signal.merge(Array(subjects)).subscribe()
        onThreads(2) { thread in
          for value in 0..<3 { subjects[thread].sendNext(value) }
          subjects[thread].sendError(TestError.first)
        }
      }
    }
    #expect(short(events).filter { $0.hasPrefix("violation") } == [])
  }
}
