// SPDX-License-Identifier: MIT

import Dispatch
import Testing

@testable import Signals

@Suite("Scheduler.current")
struct SchedulerCurrentTests {
  /// A kind of scheduler, by name, because arguments of tests are values.
  enum Kind: Sendable {
    case main, background, immediate, subscription
  }

  /// Nests schedules and returns which schedulers were current, outermost first.
  private func currents(_ kinds: [Kind]) -> (schedulers: [Scheduler], currents: [Scheduler?]) {
    let schedulers = kinds.map { kind in
      switch kind {
      case .main: Scheduler.main
      case .background: Scheduler.background()
      case .immediate: Scheduler.immediate
      case .subscription: Scheduler.subscription
      }
    }
    let seen = Log<Scheduler?>()
    let isDone = Semaphore()
    @Sendable func nest(_ rest: ArraySlice<Scheduler>) {
      guard let next = rest.first else { return isDone.signal() }
      next.schedule {
        seen.append(Scheduler.current)
        nest(rest.dropFirst())
      }
    }
    nest(schedulers[...])
    isDone.wait()
    return (schedulers, seen.all)
  }

  // Behaviours 324, 333, 335.
  @Test(
    "is the one that runs the block, through nested schedules",
    arguments: [
      ([Kind.background, .immediate], [0, 0]),
      ([.background, .subscription], [0, 0]),
      ([.main, .background, .main], [0, 1, 2]),
      ([.background, .main, .background], [0, 1, 2]),
      ([.main, .subscription], [0, 0]),
      ([.main, .immediate, .subscription], [0, 0, 0]),
    ])
  func nested(_ kinds: [Kind], _ expected: [Int]) {
    let (schedulers, currents) = currents(kinds)
    #expect(
      currents.map { $0.map { ObjectIdentifier($0) } }
        == expected.map { ObjectIdentifier(schedulers[$0]) })
  }

  @Test("is nil on a thread that no scheduler made")
  func foreignThread() {
    let seen = Log<Bool>()
    onThreads(1) { _ in seen.append(Scheduler.current == nil) }
    #expect(seen.all == [true])
  }

  @Test("is what it was when a block has returned")
  func restored() {
    let seen = Log<Bool>()
    onThreads(1) { _ in
      let scheduler = TestScheduler()
      scheduler.schedule { seen.append(Scheduler.current === scheduler) }
      scheduler.step()
      seen.append(Scheduler.current == nil)
    }
    #expect(seen.all == [true, true])
  }

  // Behaviour 349.
  @Test("is the queue scheduler inside of it")
  func queueScheduler() {
    let scheduler = QueueScheduler(DispatchQueue(label: "test", attributes: .concurrent))
    #expect(scheduler.name == "queue(test)")
    let seen = Log<Bool>()
    let isDone = Semaphore()
    scheduler.schedule {
      seen.append(Scheduler.current === scheduler)
      isDone.signal()
    }
    isDone.wait()
    #expect(seen.all == [true])
  }

  @Test("is the main scheduler on the main actor")
  @MainActor
  func mainThread() {
    #expect(Scheduler.current === Scheduler.main)
  }
}
