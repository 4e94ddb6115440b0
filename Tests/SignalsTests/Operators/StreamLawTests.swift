// SPDX-License-Identifier: MIT

import Testing

@testable import Signals

/// What holds of streams of every kind.
@Suite("Stream laws")
struct StreamLawTests {
  // Behaviour 218.
  @Test("empty sends nothing and completes")
  func empty() {
    #expect(Signal<Int>.empty.recorded().events == [.completed])
  }

  // Behaviour 219.
  @Test("just sends its value and completes")
  func just() {
    #expect(Signal.just(1).recorded().events == [.next(1), .completed])
  }

  // Behaviour 223.
  @Test("just of a just, flattened, is the inner one")
  func flattened() {
    #expect(
      Signal.just(Signal.just(1)).flatMap { $0 }.recorded().events == [.next(1), .completed])
  }

  // Behaviours 232, 233, 234, 235.
  @Test("flatMap sends the values of each inner signal, of which some may be empty")
  func flatMap() {
    #expect(
      Signal.just(1).flatMap { .just($0 + 1) }.recorded().events == [.next(2), .completed])
    #expect(
      Signal(sequence: 0...2).flatMap { Signal(sequence: [$0, 10 * $0]) }.recorded().events
        == [0, 0, 1, 10, 2, 20].map { .next($0) } + [.completed])
    #expect(
      Signal(sequence: 0...2).flatMap { $0 == 1 ? .empty : .just($0 + 1) }.recorded().events
        == [.next(1), .next(3), .completed])
  }
}
