// SPDX-License-Identifier: MIT

import Testing

@testable import Signals

@Suite("first(), blocking")
struct FirstTests {
  @Test("returns the first value, also of a signal that goes on for ever")
  func value() throws {
    #expect(try Signal(sequence: 1...3).first() == 1)
    #expect(try Signal(sequence: 1...).first() == 1)
  }

  @Test("returns nil if there is no value, and tells that from a value that is nil")
  func nilValue() throws {
    #expect(try Signal<Int>.empty.first() == nil)
    #expect(try Signal<Int?>.just(nil).first() == .some(nil))
  }

  @Test("waits for a value that comes later from another thread, and ignores what follows")
  func later() throws {
    let background = Scheduler.background()
    let signal = Signal<Int> { subscriber in
      background.schedule {
        subscriber.sendNext(1)
        subscriber.sendError(TestError.first)
      }
    }
    #expect(try signal.first() == 1)
  }

  @Test("returns the first of what several threads send at once", arguments: [false, true])
  func race(_ isSerial: Bool) throws {
    for _ in 0..<2_000 {
      let lives = Lives()
      let ready = Semaphore()
      let subscriber = Box<PassthroughSubscriber<Int>?>(nil)
      let subject = Subject<Int>()
      let signal =
        isSerial
        ? subject
        : Signal<Int> {
          subscriber.value = $0
          ready.signal()
          return nil
        }
      let result = Log<Int?>()
      onThreads(3) { thread in
        if thread == 2 {
          // With a current scheduler, so that no other thread still holds the subscribe block.
          onScheduler {
            result.append(try? lives.withOne { one in signal.doNext { _ in _ = one } }.first())
          }
        } else if isSerial {
          while result.all.isEmpty { subject.sendNext(thread) }
        } else {
          ready.wait()
          ready.signal()
          subscriber.value?.sendNext(thread)
        }
      }
      #expect([[0], [1]].contains(result.all))
      subscriber.value = nil
      #expect(lives.count == 0)
    }
  }
}
