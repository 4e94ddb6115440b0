// SPDX-License-Identifier: MIT

import CTF
import TestSupport
import Testing
import TraceTestSupport

@Suite("Joined streams")
struct JoinedStreamTests {
  private static var trace: TestTrace {
    TestTrace(events: [.init(name: "a:b", fields: [.integer("n", 32)])])
  }

  /// Adds packets with an event each: of CPU 0 unless told otherwise, 100 ns long.
  private static func add(
    _ numbers: [UInt64], to file: String, cpu: UInt64 = 0, _ trace: inout TestTrace
  ) {
    for number in numbers {
      trace.packet(in: file, number: number, begin: number * 100, end: number * 100 + 100, cpu: cpu)
      { packet in
        packet.event("a:b", at: number * 100 + 1, [.number(number)])
      }
    }
  }

  private static func numbers(_ set: CTFTraceSet, in order: EventOrder) -> [UInt64] {
    let handles = set.eventClasses.map { $0.field("n") }
    var numbers: [UInt64] = []
    set.forEachEvent(in: order) { event in
      if let handle = handles[event.classIndex] { numbers.append(event.unsigned(handle)) }
    }
    return numbers
  }

  @Test("of files that wrap round are one, in the order of the packets' numbers")
  func wrap() throws {
    var trace = Self.trace
    Self.add([8], to: "c_0_0", &trace)
    Self.add([4, 5], to: "c_0_1", &trace)
    Self.add([6, 7], to: "c_0_2", &trace)
    Self.add([2, 3], to: "c_1_0", cpu: 1, &trace)
    let folder = try trace.write()
    let set = try CTFTraceSet.open([folder.path])
    #expect(set.streams.map(\.name) == ["c_0", "c_1"])
    #expect(set.streams.map(\.channel) == ["c", "c"])
    #expect(set.streams.map(\.cpu) == [0, 1])
    #expect(
      set.streams[0].files.map(\.path) == ["1", "2", "0"].map { folder.path + "/c_0_" + $0 })
    #expect(set.streams[0].packets.map(\.sequenceNumber) == [4, 5, 6, 7, 8])
    #expect(set.streams[0].packets.map(\.fileIndex) == [0, 0, 1, 1, 2])
    #expect(set.streams.map(\.begin) == [400, 200])
    #expect(set.streams.map(\.end) == [900, 400])
    #expect(set.traces.map(\.streams) == [0..<2])
    for order in [EventOrder.time, .stream] {
      #expect(Self.numbers(set, in: order).filter { $0 >= 4 } == [4, 5, 6, 7, 8])
    }
    var trust = Trust()
    trust.windows = [
      .init(streamIndex: 0, from: .min, to: 400, packets: 4, cause: .missingStart),
      .init(streamIndex: 1, from: .min, to: 200, packets: 2, cause: .missingStart),
    ]
    #expect(set.trust == trust)
  }

  @Test("take in a file that has no packet yet, and no other channel's")
  func emptyFile() throws {
    var trace = Self.trace
    Self.add([0, 1], to: "c_0_0", &trace)
    Self.add([2], to: "c_0_1", &trace)
    trace.damage("c_0_2") { $0 = [] }
    trace.damage("d_0_2") { $0 = [] }
    let folder = try trace.write()
    let set = try CTFTraceSet.open([folder.path])
    #expect(set.streams.map(\.name) == ["c_0", "d_0_2"])
    #expect(set.streams.map(\.files.count) == [3, 1])
    #expect(set.trust == Trust())
  }

  @Test("name the damaged file, and lose what lies up to the next file's packet")
  func damage() throws {
    var trace = Self.trace
    Self.add([0, 1], to: "c_0_0", &trace)
    Self.add([2, 3], to: "c_0_1", &trace)
    trace.cut(at: 4096 + 90, of: "c_0_0")
    let folder = try trace.write()
    let set = try CTFTraceSet.open([folder.path])
    #expect(Self.numbers(set, in: .time) == [0, 2, 3])
    #expect(set.trust.damage.map(\.path) == [folder.path + "/c_0_0"])
    #expect(
      set.trust.windows == [.init(streamIndex: 0, from: 100, to: 200, cause: .damage)])
  }

  @Test("of two channels of similar names stay apart")
  func similarNames() throws {
    var trace = Self.trace
    trace.channels.append(trace.channels[0])
    Self.add([0], to: "c_0", &trace)
    trace.packet(in: "c_0_0", channel: 1, begin: 0, end: 100)
    let folder = try trace.write()
    let set = try CTFTraceSet.open([folder.path])
    #expect(set.streams.map(\.name) == ["c_0", "c_0_0"])
    #expect(set.streams.map(\.channel) == ["c", "c_0"])
    #expect(set.trust == Trust())
  }

  @Test("without instance and CPU are told apart by their files' names")
  func anonymous() throws {
    var trace = Self.trace
    trace.channels[0].packetFields.removeAll { $0.role == .cpu }
    Self.add([0, 1], to: "one", &trace)
    Self.add([0, 1], to: "other", cpu: 1, &trace)
    let folder = try trace.write()
    let set = try CTFTraceSet.open([folder.path])
    #expect(set.streams.map(\.name) == ["one", "other"])
    #expect(set.trust == Trust())
  }
}
