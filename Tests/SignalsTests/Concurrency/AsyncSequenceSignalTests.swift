// SPDX-License-Identifier: MIT

import Testing

@testable import Signals

@Suite("Signal(asyncSequence:)", .timeLimit(.minutes(5)))
struct AsyncSequenceSignalTests {
  /// Counts from 0, for ever or up to a number and then an error.
  private struct Numbers: AsyncSequence, Sendable {
    var end = Int.max

    struct AsyncIterator: AsyncIteratorProtocol {
      var number = 0
      let end: Int

      mutating func next() async throws -> Int? {
        await Task.yield()
        guard number < end else { throw TestError.first }
        defer { number += 1 }
        return number
      }
    }

    func makeAsyncIterator() -> AsyncIterator { AsyncIterator(end: end) }
  }

  @Test("sends the elements, then completes")
  func completed() async throws {
    let stream = AsyncStream<Int> { continuation in
      for value in 1...3 { continuation.yield(value) }
      continuation.finish()
    }
    let signal = Signal(asyncSequence: stream)
    #expect(signal.description == "asyncSequence")
    #expect(try await signal.toArray() == [1, 2, 3])
  }

  @Test("sends an error after the elements before it")
  func error() async {
    let recorder = Signal(asyncSequence: Numbers(end: 2)).recorded()
    await until { recorder.events.count == 3 }
    #expect(recorder.events == [.next(0), .next(1), .error(TestError.first)])
  }

  @Test("iterates anew for each subscription, and stops an endless sequence with the last one")
  func anew() async throws {
    let signal = Signal(asyncSequence: Numbers())
    #expect(try await signal.take(3).toArray() == [0, 1, 2])
    #expect(try await signal.take(2).toArray() == [0, 1])
  }

  @Test("cancels the iteration on dispose")
  func dispose() async {
    let isTerminated = Door()
    let stream = AsyncStream<Int> { continuation in
      continuation.onTermination = { reason in
        if case .cancelled = reason { isTerminated.open() }
      }
      continuation.yield(1)
    }
    let recorder = Signal(asyncSequence: stream).recorded()
    await until { recorder.events.count == 1 }
    recorder.subscription?.dispose()
    await isTerminated.pass()
    #expect(recorder.events == [.next(1)])
  }

  @Test("lets the subscriber go on dispose, also while the sequence does not answer")
  func lettingGo() async {
    let lives = Lives()
    let (stream, continuation) = AsyncStream<Int>.makeStream()
    let subscription = lives.withOne { one in
      Signal(asyncSequence: stream).subscribe(next: { _ in _ = one })
    }
    #expect(lives.count == 1)
    subscription.dispose()
    await until { lives.count == 0 }
    continuation.finish()
  }

  @Test("gives back what values(buffering:) gave")
  func roundTrip() async throws {
    let signal = Signal(sequence: 0..<1_000)
    #expect(
      try await Signal(asyncSequence: signal.values(buffering: .unbounded)).toArray()
        == Array(0..<1_000))
  }
}
