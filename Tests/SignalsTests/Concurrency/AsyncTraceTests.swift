// SPDX-License-Identifier: MIT

import TestSupport
import Testing

@testable import Signals

/// What a trace shows of signals and asynchronous code.
@Suite("The trace of asynchronous code", .serialized, .needsPrivateDaemon, .timeLimit(.minutes(5)))
struct AsyncTraceTests {
  /// Records `body` and keeps the events of signals with this name.
  private func record(
    _ name: String, _ body: () async throws -> Void
  ) async throws -> [RecordedEvent] {
    try await Recording.of(["racsignal:*"], body).filter { $0["signal"] == name }
  }

  /// `next 1`, and so on: the events of a history in short.
  private func short(_ events: [RecordedEvent]) -> [String] {
    events.map { event in
      let kind = event.name.split(separator: ":").last ?? ""
      let detail = event["value"] + event["error"] + event["reason"]
      return detail == "" ? String(kind) : "\(kind) \(detail)"
    }
  }

  @Test("shows the values of a loop, and the place of values(buffering:)")
  func values() async throws {
    let line = #line + 4
    let events = try await record("w1") {
      let subject = Subject<Int>().named("w1")
      var iterator =
        subject.values(buffering: .unbounded).makeAsyncIterator()
      subject.sendNext(1)
      subject.sendCompleted()
      while try await iterator.next() != nil {}
    }
    #expect(short(events) == ["subscribed", "next 1", "completed", "disposed"])
    #expect(
      Set(events.map { $0["subscriber"] }) == ["SignalsTests/AsyncTraceTests.swift:\(line)"])
  }

  @Test("shows each value that is dropped, and why", arguments: [true, false])
  func dropped(_ isNewest: Bool) async throws {
    let events = try await record("w2") {
      let subject = Subject<Int>().named("w2")
      let values = subject.values(buffering: isNewest ? .newest(1) : .oldest(1))
      let iterator = values.makeAsyncIterator()
      for value in 1...3 { subject.sendNext(value) }
      #expect(iterator.droppedCount == 2)
      withExtendedLifetime(iterator) {}
    }
    let reason = "dropped buffer full, \(isNewest ? "newest(1)" : "oldest(1)")"
    #expect(
      short(events) == ["subscribed", "next 1", "next 2", reason, "next 3", reason, "disposed"])
    let dropped = events.filter { $0.name == "racsignal:dropped" }
    #expect(dropped.map { $0["count"] } == ["1", "1"])
    #expect(
      dropped.map { $0["subscription_id"] } == [
        events[0]["subscription_id"], events[0]["subscription_id"],
      ])
    #expect(dropped.map { $0["subscriber"] } == [events[0]["subscriber"], events[0]["subscriber"]])
  }

  @Test("shows the cancellation of a reader as disposed")
  func cancelledReader() async throws {
    let events = try await record("w3") {
      let values = Subject<Int>().named("w3").values(buffering: .unbounded)
      let iterator = values.makeAsyncIterator()
      let buffer = iterator.reader.buffer
      let task = Task {
        var iterator = iterator
        return try await iterator.next()
      }
      await until { buffer.isAwaited }
      task.cancel()
      let last = try await task.value
      #expect(last == nil)
    }
    #expect(short(events) == ["subscribed", "disposed"])
  }

  @Test("shows a traced sequence as a subscription, with ordinals and without deliveries")
  func traced() async throws {
    let line = #line + 7
    let events = try await record("w4 orders") {
      let stream = AsyncStream<String> { continuation in
        continuation.yield("a\n b")
        continuation.yield("c")
        continuation.finish()
      }
      for await _ in stream.traced("w4 orders") {}
    }
    #expect(short(events) == ["subscribed", "next a b", "next c", "completed", "disposed"])
    #expect(Set(events.map { $0["subscription_id"] }).count == 1)
    #expect(events[0]["subscription_id"] != "0")
    #expect(
      Set(events.map { $0["subscriber"] }) == ["SignalsTests/AsyncTraceTests.swift:\(line)"])
    #expect(events.map { $0["ordinal"] } == ["", "1", "2", "", ""])
    #expect(events.map { $0["values"] } == ["", "", "", "2", "2"])
  }

  @Test("shows an error of a traced sequence")
  func tracedError() async throws {
    let events = try await record("w5") {
      let stream = AsyncThrowingStream<Int, any Error> { continuation in
        continuation.yield(7)
        continuation.finish(throwing: TestError.second)
      }
      var iterator = stream.traced("w5").makeAsyncIterator()
      let first = try await iterator.next()
      #expect(first == 7)
      await #expect(throws: TestError.second) { try await iterator.next() }
      let last = try await iterator.next()
      #expect(last == nil)
    }
    #expect(short(events) == ["subscribed", "next 7", "error second", "disposed"])
  }

  @Test("shows a subscription for each iterator of a traced sequence, disposed when it is dropped")
  func tracedIterators() async throws {
    let events = try await record("w6") {
      let traced = Signal(sequence: 1...3).values(buffering: .unbounded).traced("w6")
      for try await value in traced where value == 2 { break }
      for try await _ in traced { break }
    }
    #expect(
      short(events) == [
        "subscribed", "next 1", "next 2", "disposed", "subscribed", "next 1", "disposed",
      ])
    #expect(Set(events.map { $0["subscription_id"] }).count == 2)
    #expect(events.map { $0["ordinal"] } == ["", "1", "2", "", "", "1", ""])
    #expect(events[0]["signal_id"] == events[4]["signal_id"])
  }

  @Test(
    "shows a traced sequence whose task was cancelled as disposed, neither completed nor failed")
  func tracedCancelled() async throws {
    let events = try await record("w7") {
      let (stream, continuation) = AsyncStream<Int>.makeStream()
      let isReading = Door()
      let ending = Task {
        for await _ in stream.traced("w7") { isReading.open() }
      }
      continuation.yield(1)
      await isReading.pass()
      ending.cancel()
      await ending.value

      struct Throwing: AsyncSequence, AsyncIteratorProtocol {
        mutating func next() async throws -> Int? {
          await untilCancelled()
          throw CancellationError()
        }
        func makeAsyncIterator() -> Self { self }
      }
      let throwing = Task {
        for try await _ in Throwing().traced("w7") {}
      }
      throwing.cancel()
      await #expect(throws: CancellationError.self) { try await throwing.value }
    }
    #expect(short(events) == ["subscribed", "next 1", "disposed", "subscribed", "disposed"])
  }

  @Test("hides the elements of a redacted traced sequence")
  func tracedRedacted() async throws {
    let events = try await record("w8") {
      let stream = AsyncStream<String> { continuation in
        continuation.yield("secret")
        continuation.finish()
      }
      for await _ in stream.traced("w8").redacted() {}
    }
    #expect(short(events) == ["subscribed", "next (redacted)", "completed", "disposed"])
  }

  @Test("reports an element after the end of a traced sequence")
  func tracedAfterEnd() async throws {
    let events = try await record("w9") {
      struct Undead: AsyncSequence, AsyncIteratorProtocol {
        var count = 0
        mutating func next() async -> Int? {
          count += 1
          return count == 2 ? nil : count
        }
        func makeAsyncIterator() -> Self { self }
      }
      var iterator = Undead().traced("w9").makeAsyncIterator()
      for _ in 0..<3 { _ = await iterator.next(isolation: nil) }
    }
    #expect(short(events) == ["subscribed", "next 1", "completed", "disposed", "violation"])
    #expect(events.last?["rule"] == "event after a terminal")
  }

  @Test("shows the place of a query, and its end before it returns")
  func query() async throws {
    let line = #line + 2
    let events = try await record("w10") {
      let value = try await Signal.task { 5 }.named("w10").first()
      #expect(value == 5)
    }
    #expect(short(events).filter { $0 != "delivered" } == ["subscribed", "next 5", "disposed"])
    #expect(events[0]["subscriber"] == "SignalsTests/AsyncTraceTests.swift:\(line)")
  }
}
