// SPDX-License-Identifier: MIT

import Testing

@testable import Signals

@Suite("combinePrevious")
struct CombinePreviousTests {
  // Behaviour 274.
  @Test("gives its function the start, then each value before")
  func previous() {
    #expect(
      Signal<Int?>(sequence: [1, 2, 3]).combinePrevious(nil) { previous, _ in previous }
        .recorded().events == [.next(nil), .next(1), .next(2), .completed])
  }

  // Behaviour 275.
  @Test("sends what its function makes of both, in each subscription anew")
  func both() {
    let signal = Signal(sequence: 1...3).combinePrevious(1) { "\($0) - \($1)" }
    for _ in 0..<2 {
      #expect(
        signal.recorded().events
          == [.next("1 - 1"), .next("1 - 2"), .next("2 - 3"), .completed])
    }
  }
}
