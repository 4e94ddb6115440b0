// SPDX-License-Identifier: MIT

import Testing

@testable import Signals

@Suite("collect")
struct CollectTests {
  private let subject = Subject<Int>()

  // Behaviour 188.
  @Test("sends one array at completion and nothing before")
  func values() {
    let recorder = subject.collect().recorded()
    for value in 1...3 { subject.sendNext(value) }
    #expect(recorder.events == [])
    subject.sendCompleted()
    #expect(recorder.events == [.next([1, 2, 3]), .completed])
  }

  // Behaviour 189.
  @Test("keeps nils")
  func nils() {
    #expect(
      Signal<Int?>(sequence: [nil, 1]).collect().recorded().events
        == [.next([nil, 1]), .completed])
  }

  @Test("sends an empty array if there are no values")
  func empty() {
    #expect(Signal<Int>.empty.collect().recorded().events == [.next([]), .completed])
  }

  @Test("sends no array if the source fails, also after values")
  func error() {
    let recorder = subject.collect().recorded()
    subject.sendNext(1)
    subject.sendError(TestError.first)
    #expect(recorder.events == [.error(TestError.first)])
  }

  @Test("collects each value once from a source that overlaps")
  func overlapping() {
    let box = Box<PassthroughSubscriber<Int>?>(nil)
    let recorder = Signal<Int> { subscriber in
      box.value = subscriber
      return nil
    }.collect().recorded()
    let subscriber = box.value
    onThreads(4) { thread in
      for value in 0..<500 { subscriber?.sendNext(500 * thread + value) }
    }
    subscriber?.sendCompleted()
    #expect(recorder.values.map { $0.sorted() } == [Array(0..<2_000)])
    #expect(recorder.events.last == .completed)
    box.value = nil
  }
}
