// SPDX-License-Identifier: MIT

import Testing

@testable import Signals

@Suite("Scheduler.subscription")
struct SubscriptionSchedulerTests {
  // Behaviour 336.
  @Test("runs a block in place inside of a scheduler")
  func inPlace() {
    let order = Log<String>()
    let isDone = Semaphore()
    Scheduler.background().schedule {
      let disposable = Scheduler.subscription.schedule { order.append("block") }
      order.append(disposable == nil ? "after" : "disposable")
      isDone.signal()
    }
    isDone.wait()
    #expect(order.all == ["block", "after"])
  }

  // Behaviour 334.
  @Test("runs a block on a background scheduler where there is none")
  func inBackground() {
    let seen = Log<Scheduler?>()
    let isDone = Semaphore()
    onThreads(1) { _ in
      Scheduler.subscription.schedule {
        seen.append(Scheduler.current)
        isDone.signal()
      }
    }
    isDone.wait()
    #expect(seen.all.count == 1)
    #expect(seen.all.allSatisfy { $0 != nil && $0 !== Scheduler.main })
  }

  @Test("does not make what is delivered on it serial: its callers may overlap")
  func notSerial() {
    let source = Signal<Int> { _ in nil }
    #expect(!source.deliverOn(.subscription).deliversSerially)
    #expect(!source.deliverOn(.immediate).deliversSerially)
    #expect(source.deliverOn(.main).deliversSerially)
  }

  @Test("runs further blocks while others are blocked")
  func noStarvation() {
    let blocked = 40
    let mayGoOn = Semaphore()
    let isBlocked = Semaphore()
    let isDone = Semaphore()
    onThreads(1) { _ in
      for _ in 0..<blocked {
        Scheduler.subscription.schedule {
          isBlocked.signal()
          mayGoOn.wait()
          isDone.signal()
        }
      }
      for _ in 0..<blocked { isBlocked.wait() }
      Scheduler.subscription.schedule { isDone.signal() }
    }
    isDone.wait()
    for _ in 0..<blocked { mayGoOn.signal() }
    for _ in 0..<blocked { isDone.wait() }
  }

  @Test("repeats recursively in place inside of a scheduler")
  func recursive() {
    let count = Box(0)
    let isDone = Semaphore()
    Scheduler.background().schedule {
      Scheduler.subscription.scheduleRecursive { again in
        count.value += 1
        if count.value < 3 { again() }
      }
      #expect(count.value == 3)
      isDone.signal()
    }
    isDone.wait()
  }
}
