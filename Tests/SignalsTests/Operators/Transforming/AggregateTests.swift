// SPDX-License-Identifier: MIT

import Testing

@testable import Signals

@Suite("aggregate")
struct AggregateTests {
  private let subject = Subject<Int>()

  @Test("sends the last result at completion and nothing before")
  func result() {
    let recorder = subject.aggregate("") { $0 + "\($1)" }.recorded()
    subject.sendNext(1)
    subject.sendNext(2)
    #expect(recorder.events == [])
    subject.sendCompleted()
    #expect(recorder.events == [.next("12"), .completed])
  }

  @Test("sends the first result if there are no values")
  func empty() {
    #expect(Signal<Int>.empty.aggregate(7, +).recorded().events == [.next(7), .completed])
  }

  @Test("sends no result if the source fails")
  func error() {
    let recorder = subject.aggregate(0, +).recorded()
    subject.sendNext(1)
    subject.sendError(TestError.first)
    #expect(recorder.events == [.error(TestError.first)])
  }
}
