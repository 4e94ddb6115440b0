// SPDX-License-Identifier: MIT

import Testing

@testable import Signals

@Suite("Scheduler.immediate")
struct ImmediateSchedulerTests {
  // Behaviour 337.
  @Test("runs a block in place and returns nil")
  func inPlace() {
    let runs = Log<Int>()
    #expect(Scheduler.immediate.schedule { runs.append(1) } == nil)
    #expect(runs.all == [1])
  }

  // Behaviour 338.
  @Test("blocks for the time asked, runs the block in place and returns nil")
  func blocks() {
    let runs = Log<Duration>()
    let clock = ContinuousClock()
    let begin = clock.now
    let disposable = Scheduler.immediate.schedule(after: .milliseconds(10)) {
      runs.append(clock.now - begin)
    }
    #expect(disposable == nil)
    // That it is not less is the contract; how much more is the machine's affair.
    #expect(runs.all.count == 1 && runs.all.allSatisfy { $0 >= .milliseconds(10) })
  }

  @Test("traps when it is asked to repeat")
  func repeating() async {
    await #expect(processExitsWith: .failure) {
      Scheduler.immediate.schedule(after: .zero, every: .seconds(1)) {}
    }
  }

  // Behaviour 339.
  @Test("runs a recursive block once if it does not ask for more")
  func once() {
    let runs = Log<Int>()
    Scheduler.immediate.scheduleRecursive { _ in runs.append(1) }
    #expect(runs.all == [1])
  }

  // Behaviour 340.
  @Test("runs a recursive block again only after it has returned")
  func recursive() {
    let count = Box(0)
    let isStable = Log<Bool>()
    Scheduler.immediate.scheduleRecursive { again in
      count.value += 1
      let before = count.value
      if before < 3 { again() }
      isStable.append(count.value == before)
    }
    #expect(count.value == 3)
    #expect(isStable.all == [true, true, true])
  }
}
