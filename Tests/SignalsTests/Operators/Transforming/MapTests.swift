// SPDX-License-Identifier: MIT

import Testing

@testable import Signals

@Suite("map")
struct MapTests {
  // Behaviour 236.
  @Test("sends what its function makes, and passes the end")
  func values() {
    #expect(
      Signal(sequence: 1...3).map { "\($0 * 2)" }.recorded().events
        == [.next("2"), .next("4"), .next("6"), .completed])
    #expect(
      Signal<Int>.error(TestError.first).map { $0 }.recorded().events
        == [.error(TestError.first)])
  }

  // Behaviour 276.
  @Test("takes tuples apart for a function of several parameters")
  func tuples() {
    let pairs = Signal(sequence: [(1, 2), (3, 4)])
    #expect(pairs.map { $0 + $1 }.recorded().events == [.next(3), .next(7), .completed])
    let triples = Signal(sequence: [("a", 1, true), ("b", 2, false)])
    #expect(
      triples.map { name, count, isOn in "\(name)\(count)\(isOn)" }.recorded().values
        == ["a1true", "b2false"])
  }

  // Behaviour 206.
  @Test("applies functions that come with their arguments")
  func apply() {
    typealias Call = (function: @Sendable ([Int]) -> Int, arguments: [Int])
    let calls = Signal(sequence: [
      Call({ $0[0] + $0[1] }, [1, 2]),
      Call({ $0[0] * $0[1] + $0[2] }, [2, 3, 1]),
    ])
    #expect(
      calls.map { function, arguments in function(arguments) }.recorded().events
        == [.next(3), .next(7), .completed])
  }
}
