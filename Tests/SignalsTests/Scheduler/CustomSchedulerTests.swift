// SPDX-License-Identifier: MIT

import Testing

@testable import Signals

/// Written with the public interface only, as a user's would be.
private final class LaterScheduler: Scheduler, @unchecked Sendable {
  let waiting = Log<(Duration, SchedulerAction)>()

  init() { super.init(name: "later") }

  @discardableResult
  override func schedule(
    after delay: Duration, _ block: @escaping @Sendable () -> Void
  ) -> Disposable? {
    let action = makeAction(after: delay, block)
    waiting.append((delay, action))
    return action
  }

  func run(_ index: Int) { waiting.all[index].1.run(on: self) }
}

@Suite("A custom scheduler")
struct CustomSchedulerTests {
  // Behaviours 346, 347.
  @Test("gets every schedule through the one method that it overrides")
  func schedule() {
    let scheduler = LaterScheduler()
    let order = Log<String>()
    scheduler.schedule { order.append("now") }
    scheduler.schedule(after: .seconds(1)) { order.append("later") }
    #expect(scheduler.waiting.all.map(\.0) == [.zero, .seconds(1)])
    #expect(order.all == [])
    scheduler.run(1)
    scheduler.run(0)
    scheduler.run(0)
    #expect(order.all == ["later", "now"])
  }

  // Behaviour 348.
  @Test("is the current one while its actions run")
  func current() {
    let scheduler = LaterScheduler()
    let seen = Log<Bool>()
    scheduler.schedule { seen.append(Scheduler.current === scheduler) }
    scheduler.run(0)
    #expect(seen.all == [true])
  }

  @Test("skips what was disposed")
  func dispose() {
    let scheduler = LaterScheduler()
    let runs = Log<Int>()
    scheduler.schedule { runs.append(1) }?.dispose()
    scheduler.run(0)
    #expect(runs.all == [])
  }

  @Test("repeats by scheduling each run from the one before")
  func repeating() {
    let scheduler = LaterScheduler()
    let runs = Log<Int>()
    let work = scheduler.schedule(after: .seconds(5), every: .seconds(2)) {
      runs.append(scheduler.waiting.all.count)
    }
    scheduler.run(0)
    scheduler.run(1)
    #expect(runs.all == [2, 3])
    #expect(scheduler.waiting.all.map(\.0) == [.seconds(5), .seconds(2), .seconds(2)])
    work?.dispose()
    scheduler.run(2)
    #expect(runs.all == [2, 3])
    #expect(scheduler.waiting.all.allSatisfy { $0.1.isDisposed })
  }

  @Test("traps without the method, and with an interval that is not positive")
  func traps() async {
    await #expect(processExitsWith: .failure) {
      Scheduler(name: "nothing").schedule {}
    }
    await #expect(processExitsWith: .failure) {
      TestScheduler().schedule(after: .zero, every: .zero) {}
    }
  }

  @Test("has a name and an id of its own")
  func identity() {
    let one = LaterScheduler()
    let other = LaterScheduler()
    #expect(one.name == "later" && one.description == "later")
    #expect(one.id != other.id && one.id != 0)
  }
}
