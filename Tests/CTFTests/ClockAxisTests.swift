// SPDX-License-Identifier: MIT

import CTF
import TestSupport
import Testing
import TraceTestSupport

@Suite("Clocks of several traces")
struct ClockAxisTests {
  /// A trace of one event at 1,000 cycles.
  private static func trace(
    boot: String?, offset: Int64, host: String = "h", uuid: UInt8, frequency: UInt64 = 1_000_000_000
  ) -> TestTrace {
    var trace = TestTrace(events: [.init(name: "a:b")])
    trace.uuid = Array(repeating: uuid, count: 16)
    trace.clock.uuid = boot
    trace.clock.offsetCycles = offset
    trace.clock.frequency = frequency
    trace.environment = [("hostname", .text(host))]
    trace.packet(begin: 500, end: 2_000) { $0.event("a:b", at: 1_000) }
    return trace
  }

  private static let boots = [
    "00000000-0000-0000-0000-000000000001", "00000000-0000-0000-0000-000000000002",
  ]

  /// Opens traces in the folders `a`, `b` ….
  private static func open(
    _ traces: [TestTrace], offsets: (String) -> [String: Int64] = { _ in [:] }
  ) throws -> (times: [Int64], set: CTFTraceSet, folder: TemporaryFolder) {
    var files = TraceFiles()
    for (trace, name) in zip(traces, ["a", "b", "c"]) { files.add(trace, in: name) }
    let folder = try files.write()
    var options = CTFTraceSet.Options()
    options.clockOffsets = offsets(folder.path)
    let set = try CTFTraceSet.open([folder.path], options: options)
    var times: [Int64] = []
    set.forEachEvent(in: .stream) { times.append($0.timestamp) }
    return (times, set, folder)
  }

  @Test("of one boot are one clock, though each session sampled its offset for itself")
  func oneBoot() throws {
    let (times, set, _) = try Self.open([
      Self.trace(boot: Self.boots[0], offset: 5_000, uuid: 1),
      Self.trace(boot: Self.boots[0], offset: 5_007, uuid: 2),
      Self.trace(boot: Self.boots[1], offset: 9_000, uuid: 3),
    ])
    #expect(times == [6_000, 6_000, 10_000])
    #expect(set.traces.map(\.clocks[0].shift) == [0, -7, 0])
    #expect(set.begin == 5_500)
    #expect(set.end == 11_000)
    #expect(set.trust == Trust())
  }

  @Test("of one boot stay on one axis when the clock was set in between, which is told")
  func step() throws {
    let (times, set, _) = try Self.open([
      Self.trace(boot: Self.boots[0], offset: 5_000, uuid: 1),
      Self.trace(boot: Self.boots[0], offset: 3_000_005_000, uuid: 2),
    ])
    #expect(times == [6_000, 6_000])
    #expect(set.trust.clockSteps == [ClockStep(traceIndex: 1, nanoseconds: 3_000_000_000)])
    #expect(set.trust.isWhole)
  }

  @Test("without a UUID keep their own offsets")
  func noUUID() throws {
    let (times, _, _) = try Self.open([
      Self.trace(boot: nil, offset: 5_000, uuid: 1), Self.trace(boot: nil, offset: 5_007, uuid: 2),
    ])
    #expect(times == [6_000, 6_007])
  }

  @Test("take the offset of their folder, the innermost first, else of their host")
  func offsets() throws {
    let (times, set, _) = try Self.open(
      [
        Self.trace(boot: Self.boots[0], offset: 0, uuid: 1),
        Self.trace(boot: Self.boots[1], offset: 0, host: "far", uuid: 2, frequency: 1_000_000),
        Self.trace(boot: nil, offset: 0, host: "far", uuid: 3),
      ],
      offsets: { [$0 + "/a/": 50, $0 + "/b": -7, "far": 1_000_000] })
    #expect(times == [1_050, 999_993, 1_001_000])
    #expect(set.begin == 550)
  }

  @Test("are not shifted in silence: an offset for no trace is an error")
  func unused() throws {
    let error = #expect(throws: CTFError.self) {
      _ = try Self.open([Self.trace(boot: nil, offset: 0, uuid: 1)], offsets: { _ in ["x": 1] })
    }
    #expect(error?.code == .unusedOption)
  }
}
