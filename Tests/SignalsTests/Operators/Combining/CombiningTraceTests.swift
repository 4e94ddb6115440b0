// SPDX-License-Identifier: MIT

import TestSupport
import Testing

@testable import Signals

/// Each test tells its own events by the names of its signals.
@Suite("The traces of operators over several sources", .needsPrivateDaemon)
struct CombiningTraceTests {
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

  /// Whether all subscriptions but the first have that one for their parent.
  private func areChildren(_ events: [RecordedEvent]) -> Bool {
    let subscribed = events.filter { $0.name == "racsignal:subscribed" }
    let outer = subscribed.first?["subscription_id"]
    return subscribed.count > 1 && subscribed.dropFirst().allSatisfy { $0["parent_id"] == outer }
  }

  @Test("zip lists its sources, which are its children and end with it")
  func zip() throws {
    let events = try record("tc1") {
      let (a, b) = (Subject<Int>().named("tc1 a"), Subject<Int>().named("tc1 b"))
      a.zip(b).subscribe()
      a.sendNext(1)
      b.sendNext(2)
      b.sendCompleted()
    }
    #expect(
      short(events) == [
        "subscribed zip(tc1 a, tc1 b)", "subscribed tc1 a", "subscribed tc1 b",
        "next tc1 a 1", "next tc1 b 2", "next zip(tc1 a, tc1 b) (1, 2)",
        "completed tc1 b", "disposed tc1 b",
        "completed zip(tc1 a, tc1 b)", "disposed zip(tc1 a, tc1 b)", "disposed tc1 a",
      ])
    #expect(areChildren(events))
  }

  @Test("switchToLatest is one name, and shows the end of each signal before the next one")
  func switchToLatest() throws {
    let events = try record("tc2") {
      let outer = Subject<Signal<Int>>().named("tc2")
      let subscription = outer.switchToLatest().subscribe()
      for index in 1...2 {
        outer.sendNext(Signal.just(index).concat(.never).named("inner\(index) tc2"))
      }
      subscription.dispose()
    }.filter { $0["signal"] != "tc2" }
    #expect(
      short(events) == [
        "subscribed tc2.switchToLatest", "subscribed inner1 tc2", "next inner1 tc2 1",
        "next tc2.switchToLatest 1", "disposed inner1 tc2", "subscribed inner2 tc2",
        "next inner2 tc2 2", "next tc2.switchToLatest 2",
        "disposed tc2.switchToLatest", "disposed inner2 tc2",
      ])
    #expect(areChildren(events))
  }

  @Test("concat and then are one name each, and subscribe one source after the other")
  func concat() throws {
    let events = try record("tc3") {
      let (a, b) = (Signal.just(1).named("tc3 a"), Signal.just(2).named("tc3 b"))
      a.concat(b).subscribe()
    }
    #expect(
      short(events) == [
        "subscribed concat(tc3 a, tc3 b)", "subscribed tc3 a", "next tc3 a 1",
        "next concat(tc3 a, tc3 b) 1", "completed tc3 a", "disposed tc3 a",
        "subscribed tc3 b", "next tc3 b 2", "next concat(tc3 a, tc3 b) 2",
        "completed tc3 b", "disposed tc3 b", "completed concat(tc3 a, tc3 b)",
        "disposed concat(tc3 a, tc3 b)",
      ])
    #expect(areChildren(events))
  }

  @Test("what a source sends inside a delivery is a hop of the operator, and no violation")
  func queued() throws {
    let patterns = ["racsignal:*", "racscheduler:scheduled"]
    let events = try Recording.of(patterns) {
      let (a, b) = (Subject<Int>().named("tc4 a"), Subject<Int>().named("tc4 b"))
      a.combineLatest(b).subscribe(next: { if $0 == (1, 1) { b.sendNext(2) } })
      b.sendNext(1)
      a.sendNext(1)
      a.takeUntil(b).subscribe(next: { _ in b.sendNext(3) })
      a.sendNext(2)
      a.sendNext(3)
    }.filter { $0["signal"].contains("tc4") || $0["scheduler"].contains("tc4") }
    #expect(
      events.filter { $0.name == "racscheduler:scheduled" }.map { $0["scheduler"] }
        == ["combineLatest(tc4 a, tc4 b)", "tc4 a.takeUntil"])
    #expect(events.filter { $0.name == "racsignal:violation" } == [])
    #expect(
      short(events.filter { $0["signal"].hasPrefix("combineLatest") && $0["value"] != "" })
        == ["(1, 1)", "(1, 2)", "(2, 2)", "(2, 3)", "(3, 3)"].map {
          "next combineLatest(tc4 a, tc4 b) \($0)"
        })
  }
}
