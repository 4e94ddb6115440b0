// SPDX-License-Identifier: MIT

import Testing

@testable import Signals

@Suite("filter")
struct FilterTests {
  // Behaviour 238.
  @Test("sends what its function includes, and passes the end")
  func values() {
    #expect(
      Signal(sequence: 0...6).filter { $0 % 2 == 0 }.recorded().events
        == [.next(0), .next(2), .next(4), .next(6), .completed])
    #expect(
      Signal<Int>.error(TestError.first).filter { _ in true }.recorded().events
        == [.error(TestError.first)])
  }
}
