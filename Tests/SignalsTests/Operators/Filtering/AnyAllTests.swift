// SPDX-License-Identifier: MIT

import Testing

@testable import Signals

@Suite("any and all")
struct AnyAllTests {
  private let error = Signal<Int>.error(TestError.first)

  @Test("any sends true at the first value that will do, and ends an endless source")
  func any() {
    let asked = Log<Int>()
    #expect(
      Signal.counting.any {
        asked.append($0)
        return $0 == 3
      }.recorded().events == [.next(true), .completed])
    #expect(asked.all == [1, 2, 3])
    #expect(Signal.counting.any().recorded().events == [.next(true), .completed])
  }

  @Test("any sends false at the end, be it an error")
  func anyAtEnd() {
    #expect(
      Signal(sequence: 1...3).any { $0 > 3 }.recorded().events == [.next(false), .completed])
    #expect(Signal<Int>.empty.any().recorded().events == [.next(false), .completed])
    #expect(error.any().recorded().events == [.next(false), .completed])
  }

  @Test("all sends false at the first value that will not do, and ends an endless source")
  func all() {
    let asked = Log<Int>()
    #expect(
      Signal.counting.all {
        asked.append($0)
        return $0 < 3
      }.recorded().events == [.next(false), .completed])
    #expect(asked.all == [1, 2, 3])
  }

  @Test("all sends true at completion, and false at an error")
  func allAtEnd() {
    #expect(
      Signal(sequence: 1...3).all { $0 > 0 }.recorded().events == [.next(true), .completed])
    #expect(Signal<Int>.empty.all { _ in false }.recorded().events == [.next(true), .completed])
    #expect(error.all { _ in true }.recorded().events == [.next(false), .completed])
  }
}
