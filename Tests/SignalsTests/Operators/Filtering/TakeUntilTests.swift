// SPDX-License-Identifier: MIT

import Testing

@testable import Signals

@Suite("takeUntil and takeWhile with a function")
struct TakeUntilTests {
  private let source = Signal(sequence: [0, 1, 2, 3, 0])

  // Behaviour 265.
  @Test("takeUntil completes at the first value for which its function is true")
  func until() {
    #expect(
      source.takeUntil(where: { $0 >= 3 }).recorded().events
        == [.next(0), .next(1), .next(2), .completed])
  }

  // Behaviours 266, 267, 268.
  @Test("takeWhile completes at the first value for which its function is false")
  func takeWhile() {
    #expect(
      source.takeWhile { $0 <= 1 }.recorded().events == [.next(0), .next(1), .completed])
    #expect(
      source.takeWhile { $0 <= 10 }.recorded().events
        == [0, 1, 2, 3, 0].map { .next($0) } + [.completed])
    #expect(source.takeWhile { $0 < 0 }.recorded().events == [.completed])
  }

  // Behaviour 269.
  @Test("both end an endless source, and do not ask again")
  func endless() {
    let asked = Log<Int>()
    let expected = (1...5).map { Event.next($0) } + [.completed]
    #expect(
      Signal.counting.takeWhile {
        asked.append($0)
        return $0 <= 5
      }.recorded().events == expected)
    #expect(
      Signal.counting.takeUntil(where: {
        asked.append($0)
        return $0 > 5
      }).recorded().events == expected)
    #expect(asked.all == Array(1...6) + Array(1...6))
  }

  @Test("both pass an error that comes before")
  func error() {
    let error = Signal<Int>.error(TestError.first)
    for signal in [error.takeWhile { _ in true }, error.takeUntil { _ in false }] {
      #expect(signal.recorded().events == [.error(TestError.first)])
    }
  }
}
