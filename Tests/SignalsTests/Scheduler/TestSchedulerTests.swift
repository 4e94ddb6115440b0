// SPDX-License-Identifier: MIT

import Testing

@testable import Signals

@Suite("TestScheduler")
struct TestSchedulerTests {
  private let scheduler = TestScheduler()
  private let order = Log<Int>()

  private func schedule(_ count: Int) {
    for index in 0..<count { scheduler.schedule { order.append(index) } }
  }

  // Behaviour 351.
  @Test("does nothing when there is nothing to do")
  func empty() {
    scheduler.step()
    scheduler.step(5)
    scheduler.stepAll()
    #expect(scheduler.now == .zero)
  }

  // Behaviour 352.
  @Test("steps one block at a time, first-in first-out")
  func steps() {
    schedule(3)
    for count in 0..<3 {
      #expect(order.all == Array(0..<count))
      scheduler.step()
    }
    #expect(order.all == [0, 1, 2])
  }

  // Behaviour 353.
  @Test("steps as many as asked")
  func stepsMany() {
    schedule(4)
    scheduler.step(2)
    #expect(order.all == [0, 1])
    scheduler.step(1)
    #expect(order.all == [0, 1, 2])
    scheduler.stepAll()
  }

  // Behaviour 354.
  @Test("stepAll runs all, and what they schedule")
  func stepsAll() {
    schedule(9)
    scheduler.schedule { scheduler.schedule { order.append(9) } }
    scheduler.stepAll()
    #expect(order.all == Array(0..<10))
  }

  // Behaviours 355, 356.
  @Test("runs in the order of the times, which may be very far")
  func dates() {
    scheduler.schedule(after: .seconds(Int64.max)) { order.append(3) }
    scheduler.schedule(after: .seconds(20)) { order.append(1) }
    scheduler.schedule(after: .seconds(50)) { order.append(2) }
    scheduler.schedule(after: .seconds(-5)) { order.append(0) }
    scheduler.stepAll()
    #expect(order.all == [0, 1, 2, 3])
    // The end of time is no trap either.
    scheduler.schedule(after: .seconds(Int64.max)) { order.append(4) }
    scheduler.stepAll()
    #expect(order.all == [0, 1, 2, 3, 4])
  }

  @Test("runs blocks of many times in order, equal ones first-in first-out")
  func manyDates() {
    let entries = (0..<500).map { (delay: ($0 * 7919) % 23, index: $0) }
    for entry in entries {
      scheduler.schedule(after: .milliseconds(entry.delay)) { order.append(entry.index) }
    }
    scheduler.stepAll()
    let expected = entries.sorted { ($0.delay, $0.index) < ($1.delay, $1.index) }.map(\.index)
    #expect(order.all == expected)
  }

  @Test("moves its time to that of each block, and counts delays from there")
  func now() {
    let times = Log<Duration>()
    scheduler.schedule(after: .seconds(2)) {
      times.append(scheduler.now)
      scheduler.schedule(after: .seconds(3)) { times.append(scheduler.now) }
    }
    scheduler.stepAll()
    #expect(times.all == [.seconds(2), .seconds(5)])
    #expect(scheduler.now == .seconds(5))
  }

  @Test("is the current scheduler of its blocks")
  func current() {
    let seen = Log<Bool>()
    scheduler.schedule { seen.append(Scheduler.current === scheduler) }
    scheduler.step()
    #expect(seen.all == [true])
  }

  @Test("skips disposed blocks without counting them")
  func disposed() {
    let work = scheduler.schedule { order.append(-1) }
    schedule(2)
    work?.dispose()
    scheduler.step()
    #expect(order.all == [0])
    scheduler.stepAll()
  }

  @Test("advances by a time, running what is due on the way at its own time")
  func advances() {
    let times = Log<Duration>()
    let work = scheduler.schedule(after: .seconds(1), every: .seconds(2)) {
      times.append(scheduler.now)
    }
    scheduler.advance(by: .seconds(6))
    #expect(times.all == [.seconds(1), .seconds(3), .seconds(5)])
    #expect(scheduler.now == .seconds(6))
    scheduler.advance(by: .seconds(1))
    #expect(times.all.count == 4)
    work?.dispose()
  }

  @Test("is freed although blocks wait on it")
  func freed() {
    weak var weakScheduler: TestScheduler?
    do {
      let scheduler = TestScheduler()
      weakScheduler = scheduler
      scheduler.schedule {}
      scheduler.schedule(after: .seconds(1)) {}
    }
    #expect(weakScheduler == nil)
  }

  @Test("ends a repeating block that is disposed")
  func endsRepeating() {
    let work = Box<Disposable?>(nil)
    work.value = scheduler.schedule(after: .zero, every: .seconds(1)) {
      order.append(order.all.count)
      if order.all.count == 3 { work.value?.dispose() }
    }
    scheduler.stepAll()
    #expect(order.all == [0, 1, 2])
  }

  @Test("takes a negative count of steps for none, a negative time for zero, and any long time")
  func oddNumbers() {
    for delay in [Duration.seconds(Int64.min), .nanoseconds(-1), .seconds(Int64.max)] {
      scheduler.schedule(after: delay) { order.append(order.all.count) }
      scheduler.step(-1)
      scheduler.advance(by: .seconds(-1))
    }
    #expect(order.all == [0, 1])
    scheduler.advance(by: .seconds(Int64.max))
    scheduler.advance(by: .seconds(Int64.max))
    #expect(order.all == [0, 1, 2])
  }

  @Test("keeps nothing of blocks that were disposed long before their times", .measuresMemory)
  func flatMemory() async {
    await #expect(processExitsWith: .success) {
      let scheduler = TestScheduler()
      let seen = Box(0)
      for seconds in 1...100 { scheduler.schedule(after: .seconds(seconds)) { seen.value += 1 } }
      trapUnlessMemoryIsFlat(200_000) { count in
        for index in 0..<count {
          scheduler.schedule(after: .seconds(1_000 + index % 7)) {}?.dispose()
        }
      }
      scheduler.stepAll()
      precondition(seen.value == 100)
      precondition(scheduler.now == .seconds(100))
    }
  }
}
