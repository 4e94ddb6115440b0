// SPDX-License-Identifier: MIT

import Signals
import Synchronization
import TestSupport
import Testing
import TraceModel
import TraceTesting

@Suite("withRecording of a closure", .needsPrivateDaemon)
struct ProcessRecordingTests {
  private struct Stop: Error {}

  /// The values of a signal that are in a trace.
  private func values(_ trace: SignalTrace, of name: String) -> [String] {
    var values: [String] = []
    trace.forEachEvent { event in
      if event.kind == .next, event.signal.map({ trace.signals.text($0) }) == name {
        values.append(event.withText { $0.map { String(decoding: $0, as: UTF8.self) } ?? "-" })
      }
      return true
    }
    return values
  }

  @Test("hands over what this process did, and nothing before or after")
  func recording() throws {
    let subject = Subject<Int>()
    let clicks = subject.named("recording.clicks")
    clicks.subscribe(next: { _ in })
    subject.sendNext(1)
    let found = try withRecording {
      subject.sendNext(2)
      subject.sendNext(3)
    } then: {
      values($0, of: "recording.clicks")
    }
    subject.sendNext(4)
    #expect(found == ["2", "3"])
  }

  @Test("lets recordings of many threads and tasks come one after the other")
  func turns() async throws {
    let running = Counter()
    try await withThrowingTaskGroup(of: [String].self) { group in
      for number in 0..<3 {
        group.addTask {
          try await withRecording {
            #expect(running.value.wrappingAdd(1, ordering: .relaxed).newValue == 1)
            await Task.yield()
            Signal.just(number).named("recording.turn\(number)").subscribe(next: { _ in })
            running.value.wrappingSubtract(1, ordering: .relaxed)
          } then: { trace in
            (0..<3).flatMap { values(trace, of: "recording.turn\($0)") }
          }
        }
      }
      var found: [[String]] = []
      for try await values in group { found.append(values) }
      #expect(found.sorted { $0.lexicographicallyPrecedes($1) } == [["0"], ["1"], ["2"]])
    }
  }

  private final class Counter: Sendable {
    let value = Atomic(0)
  }

  @Test("throws what the closure throws, and the next one records")
  func failing() throws {
    #expect(throws: Stop.self) {
      try withRecording {
        throw Stop()
      } then: { _ in
      }
    }
    let found = try withRecording {
      Signal.just(5).named("recording.next").subscribe(next: { _ in })
    } then: {
      values($0, of: "recording.next")
    }
    #expect(found == ["5"])
  }
}
