// SPDX-License-Identifier: MIT

import Testing

@testable import Signals

@Suite("tryMap")
struct TryMapTests {
  private let subject = Subject<String?>()

  private func run() -> Recorder<String> {
    subject.tryMap { value in
      guard let value else { throw TestError.first }
      return value + "_a"
    }.recorded()
  }

  // Behaviour 158.
  @Test("sends what its function makes, and passes the end")
  func values() {
    let recorder = run()
    for value in ["foo", "bar", "baz"] { subject.sendNext(value) }
    subject.sendCompleted()
    #expect(recorder.events == [.next("foo_a"), .next("bar_a"), .next("baz_a"), .completed])
  }

  // Behaviour 159.
  @Test("fails with what its function throws, and ignores what follows")
  func throwing() {
    let recorder = run()
    for value in ["foo", "bar", nil, "buzz"] { subject.sendNext(value) }
    subject.sendCompleted()
    #expect(recorder.events == [.next("foo_a"), .next("bar_a"), .error(TestError.first)])
  }

  @Test("disposes the source when its function throws")
  func disposes() {
    let calls = Log<Int>()
    let recorder = Signal.counting.tryMap { number in
      calls.append(number)
      if number == 3 { throw TestError.second }
      return number
    }.recorded()
    #expect(recorder.events == [.next(1), .next(2), .error(TestError.second)])
    #expect(calls.all == [1, 2, 3])
  }
}
