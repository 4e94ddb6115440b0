// SPDX-License-Identifier: MIT

import Testing

@testable import Signals

@Suite("doNext")
struct DoNextTests {
  @Test("does its thing before each value and passes everything")
  func doNext() {
    let log = Log<Int>()
    let subject = Subject<Int>()
    subject.doNext { log.append($0) }.subscribe(next: { log.append(10 * $0) })
    subject.sendNext(1)
    subject.sendNext(2)
    #expect(log.all == [1, 10, 2, 20])
    #expect(
      Signal<Int>.error(TestError.first).doNext { _ in }.recorded().events
        == [.error(TestError.first)])
  }
}
