// SPDX-License-Identifier: MIT

import Testing

@testable import Signals

@Suite("distinctUntilChanged")
struct DistinctUntilChangedTests {
  // Behaviours 79, 80, 81.
  @Test(
    "leaves out values that equal the one before, nils too",
    arguments: [
      ([1, 2, 2, 1, 1], [1, 2, 1]), ([1, nil, nil, nil, 1], [1, nil, 1]),
      ([nil, nil, 1], [nil, 1]),
    ] as [([Int?], [Int?])])
  func equal(_ values: [Int?], _ expected: [Int?]) {
    #expect(
      Signal(sequence: values).distinctUntilChanged().recorded().events
        == expected.map { .next($0) } + [.completed])
  }

  @Test("compares with the value that was sent last, by a function")
  func function() {
    let compared = Log<[Int]>()
    let recorder = Signal(sequence: [1, 2, 3, 11, 1]).distinctUntilChanged(by: {
      compared.append([$0, $1])
      return abs($0 - $1) < 3
    }).recorded()
    #expect(recorder.events == [.next(1), .next(11), .next(1), .completed])
    #expect(compared.all == [[1, 2], [1, 3], [1, 11], [11, 1]])
  }

  @Test("remembers nothing of another subscription")
  func anew() {
    let signal = Signal.just(1).distinctUntilChanged()
    for _ in 0..<2 { #expect(signal.recorded().events == [.next(1), .completed]) }
  }

  @Test("passes an error")
  func error() {
    #expect(
      Signal<Int>.error(TestError.first).distinctUntilChanged().recorded().events
        == [.error(TestError.first)])
  }
}
