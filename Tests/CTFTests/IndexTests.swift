// SPDX-License-Identifier: MIT

import CTF
import TestSupport
import Testing
import TraceTestSupport

@Suite("Index files")
struct IndexTests {
  /// A packet of two events for each number; one buffer.
  private static func trace(_ numbers: Range<UInt64>, size: Int = 4096) -> TestTrace {
    var trace = TestTrace(events: [.init(name: "a:b", fields: [.integer("n", 16)])])
    for number in numbers {
      let begin = number * 100
      trace.packet(
        number: number, begin: begin, end: begin + 100, discarded: number * 2, size: size
      ) { packet in
        packet.event(0, at: begin + 10, [.number(number)])
        packet.event(0, at: begin + 20, [.number(number)])
      }
    }
    return trace
  }

  private func open(
    _ trace: TestTrace, index: [UInt8]?, _ check: (CTFTraceSet) throws -> Void
  ) throws {
    var files = trace.files()
    files["index/c_0.idx"] = index ?? []
    if index == nil { files.remove("index/c_0.idx") }
    let folder = try files.write()
    try withExtendedLifetime(folder) { try check(CTFTraceSet.open([folder.path])) }
  }

  @Test(
    "tell what a file lost that is cut: inside a packet, a header, or between packets",
    arguments: [5_000, 4_100, 4_096])
  func cut(offset: Int) throws {
    var trace = Self.trace(0..<5)
    let index = trace.index()
    trace.cut(at: offset)
    let known = offset == 5_000 ? 2 : 1
    try open(trace, index: index) { set in
      #expect(set.streams.map(\.packets.count) == [known])
      #expect(set.trust.lostPackets == UInt64(5 - known))
      #expect(set.trust.discardedEvents == UInt64(known - 1) * 2)
      #expect(set.trust.damage.map(\.kind) == [.truncated])
      let what = try #require(set.trust.damage.first?.what)
      #expect(what.contains("the index knows of \(5 - known) further packets"))
      #expect(what.hasSuffix("\(8 - (known - 1) * 2) further discarded events"))
      let window = try #require(set.trust.windows.first { $0.cause == .damage })
      #expect(window.to == 500)
      #expect(window.count == nil)
    }
    try open(trace, index: nil) { set in
      #expect(set.trust.lostPackets == 0)
      #expect(set.trust.damage.map(\.kind) == (offset == 4_096 ? [] : [.truncated]))
    }
  }

  @Test("tell what is lost with a file that is gone, or that is none", arguments: [false, true])
  func gone(isFolder: Bool) throws {
    let trace = Self.trace(0..<5)
    var files = trace.files()
    files["index/c_0.idx"] = trace.index()
    files.remove("c_0")
    if isFolder { files["c_0/x"] = [1] }
    let folder = try files.write()
    try withExtendedLifetime(folder) {
      let set = try CTFTraceSet.open([folder.path])
      #expect(set.rows.isEmpty)
      #expect(set.trust.lostPackets == 5)
      #expect(set.trust.damage.map(\.kind) == [.unreadable])
      let damage = try #require(set.trust.damage.first)
      #expect(damage.path == folder.path + "/c_0")
      let problem = isFolder ? "is not a regular file" : "does not exist"
      #expect(damage.what.hasPrefix("\(problem); the index knows of 5 further packets"))
      #expect(set.trust.windows.map(\.cause) == [.damage])
      #expect(set.trust.windows.map(\.to) == [500])
    }
  }

  @Test("of no packet say nothing of a file that is gone")
  func goneWithoutPackets() throws {
    var files = Self.trace(0..<5).files()
    files["index/c_1.idx"] = Array(Self.trace(0..<1).index().prefix(16))
    let folder = try files.write()
    try withExtendedLifetime(folder) {
      let set = try CTFTraceSet.open([folder.path])
      #expect(set.streams.count == 1)
      #expect(set.trust.damage == [])
    }
  }

  @Test("lead over a garbled header to the next packet, where no page begins")
  func garbled() throws {
    var trace = Self.trace(0..<4, size: 1_000)
    let index = trace.index()
    trace.garble(1)
    try open(trace, index: index) { set in
      #expect(set.streams[0].packets.map(\.sequenceNumber) == [0, 2, 3])
      #expect(set.trust.damage.map(\.kind) == [.badMagic])
      #expect(set.trust.damage.map(\.to) == [200])
      #expect(set.rows.count == 6)
    }
    try open(trace, index: nil) { set in
      #expect(set.streams[0].packets.map(\.sequenceNumber) == [0])
    }
  }

  @Test("that do not agree are told as harmless, and not used")
  func wrong() throws {
    var trace = Self.trace(0..<5)
    var other = Self.trace(0..<9)
    for packet in 0..<9 { other.set(.begin, UInt64(packet * 100 + 7), inPacket: packet) }
    trace.cut(at: 8_192)
    try open(trace, index: other.index()) { set in
      #expect(set.trust.lostPackets == 0)
      #expect(set.trust.windows.map(\.cause) == [.discarded])
      #expect(set.trust.damage.map(\.kind) == [.badIndex])
      #expect(set.trust.damage[0].path.hasSuffix("/index/c_0.idx"))
      #expect(set.rows.count == 4)
    }
  }

  @Test("change nothing where packets are whole, whatever they hold")
  func hostile() throws {
    let trace = Self.trace(0..<5)
    let index = trace.index()
    var states = [[UInt8](), [1, 2, 3], Array(index.prefix(40)), Array(index.dropLast(72))]
    for place in stride(from: 0, to: index.count, by: 7) {
      var bytes = index
      bytes[place] ^= 0xff
      states.append(bytes)
    }
    for bytes in states {
      try open(trace, index: bytes) { set in
        #expect(set.rows.count == 10)
        #expect(set.trust.lostPackets == 0)
        #expect(set.trust.damage == [])
      }
    }
  }

  @Test("never lead astray, whatever they hold, where a packet is garbled and the end is cut")
  func hostileAndDamaged() throws {
    var trace = Self.trace(0..<6)
    let index = trace.index()
    trace.garble(2)
    trace.cut(at: 4_096 * 5)
    for place in index.indices {
      var bytes = index
      bytes[place] ^= 0xff
      try open(trace, index: bytes) { set in
        #expect(set.rows.count == 8)
        #expect(set.trust.damage.contains { $0.kind == .badMagic })
      }
    }
  }
}
