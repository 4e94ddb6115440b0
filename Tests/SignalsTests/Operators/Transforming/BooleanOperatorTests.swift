// SPDX-License-Identifier: MIT

import Testing

@testable import Signals

@Suite("not, and, or")
struct BooleanOperatorTests {
  private static let lists = [[false, false], [true, false], [true, true]]
  private static let pairs = [(false, false), (true, false), (true, true)]

  // Behaviour 184.
  @Test("not sends the opposite")
  func not() {
    #expect(
      Signal(sequence: [false, true]).not().recorded().events
        == [.next(true), .next(false), .completed])
  }

  // Behaviour 185.
  @Test("and tells whether all are true, of lists and of tuples")
  func and() {
    let expected: [Event<Bool>] = [.next(false), .next(false), .next(true), .completed]
    #expect(Signal(sequence: Self.lists).and().recorded().events == expected)
    #expect(Signal(sequence: Self.pairs).and().recorded().events == expected)
    let triples = Self.pairs.map { ($0.0, $0.1, true) } + [(true, true, false)]
    #expect(
      Signal(sequence: triples).and().recorded().values == [false, false, true, false])
    #expect(Signal<[Bool]>.just([]).and().recorded().values == [true])
  }

  // Behaviour 186.
  @Test("or tells whether any is true, of lists and of tuples")
  func or() {
    let expected: [Event<Bool>] = [.next(false), .next(true), .next(true), .completed]
    #expect(Signal(sequence: Self.lists).or().recorded().events == expected)
    #expect(Signal(sequence: Self.pairs).or().recorded().events == expected)
    let triples = Self.pairs.map { ($0.0, $0.1, false) } + [(false, false, true)]
    #expect(Signal(sequence: triples).or().recorded().values == [false, true, true, true])
    #expect(Signal<[Bool]>.just([]).or().recorded().values == [false])
  }

  @Test("errors pass")
  func errors() {
    let bools = Signal<Bool>.error(TestError.first)
    let lists = Signal<[Bool]>.error(TestError.first)
    let pairs = Signal<(Bool, Bool)>.error(TestError.first)
    for signal in [bools.not(), lists.and(), lists.or(), pairs.and(), pairs.or()] {
      #expect(signal.recorded().events == [.error(TestError.first)])
    }
  }
}
