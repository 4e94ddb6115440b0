// SPDX-License-Identifier: MIT

import CThreadState
import Testing

@testable import Signals

@Suite("Hop")
struct HopTests {
  @Test("carries the subscribing parent over to the run and puts back what was there")
  func parent() {
    let state = ractrace_thread_state()
    state.pointee.subscribing = 7
    let hop = Hop(scheduler: "test", id: 1)
    state.pointee.subscribing = 8
    state.pointee.cause = 9
    let inside = hop.run { (state.pointee.subscribing, state.pointee.cause) }
    #expect(inside == (7, hop.actionID))
    #expect(state.pointee.subscribing == 8 && state.pointee.cause == 9)
    state.pointee.subscribing = 0
    state.pointee.cause = 0
  }

  @Test("carries the parent over through every scheduler")
  func parentOverSchedulers() {
    let test = TestScheduler()
    let seen = Log<UInt64>()
    let isDone = Semaphore()
    onThreads(1) { _ in
      ractrace_thread_state().pointee.subscribing = 5
      for scheduler in [Scheduler.background(), Scheduler.main, Scheduler.subscription, test] {
        scheduler.schedule {
          seen.append(ractrace_thread_state().pointee.subscribing)
          isDone.signal()
        }
        ractrace_thread_state().pointee.subscribing = 0
        test.stepAll()
        isDone.wait()
        ractrace_thread_state().pointee.subscribing = 5
      }
    }
    #expect(seen.all == [5, 5, 5, 5])
  }

  @Test(
    "counts the time in whole nanoseconds, without a trap",
    arguments: [
      (Duration.nanoseconds(5), Int64(5)), (.seconds(3), 3_000_000_000), (.zero, 0),
      (.seconds(-1), 0), (.nanoseconds(-1), 0), (.seconds(Int64.max), .max),
      (.nanoseconds(Int64.max), .max),
    ])
  func nanoseconds(_ duration: Duration, _ expected: Int64) {
    #expect(duration.clampedNanoseconds == expected)
  }
}
