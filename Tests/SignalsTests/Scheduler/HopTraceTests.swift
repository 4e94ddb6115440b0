// SPDX-License-Identifier: MIT

import CThreadState
import Dispatch
import TestSupport
import Testing

@testable import Signals

@Suite("The tracepoints of schedulers", .needsPrivateDaemon)
struct HopTraceTests {
  /// The events of one scheduler, each as `event#n` with n its action in the order of scheduling.
  private func history(of schedulerID: UInt64, _ events: [RecordedEvent]) -> [String] {
    var numbers: [String: Int] = [:]
    return events.compactMap { event in
      if event.name == "racscheduler:scheduled" && event["scheduler_id"] == "\(schedulerID)" {
        numbers[event["action_id"]] = numbers.count
      }
      guard event.name.hasPrefix("racscheduler:"), let number = numbers[event["action_id"]] else {
        return nil
      }
      return "\(event.name.dropFirst("racscheduler:".count))#\(number)"
    }
  }

  private func scheduled(by schedulerID: UInt64, _ events: [RecordedEvent]) -> [RecordedEvent] {
    events.filter {
      $0.name == "racscheduler:scheduled" && $0["scheduler_id"] == "\(schedulerID)"
    }
  }

  @Test("scheduled, then began and ended around the run, or cancelled")
  func lifecycle() throws {
    let scheduler = TestScheduler()
    let events = try Recording.of(["racscheduler:*"]) {
      scheduler.schedule(after: .milliseconds(7)) {}
      scheduler.schedule {}?.dispose()
      scheduler.schedule {}
      scheduler.stepAll()
    }
    #expect(
      history(of: scheduler.id, events) == [
        "scheduled#0", "scheduled#1", "cancelled#1", "scheduled#2", "began#2", "ended#2", "began#0",
        "ended#0",
      ])
    let scheduled = scheduled(by: scheduler.id, events)
    #expect(scheduled.map { $0["delay_ns"] } == ["7000000", "0", "0"])
    #expect(scheduled.map { $0["cause_id"] } == ["0", "0", "0"])
    #expect(scheduled.allSatisfy { $0["scheduler"] == "test" && $0["action_id"] != "0" })
  }

  @Test("what an action schedules names it as its cause")
  func cause() throws {
    let scheduler = TestScheduler()
    let events = try Recording.of(["racscheduler:*"]) {
      scheduler.schedule { scheduler.schedule { scheduler.schedule {} } }
      scheduler.stepAll()
    }
    let scheduled = scheduled(by: scheduler.id, events)
    #expect(
      scheduled.map { $0["cause_id"] } == ["0"] + scheduled.dropLast().map { $0["action_id"] })
    #expect(ractrace_thread_state().pointee.cause == 0)
  }

  @Test("each run of a repeating block is an action of its own")
  func repeating() throws {
    let scheduler = TestScheduler()
    let count = Box(0)
    let events = try Recording.of(["racscheduler:*"]) {
      let work = scheduler.schedule(after: .milliseconds(1), every: .milliseconds(2)) {
        count.value += 1
      }
      scheduler.step(2)
      work?.dispose()
    }
    #expect(count.value == 2)
    check(events, of: scheduler)
  }

  @Test("each run of a timer is an action of its own")
  func repeatingTimer() throws {
    let scheduler = Scheduler.background()
    let count = Box(0)
    let secondRuns = Semaphore()
    let isDisposed = Semaphore()
    let events = try Recording.of(["racscheduler:*"]) {
      let work = scheduler.schedule(after: .milliseconds(1), every: .milliseconds(2)) {
        count.value += 1
        guard count.value == 2 else { return }
        secondRuns.signal()
        isDisposed.wait()
      }
      secondRuns.wait()
      work?.dispose()
      isDisposed.signal()
      // What follows on the scheduler follows the end of the second run.
      let isOver = Semaphore()
      scheduler.schedule { isOver.signal() }
      isOver.wait()
    }
    #expect(count.value == 2)
    check(events, of: scheduler)
  }

  private func check(_ events: [RecordedEvent], of scheduler: Scheduler) {
    let history = history(of: scheduler.id, events).filter { !$0.hasSuffix("#3") }
    // The end of the second run and the cancelling of the third may be on different threads.
    let steps = ["scheduled#0", "began#0", "scheduled#1", "ended#0", "began#1", "scheduled#2"]
    #expect(Array(history.prefix(steps.count)) == steps)
    #expect(Set(history.dropFirst(steps.count)) == ["ended#1", "cancelled#2"])
    let delays = scheduled(by: scheduler.id, events).map { $0["delay_ns"] }
    #expect(delays.prefix(3) == ["1000000", "2000000", "2000000"])
  }

  @Test("each round of a recursive block is an action of its own, also in place")
  func recursive() throws {
    let count = Box(0)
    let events = try Recording.of(["racscheduler:*"]) {
      Scheduler.immediate.schedule {
        // The rounds of this test, among those of others: those that this action caused.
        Scheduler.immediate.scheduleRecursive { again in
          count.value += 1
          if count.value < 3 { again() }
        }
      }
    }
    let scheduled = scheduled(by: Scheduler.immediate.id, events)
    let causes = Set(scheduled.map { $0["cause_id"] }).subtracting(["0"])
    let rounds = causes.map { cause in scheduled.filter { $0["cause_id"] == cause }.count }
    #expect(rounds.contains(3))
    #expect(scheduled.allSatisfy { $0["scheduler"] == "immediate" })
  }

  @Test("every scheduler has its name")
  func names() throws {
    let background = Scheduler.background()
    let queue = QueueScheduler(DispatchQueue(label: "a  label"))
    let isDone = Semaphore()
    let events = try Recording.of(["racscheduler:scheduled"]) {
      for scheduler in [background, queue, Scheduler.main] {
        scheduler.schedule { isDone.signal() }
        isDone.wait()
      }
      onThreads(1) { _ in Scheduler.subscription.schedule { isDone.signal() } }
      isDone.wait()
    }
    let names = { (id: UInt64) in Set(scheduled(by: id, events).map { $0["scheduler"] }) }
    #expect(names(background.id) == ["background"])
    #expect(names(queue.id) == ["queue(a label)"])
    #expect(names(Scheduler.main.id) == ["main"])
    #expect(events.contains { $0["scheduler"] == "subscription" })
  }

  @Test("an action is traced whole, with any one of its events enabled")
  func oneEvent() throws {
    let scheduler = TestScheduler()
    let seen = Log<UInt64>()
    let events = try Recording.of(["racscheduler:ended"]) {
      scheduler.schedule { seen.append(ractrace_thread_state().pointee.cause) }
      scheduler.stepAll()
    }
    #expect(seen.all.count == 1 && seen.all != [0])
    #expect(events.map { $0["action_id"] }.contains("\(seen.all[0])"))
  }
}
