// SPDX-License-Identifier: MIT

import Testing

@testable import Signals

/// A sequence that shows how it is used.
private struct Probe: AsyncSequence {
  let isolations = Log<String>()

  struct AsyncIterator: AsyncIteratorProtocol {
    let isolations: Log<String>
    var count = 0

    mutating func next(isolation actor: isolated (any Actor)?) async throws(TestError) -> Box<Int>?
    {
      isolations.append(actor == nil ? "none" : actor === MainActor.shared ? "main" : "other")
      count += 1
      switch count {
      case 1, 4: return Box(count)
      case 2: throw .first
      default: return nil
      }
    }
  }

  func makeAsyncIterator() -> AsyncIterator { AsyncIterator(isolations: isolations) }
}

@Suite("AsyncSequence.traced(_:)", .timeLimit(.minutes(5)))
struct TracedAsyncSequenceTests {
  @Test("gives the elements and the end of a sequence that cannot fail, without try")
  func elements() async {
    let stream = AsyncStream<Int> { continuation in
      for value in 1...3 { continuation.yield(value) }
      continuation.finish()
    }
    var read: [Int] = []
    for await value in stream.traced("numbers") { read.append(value) }
    #expect(read == [1, 2, 3])
  }

  @Test("passes every call on, with its isolation, and every answer, with the type of its error")
  @MainActor
  func forwards() async {
    let probe = Probe()
    var iterator = probe.traced("probe").makeAsyncIterator()
    var answers: [String] = []
    for _ in 0..<4 {
      do throws(TestError) {
        answers.append(
          try await iterator.next(isolation: #isolation).map { "\($0.value)" } ?? "nil")
      } catch {
        switch error {
        case .first: answers.append("first")
        case .second: answers.append("second")
        }
      }
    }
    #expect(answers == ["1", "first", "nil", "4"])
    #expect(probe.isolations.all == ["main", "main", "main", "main"])
  }

  @Test("has no isolation where the caller has none")
  func noIsolation() async throws {
    let probe = Probe()
    var iterator = probe.traced("probe").makeAsyncIterator()
    #expect(try await iterator.next(isolation: nil)?.value == 1)
    #expect(probe.isolations.all == ["none"])
  }

  @Test("is sendable if the sequence is, and passes cancellation on")
  func cancellation() async {
    func isSendable<Checked: Sendable>(_ checked: Checked) -> Checked { checked }
    let (stream, continuation) = AsyncStream<Int>.makeStream()
    let traced = isSendable(stream.traced("stream"))
    let isReading = Door()
    let task = Task {
      var count = 0
      for await _ in traced {
        count += 1
        isReading.open()
      }
      return count
    }
    continuation.yield(1)
    await isReading.pass()
    task.cancel()
    #expect(await task.value == 1)
  }

  @Test("keeps nothing after the iterator is dropped")
  func memory() async {
    let lives = Lives()
    await lives.withOne { one in
      AsyncStream<Lives.One> { continuation in
        continuation.yield(one)
        continuation.finish()
      }
    }.readTraced()
    #expect(lives.count == 0)
    #expect(OpenSubscriptions.current >= 0)
  }
}

extension AsyncStream {
  fileprivate func readTraced() async {
    for await _ in traced("read") {}
  }
}
