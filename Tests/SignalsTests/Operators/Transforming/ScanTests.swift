// SPDX-License-Identifier: MIT

import Testing

@testable import Signals

@Suite("scan")
struct ScanTests {
  // Behaviour 263.
  @Test("sends the result after each value, and not the first one")
  func sums() {
    #expect(
      Signal(sequence: 1...4).scan(0, +).recorded().events
        == [.next(1), .next(3), .next(6), .next(10), .completed])
    #expect(Signal<Int>.empty.scan(0, +).recorded().events == [.completed])
  }

  @Test("makes results of another type, in each subscription anew")
  func anew() {
    let signal = Signal(sequence: 1...2).scan("") { $0 + "\($1)" }
    for _ in 0..<2 { #expect(signal.recorded().values == ["1", "12"]) }
  }

  @Test("loses no value of a source that overlaps")
  func overlapping() {
    let box = Box<PassthroughSubscriber<Int>?>(nil)
    let recorder = Signal<Int> { subscriber in
      box.value = subscriber
      return nil
    }.scan(0, +).recorded()
    let subscriber = box.value
    onThreads(4) { _ in for _ in 0..<500 { subscriber?.sendNext(1) } }
    #expect(recorder.values == Array(1...2_000))
    box.value = nil
  }
}
