// SPDX-License-Identifier: MIT

import TestSupport
import Testing
import TraceModel
import TraceTestSupport

@Suite("SubscriptionTracker")
struct SubscriptionTrackerTests {
  /// What a tracker told of each event, and what it kept.
  private func told(_ trace: SyntheticTrace) throws -> (steps: [String], kept: [String]) {
    let folder = try trace.write()
    let trace = try SignalTrace.open([folder.path])
    var tracker = SubscriptionTracker(trace)
    var steps: [String] = []
    func text(_ subscription: Subscription<NameID>) -> String {
      let ending = subscription.ending.map { "\($0)" } ?? "open"
      return "\(trace.signals.text(subscription.signal)) \(subscription.key.id) \(ending) "
        + "\(subscription.values) \(subscription.isProven ? "proven" : "-")"
    }
    trace.forEachEvent { event in
      switch tracker.observe(event) {
      case .none: break
      case .began(let index): steps.append("began " + text(tracker[index]))
      case .ended(let subscription): steps.append("ended " + text(subscription))
      case .kept(let index): steps.append("kept " + text(tracker[index]))
      case .replaced(let old, let index):
        steps.append("replaced \(text(old)) by \(text(tracker[index]))")
      }
      return true
    }
    return (steps, tracker.indices.map { text(tracker[$0]) })
  }

  @Test("hands a subscription out with its last event, and keeps what is open")
  func steps() throws {
    var trace = SyntheticTrace()
    trace.packet(begin: 0, end: 100) { packet in
      packet.subscribed("a", id: 1, at: 1)
      packet.next("a", id: 1, ordinal: 1, at: 2)
      packet.subscribed("b", id: 2, at: 3)
      packet.completed("a", id: 1, values: 1, at: 4)
      packet.next("b", id: 2, ordinal: 5, at: 6)
    }
    let (steps, kept) = try told(trace)
    #expect(
      steps == ["began a 1 open 0 -", "began b 2 open 0 -", "ended a 1 completed 1 proven"])
    #expect(kept == ["b 2 open 5 -"])
  }

  @Test("keeps what ends without a start, since an earlier part may tell of it")
  func withoutStart() throws {
    var trace = SyntheticTrace()
    trace.packet(begin: 0, end: 100) { packet in
      packet.completed("a", id: 1, values: 4, at: 4)
    }
    let (steps, kept) = try told(trace)
    #expect(steps == ["kept a 1 completed 4 -"])
    #expect(kept == ["a 1 completed 4 -"])
  }

  @Test("proves nothing where an ordinal or a value is missing")
  func gaps() throws {
    var trace = SyntheticTrace()
    trace.packet(begin: 0, end: 100) { packet in
      for id in 1...3 as ClosedRange<UInt64> { packet.subscribed("s", id: id, at: id) }
      for ordinal in [1, 3] as [UInt64] { packet.next("s", id: 1, ordinal: ordinal, at: 10) }
      for ordinal in [1, 2] as [UInt64] { packet.next("s", id: 2, ordinal: ordinal, at: 20) }
      for ordinal in [1, 2, 3] as [UInt64] { packet.next("s", id: 3, ordinal: ordinal, at: 30) }
      for id in 1...3 as ClosedRange<UInt64> {
        packet.completed("s", id: id, values: 3, at: 40 + 2 * id)
      }
    }
    #expect(
      try told(trace).steps.suffix(3) == [
        "ended s 1 completed 3 -", "ended s 2 completed 3 -", "ended s 3 completed 3 proven",
      ])
  }

  @Test("lets an id begin anew, and takes nothing that comes after the end for a new one")
  func again() throws {
    var trace = SyntheticTrace()
    trace.packet(begin: 0, end: 100) { packet in
      packet.subscribed("a", id: 1, at: 1)
      packet.subscribed("b", id: 1, at: 2)
      packet.completed("b", id: 1, values: 0, at: 3)
      packet.next("b", id: 1, ordinal: 1, at: 5)
      packet.subscribed("c", id: 1, at: 6)
    }
    let (steps, kept) = try told(trace)
    #expect(
      steps == [
        "began a 1 open 0 -", "replaced a 1 replaced 0 - by b 1 open 0 -",
        "ended b 1 completed 0 proven", "began c 1 open 0 -",
      ])
    #expect(kept == ["c 1 open 0 -"])
  }

  @Test("stays bounded where an emitter declares disposal and never tells it")
  func neverDisposed() throws {
    var trace = SyntheticTrace()
    trace.packet(begin: 0, end: 1_000_000) { packet in
      for id in 1...70_000 as ClosedRange<UInt64> {
        packet.subscribed("s", id: id, at: id)
        packet.event(
          "racsignal:completed", at: id, [.text("s"), .text("p"), .number(id), 0])
      }
    }
    let folder = try trace.write()
    let opened = try SignalTrace.open([folder.path])
    var tracker = SubscriptionTracker(opened)
    var ended = 0
    opened.forEachEvent { event in
      if case .ended = tracker.observe(event) { ended += 1 }
      return true
    }
    let (kept, isComplete) = (tracker.count, tracker.isComplete)
    #expect(kept == 65_536)
    #expect(ended == 70_000 - 65_536)
    #expect(!isComplete)
  }
}
