// SPDX-License-Identifier: MIT

import Testing

@testable import Signals

@Suite("skip")
struct SkipTests {
  // Behaviours 242, 243.
  @Test("leaves out the first values, in each subscription anew", arguments: 0...4)
  func values(_ count: Int) {
    let signal = Signal(sequence: 0..<3).skip(count)
    let expected = (min(count, 3)..<3).map { Event.next($0) } + [.completed]
    for _ in 0..<2 { #expect(signal.recorded().events == expected) }
  }

  @Test("passes an error that comes while it skips")
  func error() {
    #expect(
      Signal<Int>.error(TestError.first).skip(1).recorded().events == [.error(TestError.first)])
  }

  @Test("counts right when its source overlaps")
  func overlapping() {
    let box = Box<PassthroughSubscriber<Int>?>(nil)
    let recorder = Signal<Int> { subscriber in
      box.value = subscriber
      return nil
    }.skip(500).recorded()
    let subscriber = box.value
    onThreads(4) { _ in for _ in 0..<500 { subscriber?.sendNext(1) } }
    #expect(recorder.values.count == 1_500)
    box.value = nil
  }
}
