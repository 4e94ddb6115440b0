// SPDX-License-Identifier: MIT

import TestSupport
import Testing

@testable import Signals

/// Each test tells its own events by the names of its signals.
@Suite("The traces of operators over one source", .needsPrivateDaemon)
struct OneSourceOperatorTraceTests {
  /// Records `body` and keeps the events of signals whose names contain `name`.
  private func record(_ name: String, _ body: () -> Void) throws -> [RecordedEvent] {
    let patterns = ["subscribed", "next", "error", "completed", "disposed", "violation"]
    return try Recording.of(patterns.map { "racsignal:\($0)" }) { onScheduler(body) }
      .filter { $0["signal"].contains(name) }
  }

  /// `next clicks 1`, and so on.
  private func short(_ events: [RecordedEvent]) -> [String] {
    events.map { event in
      [String(event.name.split(separator: ":").last ?? ""), event["signal"], event["value"]]
        .filter { $0 != "" }.joined(separator: " ")
    }
  }

  @Test("bind is one name, its inner signals are its children, stop disposes its source")
  func bind() throws {
    let events = try record("tb1") {
      let source = Subject<Int>().named("tb1")
      source.bind {
        { value, stop in
          stop = value == 2
          return .just(10 * value).named("inner tb1")
        }
      }.subscribe()
      for value in 1...3 { source.sendNext(value) }
    }
    #expect(
      short(events) == [
        "subscribed tb1.bind", "subscribed tb1",
        "next tb1 1", "subscribed inner tb1", "next inner tb1 10", "next tb1.bind 10",
        "completed inner tb1", "disposed inner tb1",
        "next tb1 2", "subscribed inner tb1", "next inner tb1 20", "next tb1.bind 20",
        "completed inner tb1", "disposed inner tb1",
        "disposed tb1", "completed tb1.bind", "disposed tb1.bind",
      ])
    let subscribed = events.filter { $0.name == "racsignal:subscribed" }
    let outer = subscribed.first?["subscription_id"]
    #expect(subscribed.dropFirst().map { $0["parent_id"] } == [outer, outer, outer])
  }

  @Test("startWith is one name, and its source is subscribed after its value")
  func startWith() throws {
    let events = try record("tb2") {
      Signal.just(2).named("tb2").startWith(1).subscribe()
    }
    #expect(
      short(events) == [
        "subscribed tb2.startWith", "next tb2.startWith 1", "subscribed tb2", "next tb2 2",
        "next tb2.startWith 2", "completed tb2", "disposed tb2", "completed tb2.startWith",
        "disposed tb2.startWith",
      ])
  }

  @Test("an operator that ends by itself shows the end of its source")
  func ownEnd() throws {
    let events = try record("tb3") {
      let source = Subject<Int>().named("tb3")
      source.tryMap { number in
        if number == 2 { throw TestError.first }
        return number
      }.subscribe()
      for value in 1...3 { source.sendNext(value) }
    }
    #expect(
      short(events) == [
        "subscribed tb3.tryMap", "subscribed tb3", "next tb3 1", "next tb3.tryMap 1",
        "next tb3 2", "error tb3.tryMap", "disposed tb3.tryMap", "disposed tb3",
      ])
  }

  @Test("what an overlapping source sends after the end is no violation of the operator's")
  func overlapping() throws {
    let events = try record("tb4") {
      let subscriber = Box<PassthroughSubscriber<Int>?>(nil)
      let source = Signal<Int> {
        subscriber.value = $0
        return nil
      }.named("tb4")
      // Each sends more from inside its own delivery, which only a gate keeps off the end.
      source.takeWhile { $0 < 3 }.subscribe(next: {
        subscriber.value?.sendNext($0 + 1)
        subscriber.value?.sendNext($0 + 2)
      })
      subscriber.value?.sendNext(1)
      subscriber.value = nil
    }
    let operators = events.filter { $0["signal"] == "tb4.takeWhile" }
    #expect(
      short(operators) == [
        "subscribed tb4.takeWhile", "next tb4.takeWhile 1", "next tb4.takeWhile 2",
        "completed tb4.takeWhile", "disposed tb4.takeWhile",
      ])
    #expect(
      events.filter { $0.name == "racsignal:violation" }.allSatisfy {
        $0["rule"] == "overlapping sends"
      })
  }
}
