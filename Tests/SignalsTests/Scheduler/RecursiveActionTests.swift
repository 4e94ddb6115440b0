// SPDX-License-Identifier: MIT

import Testing

@testable import Signals

@Suite("Scheduler.scheduleRecursive")
struct ScheduleRecursiveTests {
  static let rounds = 1_000_000

  @Test("does a million rounds in place on a small stack")
  func manyRoundsInPlace() {
    let count = Box(0)
    onSmallStack {
      Scheduler.immediate.scheduleRecursive { again in
        count.value += 1
        if count.value < Self.rounds { again() }
      }
    }
    #expect(count.value == Self.rounds)
  }

  @Test("keeps no more of a hundred thousand rounds than of a few")
  func constantMemory() throws {
    let scheduler = Scheduler.background()
    let action = Box<RecursiveAction?>(nil)
    let most = Box(0)
    let count = Box(0)
    let isDone = Semaphore()
    // From within, so that the action is there at the first round.
    scheduler.schedule {
      let work = scheduler.scheduleRecursive { again in
        most.value = max(most.value, action.value?.heldCount ?? .max)
        count.value += 1
        count.value < 100_000 ? again() : isDone.signal()
      }
      action.value = work as? RecursiveAction
    }
    isDone.wait()
    #expect(most.value <= 2)
    #expect(count.value == 100_000)
    action.value = nil
  }

  @Test("does not nest on a custom scheduler that runs blocks in place")
  func customInline() {
    let count = Box(0)
    onSmallStack {
      InlineScheduler().scheduleRecursive { again in
        count.value += 1
        if count.value < 100_000 { again() }
      }
    }
    #expect(count.value == 100_000)
  }

  // Behaviour 342.
  @Test("on the main scheduler runs once, later, if it does not ask for more")
  func onceOnMain() {
    let count = Box(0)
    let isDone = Semaphore()
    Scheduler.main.schedule {
      Scheduler.main.scheduleRecursive { _ in count.value += 1 }
      #expect(count.value == 0)
      // What it might still do comes before the second of these.
      Scheduler.main.schedule { Scheduler.main.schedule { isDone.signal() } }
    }
    isDone.wait()
    #expect(count.value == 1)
  }

  // Behaviour 343.
  @Test("on the main scheduler goes on asynchronously, each round after the one before")
  func onMain() {
    let count = Box(0)
    let isStable = Log<Bool>()
    let isDone = Semaphore()
    Scheduler.main.schedule {
      Scheduler.main.scheduleRecursive { again in
        count.value += 1
        let before = count.value
        if before < 3 { again() }
        isStable.append(count.value == before)
        if before == 3 { isDone.signal() }
      }
      #expect(count.value == 0)
    }
    isDone.wait()
    #expect(count.value == 3)
    #expect(isStable.all == [true, true, true])
  }

  // Behaviour 344.
  @Test("may be asked for more later and from elsewhere", arguments: [false, true])
  func later(_ isInPlace: Bool) {
    let scheduler = isInPlace ? Scheduler.immediate : Scheduler.main
    let other = Scheduler.background()
    let count = Box(0)
    let isDone = Semaphore()
    scheduler.scheduleRecursive { again in
      count.value += 1
      if count.value == 3 { return isDone.signal() }
      other.schedule { again() }
    }
    isDone.wait()
    #expect(count.value == 3)
  }

  @Test("does as many rounds as were asked for, from several threads, never two at once")
  func manyAsk() {
    let scheduler = Scheduler.background()
    let again = Box<(@Sendable () -> Void)?>(nil)
    let isReady = Semaphore()
    let isDone = Semaphore()
    let count = Box(0)
    scheduler.scheduleRecursive { more in
      if count.value == 0 {
        again.value = more
        isReady.signal()
      }
      count.value += 1
      if count.value == 301 { isDone.signal() }
    }
    isReady.wait()
    let ask = again.value
    onThreads(3) { _ in for _ in 0..<100 { ask?() } }
    isDone.wait()
    #expect(count.value == 301)
    again.value = nil
  }

  @Test("ends when it is disposed, also from inside, and lets the block go")
  func disposed() {
    let scheduler = TestScheduler()
    let lives = Lives()
    let count = Box(0)
    let work = Box<Disposable?>(nil)
    work.value = lives.withOne { one in
      scheduler.scheduleRecursive { again in
        _ = one
        count.value += 1
        again()
        if count.value == 5 { work.value?.dispose() }
      }
    }
    scheduler.stepAll()
    #expect(count.value == 5)
    #expect(lives.count == 0)
  }
}

/// A custom scheduler that runs everything in place.
private final class InlineScheduler: Scheduler, @unchecked Sendable {
  init() { super.init(name: "inline") }

  override func schedule(
    after delay: Duration, _ block: @escaping @Sendable () -> Void
  ) -> Disposable? {
    makeAction(after: delay, block).run(on: self)
    return nil
  }
}
