// SPDX-License-Identifier: MIT

import CTF
import TestSupport
import Testing
import TraceTestSupport

@Suite("Packets")
struct PacketTests {
  private static let events = [TestTrace.Event(name: "a:b", fields: [.integer("n", 32)])]

  /// The times and numbers of the events, and the trust in the end.
  private static func read(_ trace: TestTrace) throws -> (
    events: [(time: Int64, number: UInt64)], trust: Trust
  ) {
    let folder = try trace.write()
    let set = try CTFTraceSet.open([folder.path])
    let handles = set.eventClasses.map { $0.field("n") }
    var events: [(time: Int64, number: UInt64)] = []
    let trust = set.forEachEvent { event in
      guard let handle = handles[event.classIndex] else { return }
      events.append((event.timestamp, event.unsigned(handle)))
    }
    return (events, trust)
  }

  private static func trace(packets: UInt64, layout: TestLayout = TestLayout()) -> TestTrace {
    var trace = TestTrace(events: events, layout: layout)
    for number in 0..<packets {
      trace.packet(number: number, begin: number * 100, end: number * 100 + 100) { packet in
        for index in 0..<3 {
          packet.event(0, at: number * 100 + UInt64(index), [.number(UInt64(index))])
        }
      }
    }
    return trace
  }

  @Test("are read one after the other", arguments: TestLayout.all)
  func whole(_ layout: TestLayout) throws {
    let (events, trust) = try Self.read(Self.trace(packets: 3, layout: layout))
    #expect(events.map(\.time) == [0, 1, 2, 100, 101, 102, 200, 201, 202])
    #expect(trust == Trust())
  }

  @Test("extend short stamps, over a wrap too", arguments: [false, true])
  func wrap(isCompact: Bool) throws {
    var trace = TestTrace(events: Self.events)
    trace.channels[0].header = isCompact ? .compact : .large
    let wrap: UInt64 = isCompact ? 1 << 27 : 1 << 32
    let begin = 5 * wrap - 10
    trace.packet(begin: begin, end: begin + 4 * wrap) { packet in
      packet.event(0, at: (begin + 3) % wrap, [.number(1)])
      packet.event(0, at: 2, [.number(2)])
      packet.event(0, at: 7 * wrap + 5, isExtended: true, [.number(3)])
      packet.event(0, at: 6, [.number(4)])
    }
    let (events, trust) = try Self.read(trace)
    let times = [begin + 3, 5 * wrap + 2, 7 * wrap + 5, 7 * wrap + 6].map { Int64($0) }
    #expect(events.map(\.time) == times)
    #expect(events.map(\.number) == [1, 2, 3, 4])
    #expect(trust == Trust())
  }

  @Test("are put on the axis of time by the clock's frequency and offset")
  func clock() throws {
    var trace = TestTrace(events: Self.events)
    trace.clock.frequency = 1_000
    (trace.clock.offsetSeconds, trace.clock.offsetCycles) = (10, -500)
    trace.packet(begin: 0) { $0.event(0, at: 2_001, [.number(1)]) }
    #expect(try Self.read(trace).events.map(\.time) == [11_501_000_000])
  }

  @Test("of several streams come in order of time, then of stream")
  func order() throws {
    var trace = TestTrace(events: Self.events)
    for (cpu, stamps) in [[1, 5, 5, 9], [0, 5, 8, 20], [5, 6, 30]].enumerated() {
      trace.packet(in: "c_\(cpu)", begin: 0, cpu: UInt64(cpu)) { packet in
        for stamp in stamps { packet.event(0, at: UInt64(stamp), [.number(UInt64(cpu))]) }
      }
    }
    let (events, trust) = try Self.read(trace)
    #expect(events.map(\.time) == [0, 1, 5, 5, 5, 5, 6, 8, 9, 20, 30])
    #expect(events.map(\.number) == [1, 0, 0, 0, 1, 2, 2, 1, 0, 1, 2])
    #expect(trust == Trust())
  }

  @Test("tell what was discarded and which are missing")
  func losses() throws {
    var trace = TestTrace(events: Self.events)
    trace.packet(number: 0, begin: 0, end: 100, discarded: 3)
    trace.packet(number: 1, begin: 100, end: 200, discarded: 3)
    trace.packet(number: 4, begin: 250, end: 300, discarded: 10)
    // LTTng 2.13 at times leaves a 0 here.
    trace.packet(number: 5, begin: 300, end: 400, discarded: 0)
    trace.packet(number: 6, begin: 400, end: 500, discarded: 11)
    let trust = try Self.read(trace).trust
    #expect(trust.discardedEvents == 11)
    #expect(trust.lostPackets == 2)
    #expect(trust.lostMaximum == nil)
    let windows = trust.windows.map { "\($0.cause) \($0.from)...\($0.to) \($0.count ?? 0)" }
    #expect(
      windows == [
        "discarded 0...100 3", "missingPackets 200...250 0", "discarded 200...300 7",
        "discarded 300...500 1",
      ])
  }

  @Test("that do not start at the first say so, and their counter counts from there")
  func start() throws {
    var trace = TestTrace(events: Self.events)
    trace.packet(number: 7, begin: 700, end: 800, discarded: 5)
    trace.packet(number: 8, begin: 800, end: 900, discarded: 6)
    let trust = try Self.read(trace).trust
    #expect(trust.discardedEvents == 1)
    let windows = trust.windows.map { "\($0.cause) \($0.to) \($0.count.map(String.init) ?? "-")" }
    // What packet 7 counts may have been discarded before it or in it.
    #expect(windows == ["missingStart 700 -", "discarded 800 -", "discarded 900 1"])
  }

  struct Fault: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var damage: @Sendable (inout [UInt8]) -> Void
    /// The events that are left of three packets of three.
    var left: [Int64]
    var kinds: [Damage.Kind]
  }

  static let faults: [Fault] = [
    Fault(
      testDescription: "cut inside the second event of the last packet",
      damage: { $0.removeLast(4096 - 84 - 10 - 5) }, left: [0, 1, 2, 100, 101, 102, 200],
      kinds: [.truncated]),
    Fault(
      testDescription: "cut inside a packet's header", damage: { $0.removeLast(4096 - 50) },
      left: [0, 1, 2, 100, 101, 102], kinds: [.truncated]),
    Fault(
      testDescription: "only the filling of the last packet cut off",
      damage: { $0.removeLast(1000) }, left: [0, 1, 2, 100, 101, 102, 200, 201, 202],
      kinds: [.truncated]),
    Fault(
      testDescription: "a tail of zeros", damage: { $0 += [UInt8](repeating: 0, count: 70_000) },
      left: [0, 1, 2, 100, 101, 102, 200, 201, 202], kinds: [.zeroTail]),
    Fault(
      testDescription: "a wrong magic number", damage: { $0[4096] = 7 },
      left: [0, 1, 2, 200, 201, 202], kinds: [.badMagic]),
    Fault(
      testDescription: "a packet of another trace", damage: { $0[4096 + 5] = 99 },
      left: [0, 1, 2, 200, 201, 202], kinds: [.foreignPacket]),
    Fault(
      testDescription: "a packet of an unknown stream class", damage: { $0[4096 + 20] = 9 },
      left: [0, 1, 2, 200, 201, 202], kinds: [.unknownStream]),
    Fault(
      testDescription: "a content larger than its packet",
      damage: { $0[4096 + 48 + 3] = 1 }, left: [0, 1, 2, 200, 201, 202], kinds: [.badSize]),
    Fault(
      testDescription: "a content smaller than its header",
      damage: { $0.replaceSubrange(4096 + 48..<4096 + 50, with: [1, 0]) },
      left: [0, 1, 2, 200, 201, 202], kinds: [.badSize]),
    Fault(
      testDescription: "an event of no known class", damage: { $0[4096 + 84 + 10] = 9 },
      left: [0, 1, 2, 100, 200, 201, 202], kinds: [.unknownEvent]),
    Fault(
      testDescription: "a content that ends inside an event",
      damage: { $0[4096 + 48] -= 8 }, left: [0, 1, 2, 100, 101, 200, 201, 202],
      kinds: [.badEvent]),
    Fault(
      testDescription: "a file of no bytes", damage: { $0 = [] }, left: [], kinds: []),
    Fault(
      testDescription: "a file of text", damage: { $0 = Array("no trace at all".utf8) },
      left: [], kinds: [.truncated]),
  ]

  @Test(
    "that are damaged cost no whole event elsewhere, and the damage is named", arguments: faults)
  func damaged(_ fault: Fault) throws {
    var trace = Self.trace(packets: 3)
    trace.damage { fault.damage(&$0) }
    let (events, trust) = try Self.read(trace)
    #expect(events.map(\.time) == fault.left)
    #expect(trust.damage.map(\.kind) == fault.kinds)
    #expect(trust.damage.allSatisfy { !$0.what.isEmpty && $0.path.hasSuffix("/c_0") })
  }

  @Test("that stand in several traces of a session are read once, and count on")
  func repeated() throws {
    var (first, second) = (TestTrace(events: Self.events), TestTrace(events: Self.events))
    first.packet(number: 0, begin: 0, end: 100, discarded: 2) { $0.event(0, at: 1, [.number(1)]) }
    first.packet(number: 1, begin: 100, end: 200, discarded: 2) {
      $0.event(0, at: 101, [.number(2)])
    }
    // The second chunk has packet 1 again and longer, and goes on.
    second.packet(number: 1, begin: 100, end: 200, discarded: 3) {
      $0.event(0, at: 101, [.number(2)])
      $0.event(0, at: 102, [.number(3)])
    }
    second.packet(number: 2, begin: 200, end: 300, discarded: 3) {
      $0.event(0, at: 201, [.number(4)])
    }
    let folder = try TemporaryFolder()
    try second.files().write(to: folder.path + "/b")
    try first.files().write(to: folder.path + "/a")
    let set = try CTFTraceSet.open([folder.path])
    #expect(set.traces.map(\.path) == [folder.path + "/a", folder.path + "/b"])
    let number = set.eventClasses.map { $0.field("n") }
    var numbers: [UInt64] = []
    let trust = set.forEachEvent { event in
      if let handle = number[event.classIndex] { numbers.append(event.unsigned(handle)) }
    }
    #expect(numbers == [1, 2, 3, 4])
    #expect(trust.repeatedPackets == 1)
    #expect(trust.discardedEvents == 3)
    #expect(trust.windows.map(\.count) == [2, 1])
  }

  @Test("of a compact header are read", arguments: TestLayout.all)
  func compact(_ layout: TestLayout) throws {
    var trace = TestTrace(events: Self.events, layout: layout)
    trace.channels[0].header = .compact
    trace.packet { packet in
      packet.event(0, at: 5, [.number(1)])
      packet.event(0, at: 1 << 40, isExtended: true, [.number(2)])
    }
    let events = try Self.read(trace).events
    #expect(events.map(\.time) == [5, 1 << 40])
    #expect(events.map(\.number) == [1, 2])
  }
}
