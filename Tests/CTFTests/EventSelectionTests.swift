// SPDX-License-Identifier: MIT

import CTF
import TestSupport
import Testing
import TraceTestSupport

@Suite("EventSelection")
struct EventSelectionTests {
  /// Two streams with an event of each of two classes.
  private static func trace() -> TestTrace {
    var trace = TestTrace(events: [
      .init(name: "a:b", fields: [.integer("n", 32)]), .init(name: "a:c", fields: []),
    ])
    for stream in 0..<2 as Range<UInt64> {
      trace.packet(in: "c_\(stream)", begin: 0, end: 100, cpu: stream) { packet in
        packet.event("a:b", at: 10 + stream, [.number(stream)])
        packet.event("a:c", at: 20 + stream)
      }
    }
    return trace
  }

  private static func times(_ set: CTFTraceSet, _ selection: EventSelection) -> [Int64] {
    var times: [Int64] = []
    set.forEachEvent(selecting: selection) { times.append($0.timestamp) }
    return times
  }

  @Test("gives the events of some classes, of some streams, or of both")
  func selects() throws {
    let folder = try Self.trace().write()
    let set = try CTFTraceSet.open([folder.path])
    let first = EventSelection.classes(of: set) { $0.name == "a:b" }
    #expect(Self.times(set, .all) == [10, 11, 20, 21])
    #expect(Self.times(set, first) == [10, 11])
    #expect(Self.times(set, first.streams([1])) == [11])
    #expect(Self.times(set, .all.streams([])) == [])
  }

  @Test("reads a stream once, however often and in whatever order it is named")
  func repeated() throws {
    let folder = try Self.trace().write()
    let set = try CTFTraceSet.open([folder.path])
    #expect(Self.times(set, .all.streams([1, 0, 1])) == [10, 11, 20, 21])
    #expect(Self.times(set, .all.streams([1, 1])) == [11, 21])
  }

  @Test("traps with a stream that there is not, and with the classes of other traces")
  func traps() async {
    await #expect(processExitsWith: .failure) {
      let folder = try Self.trace().write()
      _ = try CTFTraceSet.open([folder.path]).events(selecting: .all.streams([2]))
    }
    await #expect(processExitsWith: .failure) {
      let folder = try Self.trace().write()
      let other = try CTFTraceSet.open([folder.path])
      _ = try CTFTraceSet.open([folder.path]).events(selecting: .classes(of: other) { _ in true })
    }
  }
}
