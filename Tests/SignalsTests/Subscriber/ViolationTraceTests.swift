// SPDX-License-Identifier: MIT

import TestSupport
import Testing

@testable import Signals

/// Senders that break the rules: what a trace tells of it, and that the listener never notices.
@Suite("Violations", .serialized, .needsPrivateDaemon)
struct ViolationTraceTests {
  /// What a test has sent, what the listener got, and the violations of signals named so.
  private func record(
    _ name: String, _ body: (PassthroughSubscriber<Int>) -> Void
  ) throws -> (listener: [Event<Int>], violations: [RecordedEvent]) {
    let listener = Log<Event<Int>>()
    let events = try Recording.of(["racsignal:*"]) {
      onScheduler {
        let sender = Box<PassthroughSubscriber<Int>?>(nil)
        let signal = Signal<Int> { subscriber in
          sender.value = subscriber
          return nil
        }
        signal.named(name).subscribe(
          next: { listener.append(.next($0)) }, error: { listener.append(.error($0)) },
          completed: { listener.append(.completed) })
        if let subscriber = sender.value { body(subscriber) }
      }
    }
    return (
      listener.all,
      events.filter { $0.name == "racsignal:violation" && $0["signal"].hasPrefix(name) }
    )
  }

  // Behaviour P9.
  @Test("next and a second terminal after completion are reported and dropped")
  func afterCompletion() throws {
    let (listener, violations) = try record("v1") { subscriber in
      subscriber.sendNext(1)
      subscriber.sendCompleted()
      subscriber.sendNext(2)
      subscriber.sendCompleted()
      subscriber.sendError(TestError.first)
    }
    #expect(listener == [.next(1), .completed])
    #expect(
      violations.map { $0["detail"] } == [
        "next after completion", "completed after completion", "error after completion",
      ])
    #expect(Set(violations.map { $0["rule"] }) == ["event after a terminal"])
    #expect(Set(violations.map { $0["subscription_id"] }).count == 1)
    #expect(
      violations.allSatisfy {
        $0["subscriber"].hasPrefix("SignalsTests/ViolationTraceTests.swift:")
      })
  }

  // Behaviour P9.
  @Test("next and a second terminal after an error are reported and dropped")
  func afterError() throws {
    let (listener, violations) = try record("v2") { subscriber in
      subscriber.sendError(TestError.first)
      subscriber.sendNext(1)
      subscriber.sendError(TestError.second)
      subscriber.sendCompleted()
    }
    #expect(listener == [.error(TestError.first)])
    #expect(
      violations.map { $0["detail"] } == [
        "next after an error", "error after an error", "completed after an error",
      ])
  }

  @Test("overlapping sends are reported and none is lost")
  func overlapping() throws {
    let listener = Log<Int>()
    let events = try Recording.of(["racsignal:*"]) {
      onScheduler {
        let sender = Box<PassthroughSubscriber<Int>?>(nil)
        let signal = Signal<Int> { subscriber in
          sender.value = subscriber
          return nil
        }
        signal.named("v3").map { 10 * $0 }.subscribe(next: { value in
          listener.append(value)
          // From inside the delivery, on this thread and on another one.
          guard value == 10 else { return }
          sender.value?.sendNext(2)
          onThreads(1) { _ in sender.value?.sendNext(3) }
        })
        sender.value?.sendNext(1)
      }
    }
    #expect(listener.all == [10, 20, 30])
    let violations = events.filter {
      $0.name == "racsignal:violation" && $0["signal"].hasPrefix("v3")
    }
    // The source's subscription: behind it nothing overlaps.
    #expect(violations.map { $0["signal"] } == ["v3", "v3"])
    #expect(Set(violations.map { $0["rule"] }) == ["overlapping sends"])
  }

  @Test("what is sent after dispose is no violation: the sender could not know")
  func afterDispose() throws {
    let events = try Recording.of(["racsignal:*"]) {
      onScheduler {
        let sender = Box<PassthroughSubscriber<Int>?>(nil)
        let signal = Signal<Int> { subscriber in
          sender.value = subscriber
          return nil
        }
        signal.named("v4").subscribe().dispose()
        sender.value?.sendNext(1)
        sender.value?.sendCompleted()
      }
    }
    #expect(
      events.filter { $0["signal"] == "v4" }.map(\.name)
        == ["racsignal:subscribed", "racsignal:disposed"])
  }

  @Test("a subject drops what is sent after its end, without a report")
  func subject() throws {
    let listener = Log<Int>()
    let events = try Recording.of(["racsignal:*"]) {
      let subject = Subject<Int>().named("v5")
      subject.subscribe(next: { listener.append($0) })
      subject.sendCompleted()
      subject.sendNext(1)
      subject.sendError(TestError.first)
    }
    #expect(listener.all == [])
    #expect(
      events.filter { $0["signal"] == "v5" }.map(\.name)
        == ["racsignal:subscribed", "racsignal:completed", "racsignal:disposed"])
  }
}
