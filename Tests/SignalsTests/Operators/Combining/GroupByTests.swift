// SPDX-License-Identifier: MIT

import Testing

@testable import Signals

@Suite("groupBy")
struct GroupByTests {
  private let source = Subject<Int>().named("source")

  /// The history of all groups, and of the signal of them.
  private func run() -> Log<String> {
    let log = Log<String>()
    source.groupBy { $0 % 4 }.subscribe(
      next: { group in
        log.append("group \(group.key)")
        group.subscribe(
          next: { log.append("\(group.key): \($0)") },
          error: { log.append("\(group.key): \($0)") },
          completed: { log.append("\(group.key): completed") })
      }, error: { log.append("\($0)") }, completed: { log.append("completed") })
    return log
  }

  @Test("sends a group before its first value, and each value to the group of its key")
  func values() {
    let log = run()
    for value in [0, 1, 4, 5, 2] { source.sendNext(value) }
    #expect(
      log.all == [
        "group 0", "0: 0", "group 1", "1: 1", "0: 4", "1: 5", "group 2", "2: 2",
      ])
    source.sendCompleted()
  }

  // Behaviours 194, 196.
  @Test("completes, then its groups do, in the order in which they came to be")
  func completed() {
    let log = run()
    for value in (0..<20).reversed() { source.sendNext(value) }
    let before = log.all.count
    source.sendCompleted()
    #expect(
      log.all.dropFirst(before)
        == ["completed", "3: completed", "2: completed", "1: completed", "0: completed"])
  }

  // Behaviour 195.
  @Test("fails, then its groups do")
  func error() {
    let log = run()
    source.sendNext(0)
    source.sendNext(1)
    source.sendError(TestError.first)
    #expect(log.all.suffix(3) == ["first", "0: first", "1: first"])
  }

  @Test("a group tells who comes late only that it has ended")
  func late() {
    let recorder = source.groupBy { $0 % 2 }.recorded()
    source.sendNext(1)
    source.sendNext(2)
    source.sendCompleted()
    let groups = recorder.values
    #expect(groups.map(\.key) == [1, 0])
    #expect(groups.map(\.description) == ["source.groupBy.group", "source.groupBy.group"])
    for group in groups { #expect(group.recorded().events == [.completed]) }
  }

  @Test("groups merge again to all values, and hide values where the source does")
  func merged() {
    let source = Subject<Int>().redacted()
    let recorder = source.groupBy { $0 % 2 }
      .flatMap { group -> Signal<Int> in
        #expect(group.isRedacted)
        return group
      }.recorded()
    for value in 0..<6 { source.sendNext(value) }
    source.sendCompleted()
    #expect(recorder.events == (0..<6).map { .next($0) } + [.completed])
  }

  @Test("dispose lets source and groups go")
  func dispose() {
    let lives = Lives()
    let subscription = lives.withOne { one in
      source.groupBy { $0 }.subscribe(next: { group in group.subscribe(next: { _ in _ = one }) })
    }
    for value in 0..<10 { source.sendNext(value) }
    #expect(lives.count == 1)
    subscription.dispose()
    #expect(lives.count == 0)
  }

  @Test("loses nothing when its source overlaps")
  func overlapping() {
    let box = Box<PassthroughSubscriber<Int>?>(nil)
    let recorder = Signal<Int> { subscriber in
      box.value = subscriber
      return nil
    }.groupBy { $0 % 3 }.flatMap { $0 }.recorded()
    let subscriber = box.value
    onThreads(2) { thread in
      for value in 0..<1_000 { subscriber?.sendNext(2 * value + thread) }
    }
    box.value = nil
    #expect(Set(recorder.values) == Set(0..<2_000))
    #expect(recorder.values.count == 2_000)
  }
}
