// SPDX-License-Identifier: MIT

import TestSupport
import Testing

@testable import Signals

@Suite("The traces of shared subscriptions", .needsPrivateDaemon)
struct MulticastTraceTests {
  /// What a trace shows of the signals whose names begin so, as `event signal → subscriber`.
  private func history(_ events: [RecordedEvent], of name: String) -> [String] {
    events.filter { $0["signal"].hasPrefix(name) }.map { event in
      let place = event["subscriber"].contains(".swift:") ? "a place" : event["subscriber"]
      return "\(event.name.split(separator: ":")[1]) \(event["signal"]) → \(place)"
    }
  }

  @Test("replayLazily is one signal, which listens to its source once")
  func replayLazily() throws {
    let events = try Recording.of(["racsignal:subscribed", "racsignal:next"]) {
      onScheduler {
        let subject = Subject<Int>().named("ML")
        let signal = subject.map { $0 }.replayLazily()
        for _ in 0..<2 { signal.subscribe() }
        subject.sendNext(1)
      }
    }
    #expect(
      history(events, of: "ML") == [
        "subscribed ML.map.replayLazily → a place", "subscribed ML.map → ML.map.replayLazily",
        "subscribed ML → ML.map", "subscribed ML.map.replayLazily → a place", "next ML → ML.map",
        "next ML.map → ML.map.replayLazily", "next ML.map.replayLazily → a place",
        "next ML.map.replayLazily → a place",
      ])
  }

  @Test("publish and autoconnect are one signal each")
  func autoconnect() throws {
    let events = try Recording.of(["racsignal:subscribed", "racsignal:disposed"]) {
      onScheduler {
        let subject = Subject<Int>().named("MA")
        subject.publish().autoconnect().subscribe().dispose()
      }
    }
    #expect(
      history(events, of: "MA") == [
        "subscribed MA.publish.autoconnect → a place",
        "subscribed MA.publish → MA.publish.autoconnect", "subscribed MA → MA.publish",
        "disposed MA.publish.autoconnect → a place",
        "disposed MA.publish → MA.publish.autoconnect", "disposed MA → MA.publish",
      ])
  }

  @Test("what starts lazily or eagerly goes by that name, and its block is its source")
  func start() throws {
    let ids = Log<UInt64>()
    let events = try Recording.of(["racsignal:subscribed", "racsignal:next"]) {
      onScheduler {
        let time = TestScheduler()
        let signal = Signal<Int>.startLazily(on: time) { subscriber in
          ids.append(subscriber.subscription.id)
          subscriber.sendNext(1)
        }
        signal.named("MS").subscribe()
        time.stepAll()
      }
    }
    let source = "\(ids.all.first ?? 0)"
    let own = events.filter { $0["subscription_id"] == source || $0["signal"] == "MS" }
    #expect(
      history(own, of: "") == [
        "subscribed MS → a place", "subscribed startLazily → startLazily",
        "next startLazily → startLazily", "next MS → a place",
      ])
  }
}
