// SPDX-License-Identifier: MIT

import CTF
import TestSupport
import Testing
import TraceTestSupport

@Suite("Trust")
struct TrustTests {
  private static var trace: TestTrace {
    TestTrace(events: [.init(name: "a:b", fields: [.integer("n", 32)])])
  }

  /// What the headers tell of a trace.
  private static func trust(_ trace: TestTrace) throws -> Trust {
    let folder = try trace.write()
    return try CTFTraceSet.open([folder.path]).trust
  }

  private static func trust(
    windows: [Trust.LossWindow] = [], discarded: UInt64 = 0, lostPackets: UInt64 = 0,
    uncovered: UncoveredTime = UncoveredTime()
  ) -> Trust {
    var trust = Trust()
    trust.windows = windows
    trust.discardedEvents = discarded
    trust.lostPackets = lostPackets
    trust.uncovered = uncovered
    return trust
  }

  /// Fills a packet of 4096 bytes until no further event fits.
  private static func fill(_ packet: inout TestPacket, from stamp: UInt64) {
    for index in 0..<400 as Range<UInt64> { packet.event("a:b", at: stamp + index, [1]) }
  }

  @Test("tells how many packets came before a stream that does not start with its first")
  func missingStart() throws {
    var trace = Self.trace
    trace.packet(in: "c_0", begin: 100, end: 900)
    trace.packet(in: "c_1", number: 130, begin: 500, end: 900, cpu: 1)
    #expect(
      try Self.trust(trace)
        == Self.trust(windows: [
          .init(streamIndex: 1, from: .min, to: 500, packets: 130, cause: .missingStart)
        ]))
  }

  @Test("tells which packets are missing and what was discarded, with their spans")
  func gapAndRise() throws {
    var trace = Self.trace
    trace.packet(number: 0, begin: 0, end: 100) { Self.fill(&$0, from: 0) }
    trace.packet(number: 1, begin: 100, end: 200, discarded: 7) { Self.fill(&$0, from: 100) }
    trace.packet(number: 4, begin: 250, end: 300, discarded: 7) { Self.fill(&$0, from: 250) }
    #expect(
      try Self.trust(trace)
        == Self.trust(
          windows: [
            .init(streamIndex: 0, from: 100, to: 200, count: 7, cause: .discarded),
            .init(streamIndex: 0, from: 200, to: 250, packets: 2, cause: .missingPackets),
          ], discarded: 7, lostPackets: 2))
  }

  @Test("says that events may be oversize if they were discarded though the packet had space")
  func oversize() throws {
    var trace = Self.trace
    trace.packet(begin: 0, end: 100, discarded: 3) { $0.event("a:b", at: 1, [1]) }
    #expect(
      try Self.trust(trace).windows == [
        .init(
          streamIndex: 0, from: 0, to: 100, count: 3, cause: .discarded, mayBeOversize: true)
      ])
  }

  @Test("lists when no packet was open, apart from losses")
  func uncovered() throws {
    var trace = Self.trace
    trace.packet(number: 0, begin: 0, end: 1_000)
    // Of 500 ns, as a rotation leaves it: counted only.
    trace.packet(number: 1, begin: 1_500, end: 2_000)
    trace.packet(number: 2, begin: 5_002_000, end: 5_003_000)
    // Where packets are missing it is a loss and nothing else.
    trace.packet(number: 4, begin: 9_000_000, end: 9_000_100)
    var uncovered = UncoveredTime()
    uncovered.spans = [.init(streamIndex: 0, from: 2_000, to: 5_002_000)]
    uncovered.unlisted = 1
    uncovered.total = 5_000_500
    #expect(
      try Self.trust(trace)
        == Self.trust(
          windows: [
            .init(
              streamIndex: 0, from: 5_003_000, to: 9_000_000, packets: 1, cause: .missingPackets)
          ], lostPackets: 1, uncovered: uncovered))
  }

  @Test("keeps the longest spans without a packet, and counts the others")
  func boundedUncovered() throws {
    var trace = Self.trace
    var now: UInt64 = 0
    let packets = UncoveredTime.limit + 11
    for number in 0..<packets {
      trace.packet(number: UInt64(number), begin: now, end: now)
      now += 2_000_000 + UInt64(number)
    }
    let uncovered = try Self.trust(trace).uncovered
    #expect(uncovered.spans.count == UncoveredTime.limit)
    #expect(uncovered.unlisted == 10)
    #expect(uncovered.spans.map(\.length).min() == 2_000_010)
    #expect(uncovered.spans.map(\.from) == uncovered.spans.map(\.from).sorted())
    #expect(uncovered.total == now - 2_000_000 - UInt64(packets - 1))
  }

  struct Tail: Sendable, CustomTestStringConvertible {
    var testDescription: String
    /// By how much the stream ends before its sibling, in ns.
    var early: UInt64
    var isFull = true
    var folder = "trace"
    var isClosed = true
    var isStalled = false
  }

  static let tails = [
    Tail(testDescription: "a full packet that ends 3 ms early", early: 3_000_000, isStalled: true),
    Tail(testDescription: "a full packet that ends with its sibling", early: 33_000),
    Tail(testDescription: "a packet with space that ends early", early: 90_000_000, isFull: false),
    Tail(
      testDescription: "a full packet in a snapshot, whose buffers are copied in turn",
      early: 90_000_000, folder: "snapshot-1-20261130-095843-0"),
    Tail(
      testDescription: "a full packet that was never closed", early: 90_000_000, isClosed: false),
  ]

  @Test("finds the buffer that a killed writer has stalled, and no other", arguments: tails)
  func stalled(_ tail: Tail) throws {
    var trace = Self.trace
    trace.packet(in: "c_0", begin: 0, end: 1_000_000) { Self.fill(&$0, from: 0) }
    trace.packet(
      in: "c_0", number: 1, begin: 1_000_000, end: tail.isClosed ? 100_000_000 - tail.early : 0
    ) { packet in
      if tail.isFull { Self.fill(&packet, from: 1_000_000) }
    }
    trace.packet(in: "c_1", begin: 0, end: 100_000_000, cpu: 1)
    let folder = try TemporaryFolder()
    try trace.files(.tsdl).write(to: folder.path + "/" + tail.folder)
    let trust = try CTFTraceSet.open([folder.path]).trust
    #expect(
      trust.windows
        == (tail.isStalled
          ? [
            .init(
              streamIndex: 0, from: Int64(100_000_000 - tail.early), to: .max,
              cause: .stalledTail)
          ] : []))
  }

  @Test("does not call a stream that is cut short stalled besides")
  func cut() throws {
    var trace = Self.trace
    for number in 0..<3 as Range<UInt64> {
      trace.packet(
        in: "c_0", number: number, begin: number * 1_000_000, end: number * 1_000_000 + 1_000_000
      ) { Self.fill(&$0, from: number * 1_000_000) }
    }
    trace.packet(in: "c_1", begin: 0, end: 100_000_000, cpu: 1)
    trace.cut(at: 2 * 4096 + 200)
    #expect(
      try Self.trust(trace).windows == [
        .init(streamIndex: 0, from: 2_000_000, to: .max, cause: .damage)
      ])
  }

  @Test("compares the ends of rotated chunks within a chunk, and of the last one only")
  func chunks() throws {
    // The buffer of CPU 0 is flushed full by a rotation and goes on in the next chunk.
    var (first, second) = (Self.trace, Self.trace)
    first.packet(in: "c_0", begin: 0, end: 50_000_000) { Self.fill(&$0, from: 0) }
    first.packet(in: "c_1", begin: 0, end: 50_000_010, cpu: 1)
    second.packet(in: "c_0", number: 1, begin: 50_000_000, end: 100_000_000)
    second.packet(in: "c_1", number: 1, begin: 50_000_010, end: 100_000_010, cpu: 1)
    let folder = try TemporaryFolder()
    try first.files(.tsdl).write(to: folder.path + "/a")
    try second.files(.tsdl).write(to: folder.path + "/b")
    let set = try CTFTraceSet.open([folder.path])
    #expect(set.trust == Trust())
    #expect(set.streams.map(\.bufferIndex) == [0, 1, 0, 1])
  }

  @Test("does not believe end and counter of a packet that was never closed")
  func rescued() throws {
    var trace = Self.trace
    trace.packet(number: 0, begin: 100, end: 200, discarded: 5) { Self.fill(&$0, from: 100) }
    trace.packet(number: 1, begin: 200, end: 0, discarded: 0) { Self.fill(&$0, from: 200) }
    trace.packet(number: 2, begin: 900, end: 1_000, discarded: 6) { Self.fill(&$0, from: 900) }
    let folder = try trace.write()
    let set = try CTFTraceSet.open([folder.path])
    #expect(set.streams[0].packets.map(\.isClosed) == [true, false, true])
    #expect(
      set.trust.windows == [
        .init(streamIndex: 0, from: 100, to: 200, count: 5, cause: .discarded),
        .init(streamIndex: 0, from: 200, to: 1_000, count: 1, cause: .discarded),
      ])
    #expect(set.trust.uncovered == UncoveredTime())
  }

  @Test("a trace that cannot be read at all beside a good one is a loss")
  func hiddenTrace() throws {
    var trace = Self.trace
    trace.packet(begin: 100, end: 900)
    let folder = try TemporaryFolder()
    try trace.files(.tsdl).write(to: folder.path + "/a")
    var files = trace.files(.tsdl)
    files["metadata"] = Array("this is no metadata".utf8)
    try files.write(to: folder.path + "/b")
    let trust = try CTFTraceSet.open([folder.path]).trust
    #expect(!trust.isWhole)
    #expect(trust.lostMaximum == nil)
  }
}
