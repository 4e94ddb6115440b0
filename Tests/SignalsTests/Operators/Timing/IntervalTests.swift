// SPDX-License-Identifier: MIT

import Testing

@testable import Signals

@Suite("Signal.interval")
struct IntervalTests {
  @Test("counts at the multiples of its interval, for each subscription from its own start")
  func times() {
    let scheduler = TestScheduler()
    let log = Log<String>()
    let signal = Signal.interval(.milliseconds(100), on: scheduler).take(3)
    signal.subscribe(next: { log.append("a\($0) \(scheduler.now)") })
    scheduler.advance(by: .milliseconds(50))
    signal.subscribe(next: { log.append("b\($0) \(scheduler.now)") })
    scheduler.stepAll()
    #expect(
      log.all == [
        "a0 0.1 seconds", "b0 0.15 seconds", "a1 0.2 seconds", "b1 0.25 seconds", "a2 0.3 seconds",
        "b2 0.35 seconds",
      ])
  }

  // Behaviours 121, 122, 123, 124.
  @Test(
    "on the clock sends no value before its time, on its scheduler",
    arguments: [false, true], [Duration.zero, .milliseconds(4)])
  func real(_ isMain: Bool, _ leeway: Duration) {
    let scheduler = isMain ? Scheduler.main : .background()
    let clock = ContinuousClock()
    let interval = Duration.milliseconds(2)
    let log = Log<(Int, Duration, Bool)>()
    let isDone = Semaphore()
    let begin = clock.now
    Signal.interval(interval, leeway: leeway, on: scheduler).take(3).subscribe(
      next: { log.append(($0, clock.now - begin, Scheduler.current === scheduler)) },
      completed: { isDone.signal() })
    isDone.wait()
    #expect(log.all.map(\.0) == [0, 1, 2])
    // That it is not earlier is the contract; how much later is the machine's affair.
    #expect(log.all.allSatisfy { $0.1 >= interval * ($0.0 + 1) && $0.2 })
  }

  @Test("traps when the interval is not positive")
  func notPositive() async {
    await #expect(processExitsWith: .failure) {
      _ = Signal.interval(.zero, on: TestScheduler())
    }
  }
}
