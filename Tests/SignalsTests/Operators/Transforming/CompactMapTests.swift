// SPDX-License-Identifier: MIT

import Testing

@testable import Signals

@Suite("compactMap")
struct CompactMapTests {
  @Test("sends what its function makes but for the nils, and passes the end")
  func values() {
    #expect(
      Signal(sequence: ["1", "b", "3"]).compactMap { Int($0) }.recorded().events
        == [.next(1), .next(3), .completed])
    #expect(
      Signal<String>.error(TestError.first).compactMap { Int($0) }.recorded().events
        == [.error(TestError.first)])
  }

  @Test("takes nils out of a signal of optional values")
  func nils() {
    #expect(
      Signal<Int?>(sequence: [nil, 1, nil]).compactMap { $0 }.recorded().events
        == [.next(1), .completed])
  }
}
