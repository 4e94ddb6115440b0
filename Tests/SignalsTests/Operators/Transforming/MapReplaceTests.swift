// SPDX-License-Identifier: MIT

import Testing

@testable import Signals

@Suite("mapReplace")
struct MapReplaceTests {
  // Behaviour 237.
  @Test("sends its value once for each value, and passes the end")
  func values() {
    #expect(
      Signal(sequence: 1...3).mapReplace("a").recorded().events
        == [.next("a"), .next("a"), .next("a"), .completed])
    #expect(
      Signal<Int>.error(TestError.first).mapReplace("a").recorded().events
        == [.error(TestError.first)])
  }
}
