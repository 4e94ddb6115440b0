// SPDX-License-Identifier: MIT

import Testing

@testable import Signals

@Suite("skipUntil and skipWhile")
struct SkipUntilTests {
  private let source = Signal(sequence: [0, 1, 2, 3, 0, 2, 4])

  // Behaviour 270.
  @Test("skipUntil begins with the first value for which its function is true")
  func until() {
    #expect(
      source.skipUntil { $0 >= 3 }.recorded().events
        == [3, 0, 2, 4].map { .next($0) } + [.completed])
  }

  // Behaviours 271, 272, 273.
  @Test("skipWhile begins with the first value for which its function is false")
  func skipWhile() {
    #expect(
      source.skipWhile { $0 <= 1 }.recorded().events
        == [2, 3, 0, 2, 4].map { .next($0) } + [.completed])
    #expect(source.skipWhile { $0 <= 10 }.recorded().events == [.completed])
    #expect(
      source.skipWhile { $0 < 0 }.recorded().events
        == [0, 1, 2, 3, 0, 2, 4].map { .next($0) } + [.completed])
  }

  @Test("both ask no more once they have begun, in each subscription anew")
  func asked() {
    let asked = Log<Int>()
    let signals = [
      source.skipUntil {
        asked.append($0)
        return $0 == 1
      },
      source.skipWhile {
        asked.append($0)
        return $0 != 1
      },
    ]
    for signal in signals + signals { #expect(signal.recorded().values.count == 6) }
    #expect(asked.all == [0, 1, 0, 1, 0, 1, 0, 1])
  }

  @Test("both pass an error that comes before")
  func error() {
    let error = Signal<Int>.error(TestError.first)
    for signal in [error.skipWhile { _ in true }, error.skipUntil { _ in false }] {
      #expect(signal.recorded().events == [.error(TestError.first)])
    }
  }
}
