// SPDX-License-Identifier: MIT

import Testing

@testable import Signals

@Suite("BehaviorSubject")
struct BehaviorSubjectTests {
  @Test("delivers its current value first, then live ones")
  func current() {
    let subject = BehaviorSubject(1)
    let first = subject.recorded()
    subject.sendNext(2)
    let second = subject.recorded()
    subject.sendNext(3)
    #expect(first.events == [.next(1), .next(2), .next(3)])
    #expect(second.events == [.next(2), .next(3)])
  }

  @Test("tells its current value")
  func value() {
    let subject = BehaviorSubject<Int?>(1)
    #expect(subject.value == 1)
    subject.sendNext(nil)
    #expect(subject.value == nil)
    subject.sendNext(2)
    subject.sendCompleted()
    subject.sendNext(3)
    #expect(subject.value == 2)
  }

  @Test("delivers only the terminal event after its end")
  func terminal() {
    let subject = BehaviorSubject(1)
    subject.sendError(TestError.first)
    #expect(subject.recorded().events == [.error(TestError.first)])
  }

  @Test("takes a value on at its turn, not when it is queued")
  func turn() {
    let subject = BehaviorSubject(1)
    let log = Log<Int>()
    onScheduler {
      subject.subscribe(next: { [unowned subject] value in
        guard value == 2 else { return }
        subject.sendNext(3)
        log.append(subject.value)
      })
    }
    subject.sendNext(2)
    #expect(log.all == [2])
    #expect(subject.value == 3)
  }
}
