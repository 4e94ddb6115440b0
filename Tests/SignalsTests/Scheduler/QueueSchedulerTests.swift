// SPDX-License-Identifier: MIT

import Dispatch
import Glibc
import Testing

@testable import Signals

@Suite("Scheduler.main, Scheduler.background() and QueueScheduler")
struct QueueSchedulerTests {
  /// A kind of scheduler on a queue.
  enum Kind: CaseIterable, Sendable {
    case main, background, queue

    func make() -> Scheduler {
      switch self {
      case .main: .main
      case .background: .background()
      case .queue: QueueScheduler(DispatchQueue(label: "target", attributes: .concurrent))
      }
    }
  }

  // Behaviours 325, 329.
  @Test("skip a block that was disposed and run a later one", arguments: Kind.allCases)
  func disposed(_ kind: Kind) {
    let scheduler = kind.make()
    let order = Log<String>()
    let isDone = Semaphore()
    // Both are scheduled from within, so that neither can begin before the first is disposed.
    scheduler.schedule {
      let first = scheduler.schedule { order.append("first") }
      scheduler.schedule {
        order.append("second")
        isDone.signal()
      }
      #expect(order.all == [])
      first?.dispose()
    }
    isDone.wait()
    #expect(order.all == ["second"])
  }

  // Behaviours 326, 330.
  @Test("run a block after no time, but not at once", arguments: Kind.allCases)
  func afterNoTime(_ kind: Kind) {
    let scheduler = kind.make()
    let order = Log<String>()
    let isDone = Semaphore()
    scheduler.schedule {
      scheduler.schedule(after: .zero) {
        order.append("block")
        isDone.signal()
      }
      order.append("scheduled")
    }
    isDone.wait()
    #expect(order.all == ["scheduled", "block"])
  }

  // Behaviours 327, 331.
  @Test("run a block after a time, and skip one that was disposed", arguments: Kind.allCases)
  func afterTime(_ kind: Kind) {
    let scheduler = kind.make()
    let order = Log<String>()
    let isDone = Semaphore()
    scheduler.schedule {
      scheduler.schedule(after: .milliseconds(5)) { order.append("disposed") }?.dispose()
      scheduler.schedule(after: .milliseconds(20)) {
        order.append("block")
        isDone.signal()
      }
    }
    isDone.wait()
    #expect(order.all == ["block"])
  }

  // Behaviours 328, 332.
  @Test("run a block again and again until it is disposed", arguments: Kind.allCases)
  func repeating(_ kind: Kind) {
    let scheduler = kind.make()
    let runs = Log<Bool>()
    let isDone = Semaphore()
    let work = Box<Disposable?>(nil)
    let lives = Lives()
    // From within, so that the disposable is there at the first run.
    scheduler.schedule {
      work.value = lives.withOne { one in
        scheduler.schedule(after: .milliseconds(1), every: .milliseconds(2)) {
          _ = one
          runs.append(Scheduler.current === scheduler)
          guard runs.all.count == 3 else { return }
          work.value?.dispose()
          // Whatever is still to come of it comes before this.
          scheduler.schedule(after: .milliseconds(20)) { isDone.signal() }
        }
      }
    }
    isDone.wait()
    #expect(runs.all == [true, true, true])
    #expect(work.value?.isDisposed == true)
    #expect(lives.count == 0)
  }

  // Behaviour 350.
  @Test("run one block at a time, first-in first-out, also on a concurrent queue")
  func fifo() {
    let target = DispatchQueue(label: "concurrent", attributes: .concurrent)
    let scheduler = QueueScheduler(target)
    let order = Log<Int>()
    let isDone = Semaphore()
    let firstMayEnd = Semaphore()
    scheduler.schedule {
      firstMayEnd.wait()
      order.append(0)
    }
    for index in 1..<20 {
      scheduler.schedule {
        order.append(index)
        if index == 19 { isDone.signal() }
      }
    }
    // The target runs something else meanwhile, so it would have had time for the second block.
    let other = Semaphore()
    target.async { other.signal() }
    other.wait()
    #expect(order.all == [])
    firstMayEnd.signal()
    isDone.wait()
    #expect(order.all == Array(0..<20))
  }

  @Test("run blocks on the main actor, if it is the main one")
  func mainActor() {
    let seen = Log<Int>()
    let isDone = Semaphore()
    Scheduler.main.schedule {
      MainActor.assumeIsolated { seen.append(1) }
      isDone.signal()
    }
    isDone.wait()
    #expect(seen.all == [1])
  }

  @Test("let a block go when it is disposed, not when its time comes")
  func releases() {
    let lives = Lives()
    let work = lives.withOne { one in
      Scheduler.background().schedule(after: .seconds(10_000)) { _ = one }
    }
    #expect(lives.count == 1)
    work?.dispose()
    #expect(lives.count == 0)
  }

  @Test("finish an action: it is disposed once its block has returned")
  func finishes() {
    let scheduler = Scheduler.background()
    let work = Box<Disposable?>(nil)
    let seen = Log<Bool>()
    let isDone = Semaphore()
    scheduler.schedule {
      work.value = scheduler.schedule { seen.append(work.value?.isDisposed ?? true) }
      scheduler.schedule {
        seen.append(work.value?.isDisposed ?? false)
        isDone.signal()
      }
    }
    isDone.wait()
    #expect(seen.all == [false, true])
  }

  @Test("either run or skip a block that is disposed from another thread")
  func race() {
    for _ in 0..<200 {
      let lives = Lives()
      let action = lives.withOne { one in Scheduler.main.makeAction { _ = one } }
      onThreads(2) { $0 == 0 ? action.run(on: Scheduler.main) : action.dispose() }
      #expect(action.isDisposed)
      #expect(lives.count == 0)
    }
  }

  @Test("run blocks in the order of their times, however close those are", arguments: [1, 20])
  func closeTimes(_ microseconds: Int) {
    let scheduler = Scheduler.background()
    let seen = Log<Int>()
    let isDone = Semaphore()
    for index in 0..<10_000 {
      scheduler.schedule(after: .microseconds(microseconds)) {
        seen.append(index)
        if index == 9_999 { isDone.signal() }
      }
    }
    isDone.wait()
    #expect(seen.all == Array(0..<10_000))
  }

  @Test("keep nothing of blocks that were disposed long before their times", .measuresMemory)
  func flatMemory() async {
    await #expect(processExitsWith: .success) {
      let scheduler = Scheduler.background()
      // Something that stays, and later than all others.
      let last = scheduler.schedule(after: .seconds(10_000)) {}
      trapUnlessMemoryIsFlat(200_000) { count in
        for index in 0..<count {
          scheduler.schedule(after: .seconds(1_000 + index % 7)) {}?.dispose()
        }
      }
      last?.dispose()
    }
  }

  @Test("run what a due block schedules only after those that wait for their turn")
  func turns() {
    let scheduler = Scheduler.background()
    let order = Log<String>()
    let isDone = Semaphore()
    scheduler.schedule(after: .milliseconds(1)) {
      order.append("first")
      scheduler.schedule { order.append("at once") }
      scheduler.schedule(after: .nanoseconds(1)) {
        order.append("later")
        isDone.signal()
      }
      usleep(2_000)
    }
    isDone.wait()
    #expect(order.all == ["first", "at once", "later"])
  }

  @Test("take any duration: a negative one for zero, one that is too long for never")
  func oddDurations() {
    let scheduler = Scheduler.background()
    let isDone = Semaphore()
    for delay in [Duration.seconds(Int64.max), .seconds(Int64.max / 1_000_000_000)] {
      scheduler.schedule(after: delay) { Issue.record("came") }?.dispose()
      scheduler.schedule(after: delay, every: delay, leeway: delay) {}?.dispose()
    }
    scheduler.schedule(after: .seconds(Int64.min)) { isDone.signal() }
    isDone.wait()
  }
}
