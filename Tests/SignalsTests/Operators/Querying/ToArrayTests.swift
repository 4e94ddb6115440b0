// SPDX-License-Identifier: MIT

import Testing

@testable import Signals

@Suite("toArray(), blocking")
struct ToArrayTests {
  @Test("returns all values in order")
  func values() throws {
    #expect(try Signal(sequence: 1...3).toArray() == [1, 2, 3])
    #expect(try Signal<Int>.empty.toArray() == [])
  }

  // Behaviour 190.
  @Test("keeps nil values")
  func nils() throws {
    #expect(try Signal<Int?>(sequence: [1, nil, nil]).toArray() == [1, nil, nil])
  }

  // Behaviours 191, 192.
  @Test("throws the error, also after values")
  func error() {
    #expect(throws: TestError.first) { try Signal<Int>.error(TestError.first).toArray() }
    let signal = Signal<Int> { subscriber in
      subscriber.sendNext(1)
      subscriber.sendError(TestError.second)
      return nil
    }
    #expect(throws: TestError.second) { try signal.toArray() }
  }

  @Test("loses none of the values of two threads that send at once")
  func overlapping() throws {
    let signal = Signal<Int> { subscriber in
      Scheduler.background().schedule {
        onThreads(2) { thread in
          for value in 0..<5_000 { subscriber.sendNext(2 * value + thread) }
        }
        subscriber.sendCompleted()
      }
    }
    let values = try signal.toArray()
    #expect(values.filter { $0 % 2 == 0 } == (0..<5_000).map { 2 * $0 })
    #expect(values.filter { $0 % 2 == 1 } == (0..<5_000).map { 2 * $0 + 1 })
  }
}
