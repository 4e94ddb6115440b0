// SPDX-License-Identifier: MIT

import TestSupport
import Testing

@testable import Signals

/// Real sessions that begin when subscriptions are there already; each test in a process of its
/// own, because what is tracked is the whole process's.
@Suite("The trace of a session that attaches late", .serialized, .needsPrivateDaemon)
struct LiveSubscriptionTraceTests {
  @Test("begins with the subscriptions that are open, as if it had seen their begin")
  func alive() async {
    await #expect(processExitsWith: .success) {
      SignalDebug.tracksSubscriptions = true
      let subject = Subject<Int>().named("a1")
      subject.filter { $0 > 0 }.subscribe(next: { _ in })
      subject.subscribe().dispose()
      let live = SignalDebug.liveSubscriptions
      let events = try lateEvents("a1") { subject.sendNext(1) }
      #expect(
        short(events) == [
          "alive a1.filter", "alive a1", "next a1 1", "next a1.filter 1",
        ])
      let alive = events.filter { $0.name == "racsignal:alive" }
      #expect(alive.map { $0["subscription_id"] } == live.map { "\($0.id)" })
      #expect(alive.map { $0["signal_id"] } == live.map { "\($0.signalID)" })
      #expect(alive.map { $0["parent_id"] } == ["0", "\(live[0].id)"])
      #expect(alive.map { $0["subscriber"] } == live.map(\.subscriber))
      #expect(alive.map { $0["values"] } == ["0", "0"])
      #expect(alive.allSatisfy { UInt64($0["age_ns"]) ?? 0 > 0 })
    }
  }

  @Test("begins so also where a second session attaches beside the first, or after it")
  func several() async {
    await #expect(processExitsWith: .success) {
      SignalDebug.tracksSubscriptions = true
      let subject = Subject<Int>().named("a2")
      subject.subscribe()
      var second: [RecordedEvent] = []
      let first = try lateEvents("a2") {
        subject.sendNext(1)
        second = (try? lateEvents("a2") { subject.sendNext(2) }) ?? []
      }
      #expect(short(first).prefix(2) == ["alive a2", "next a2 1"])
      #expect(short(second) == ["alive a2", "next a2 2"])
      #expect(second.first?["values"] == "1")
      // Something happens while no session listens: it is seen that they have gone.
      subject.map { $0 }.subscribe().dispose()
      let third = try lateEvents("a2") { subject.sendCompleted() }
      #expect(
        short(third) == ["alive a2", "completed a2", "disposed a2"])
    }
  }

  @Test("begins so also where only alive is recorded, when something is subscribed or asked for")
  func aliveOnly() async {
    await #expect(processExitsWith: .success) {
      SignalDebug.tracksSubscriptions = true
      let subject = Subject<Int>().named("a3")
      subject.subscribe()
      let asked = try lateEvents("a3", of: ["racsignal:alive"]) {
        SignalDebug.announceToNewSessions()
      }
      #expect(short(asked) == ["alive a3"])
      SignalDebug.announceToNewSessions()
      let subscribed = try lateEvents("a3", of: ["racsignal:alive"]) {
        Subject<Int>().subscribe()
      }
      #expect(short(subscribed) == ["alive a3"])
    }
  }

  @Test("tells of nothing while subscriptions are not tracked")
  func untracked() async {
    await #expect(processExitsWith: .success) {
      let subject = Subject<Int>().named("a4")
      subject.subscribe()
      let events = try lateEvents("a4") {
        SignalDebug.announceToNewSessions()
        subject.sendNext(1)
      }
      #expect(short(events) == ["next a4 1"])
    }
  }

  @Test("never tells of a subscription after its end")
  func race() async {
    await #expect(processExitsWith: .success) {
      SignalDebug.tracksSubscriptions = true
      let subject = Subject<Int>().named("a5")
      subject.map { $0 }.named("a5 stays").subscribe()
      let begun = Semaphore()
      let events = try Recording.of(["racsignal:alive", "racsignal:disposed"]) {
        onThreads(3) { thread in
          for _ in 0..<(thread == 0 ? 600 : 300) {
            if thread == 0 {
              begun.wait()
              LiveSubscriptions.announce()
            } else {
              let subscription = subject.map { $0 }.subscribe()
              begun.signal()
              subscription.dispose()
            }
          }
        }
      }
      var ended = Set<String>()
      var told = 0
      for event in events where event["signal"].hasPrefix("a5") {
        if event.name == "racsignal:alive" {
          told += 1
          #expect(!ended.contains(event["subscription_id"]))
        } else {
          #expect(ended.insert(event["subscription_id"]).inserted)
        }
      }
      #expect(ended.count == 1_200)
      #expect(told >= 1_200)
    }
  }
}

/// The events of signals whose names begin so, each `alive` once.
///
/// Sessions of other tests come and go meanwhile, and for each of them all is told anew.
private func lateEvents(
  _ name: String, of patterns: [String] = ["racsignal:*"], _ body: () -> Void
) throws -> [RecordedEvent] {
  var told = Set<String>()
  return try Recording.of(patterns, body).filter { event in
    guard event["signal"].hasPrefix(name) else { return false }
    return event.name != "racsignal:alive" || told.insert(event["subscription_id"]).inserted
  }
}

private func short(_ events: [RecordedEvent]) -> [String] {
  events.map { event in
    let kind = event.name.split(separator: ":").last ?? ""
    return "\(kind) \(event["signal"])" + (event["value"] == "" ? "" : " " + event["value"])
  }
}
