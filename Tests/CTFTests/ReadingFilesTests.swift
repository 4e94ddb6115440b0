// SPDX-License-Identifier: MIT

import CTF
import Glibc
import TestSupport
import Testing
import TraceTestSupport

@Suite("The files of a trace while they are read")
struct ReadingFilesTests {
  private static let events = [
    TestTrace.Event(name: "a:b", fields: [.integer("n", 32), .string("s")])
  ]

  /// Packets of three events each, of which the second has a text of the given length.
  private static func trace(packets: UInt64, text: Int) -> TestTrace {
    var trace = TestTrace(events: events)
    for number in 0..<packets {
      trace.packet(number: number, begin: number * 100, end: number * 100 + 100) { packet in
        for index in 0..<3 as Range<UInt64> {
          let value = String(repeating: "x", count: index == 1 ? text : 1)
          packet.event(
            0, at: number * 100 + index, [.number(number * 3 + index), .text(value)])
        }
      }
    }
    return trace
  }

  private static func number(_ event: borrowing EventRecord, _ set: CTFTraceSet) -> UInt64 {
    set.eventClasses[event.classIndex].field("n").map { event.unsigned($0) } ?? .max
  }

  /// The length of each event's text, once its bytes have been looked at.
  private static func lengths(_ set: CTFTraceSet) -> [Int] {
    var lengths: [Int] = []
    set.forEachEvent { event in
      guard let field = set.eventClasses[event.classIndex].field("s") else { return }
      let text = event.string(field)
      lengths.append(text.utf8.allSatisfy { $0 == UInt8(ascii: "x") } ? text.utf8.count : -1)
    }
    return lengths
  }

  @Test("are read alike whether a packet fits into memory of its own or not")
  func large() throws {
    for text in [10, 70_000, 1_100_000, 3_000_000] {
      let folder = try Self.trace(packets: 3, text: text).write()
      let set = try CTFTraceSet.open([folder.path])
      #expect(Self.lengths(set) == [1, text, 1, 1, text, 1, 1, text, 1])
      #expect(set.trust.isWhole)
    }
  }

  @Test("are read alike whether they are few or many")
  func many() throws {
    for count in [3, 128, 129, 1_500] as [UInt64] {
      var trace = TestTrace(events: Self.events)
      for stream in 0..<count {
        trace.packet(in: "c_\(stream)", begin: 0, end: 10_000, cpu: stream) { packet in
          packet.event(0, at: 5_000 - stream, [.number(stream), .text("x")])
        }
      }
      let folder = try trace.write()
      let set = try CTFTraceSet.open([folder.path])
      var numbers: [UInt64] = []
      let trust = set.forEachEvent { numbers.append(Self.number($0, set)) }
      #expect(numbers == (0..<count).reversed())
      #expect(trust.isWhole)
    }
  }

  @Test("are read alike by as many streams of large packets as memory is not kept for")
  func manyLarge() throws {
    var trace = TestTrace(events: Self.events)
    let text = String(repeating: "x", count: 1_000_000)
    for stream in 0..<40 as Range<UInt64> {
      trace.packet(in: "c_\(stream)", begin: 0, end: 1_000, cpu: stream) { packet in
        packet.event(0, at: stream, [.number(stream), .text(text)])
        packet.event(0, at: 500 + stream, [.number(stream), .text("x")])
      }
    }
    let folder = try trace.write()
    let set = try CTFTraceSet.open([folder.path])
    #expect(
      Self.lengths(set) == Array(repeating: 1_000_000, count: 40) + Array(repeating: 1, count: 40))
  }

  @Test("that become shorter are read to where they end, and it is told", arguments: [0, 1, 2])
  func shorter(packet: Int) throws {
    let trace = Self.trace(packets: 4, text: 10)
    let folder = try trace.write()
    let set = try CTFTraceSet.open([folder.path])
    let offset = set.streams[0].packets[packet + 1].offset
    var cursor = set.events(in: .time)
    var numbers: [UInt64] = []
    while let number = cursor.next({ Self.number($0, set) }) {
      numbers.append(number)
      guard numbers.count == packet * 3 + 1 else { continue }
      // The packet that is open goes on, though the file ends in it.
      try #require(unsafe truncate(folder.path + "/c_0", off_t(offset - 8)) == 0)
    }
    #expect(numbers == Array(0..<UInt64(packet * 3 + 3)))
    #expect(cursor.trust.damage.map(\.kind) == [.truncated])
    #expect(cursor.trust.damage.map(\.offset) == [offset])
    #expect(cursor.trust.damage.first?.what == "has become shorter while it was read")
  }

  @Test("that became shorter after they were opened are lost, and it is told")
  func shortened() throws {
    let folder = try Self.trace(packets: 4, text: 10).write()
    let set = try CTFTraceSet.open([folder.path])
    try #require(unsafe truncate(folder.path + "/c_0", 5_000) == 0)
    var count = 0
    let trust = set.forEachEvent { _ in count += 1 }
    #expect(count == 0)
    #expect(trust.damage.map(\.what) == ["has become shorter since it was opened"])
  }

  @Test("that are gone are lost, and it is told")
  func gone() throws {
    let folder = try Self.trace(packets: 4, text: 10).write()
    let set = try CTFTraceSet.open([folder.path])
    try #require(unsafe unlink(folder.path + "/c_0") == 0)
    var count = 0
    let trust = set.forEachEvent { _ in count += 1 }
    #expect(count == 0)
    #expect(trust.damage.map(\.what) == ["cannot be read any more"])
  }
}
