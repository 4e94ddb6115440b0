// SPDX-License-Identifier: MIT

import CTF
import TestSupport
import Testing
import TraceTestSupport

@Suite("Strings")
struct StringTests {
  private struct Seen: Equatable {
    var time: Int64
    var texts: [String]
    var number: UInt64
  }

  /// Lengths around those of the pieces in which NULs are searched for.
  private static func length(_ random: inout SeededRandom) -> Int {
    let edges = [0, 1, 15, 16, 17, 31, 32, 62, 63, 64, 65, 126, 127, 128, 129, 300]
    return Bool.random(using: &random)
      ? edges.randomElement(using: &random) ?? 0 : Int.random(in: 0...40, using: &random)
  }

  private static func text(_ random: inout SeededRandom) -> String {
    String((0..<length(&random)).map { _ in "abcxyzé".randomElement(using: &random) ?? "a" })
  }

  /// A random trace whose events have strings alone, between and behind numbers, and its events.
  private static func trace(
    _ seed: UInt64, _ header: TestTrace.EventHeader
  ) -> (trace: TestTrace, events: [Seen]) {
    var random = SeededRandom(seed: seed)
    let count = Int.random(in: 1...6, using: &random)
    let strings = (0..<count).map { TestField.string("s\($0)") }
    var trace = TestTrace(
      events: [
        .init(name: "a:b", fields: strings),
        .init(name: "a:c", fields: [.integer("before", 32)] + strings + [.integer("n", 64)]),
      ], header: header)
    let longStep: UInt64 = if case .compact = header { 100_000_000 } else { 3_000_000_000 }
    var events: [Seen] = []
    var time: UInt64 = 0
    for number in 0..<UInt64.random(in: 1...8, using: &random) {
      let begin = time
      let written = (0..<Int.random(in: 0...20, using: &random)).map { _ in
        // Some pass the bits that a short stamp has.
        time += Bool.random(using: &random) ? 7 : longStep
        return Seen(
          time: Int64(time), texts: strings.map { _ in text(&random) },
          number: UInt64.random(in: 0...9, using: &random))
      }
      trace.packet(number: number, begin: begin, end: time) { packet in
        for event in written {
          let texts = event.texts.map { TestValue.text($0) }
          if event.number == 0 {
            packet.event("a:b", at: UInt64(event.time), texts)
          } else {
            packet.event(
              "a:c", at: UInt64(event.time), [.number(1)] + texts + [.number(event.number)])
          }
        }
      }
      events += written
    }
    return (trace, events)
  }

  @Test(
    "are read as they were written, whatever their lengths and wherever the packet ends",
    arguments: 0..<60 as Range<UInt64>)
  func read(seed: UInt64) throws {
    for header in [TestTrace.EventHeader.large, .plain(idSize: 16, stampSize: 64), .compact] {
      let (trace, expected) = Self.trace(seed, header)
      let folder = try trace.write()
      let set = try CTFTraceSet.open([folder.path])
      let fields = set.eventClasses.map { event in
        (event.payload.filter { $0.name.hasPrefix("s") }.map(\.handle), event.field("n"))
      }
      var seen: [Seen] = []
      let trust = set.forEachEvent { event in
        let (texts, number) = fields[event.classIndex]
        seen.append(
          Seen(
            time: event.timestamp, texts: texts.map { event.string($0) },
            number: number.map { event.unsigned($0) } ?? 0))
      }
      #expect(seen == expected)
      #expect(trust.damage.isEmpty)
    }
  }

  @Test("that do not end in their packet are damage, and cost no event before them")
  func unended() throws {
    var trace = TestTrace(events: [.init(name: "a:b", fields: [.string("s"), .integer("n", 8)])])
    trace.packet(end: 9) { packet in
      for number in 0..<9 as Range<UInt64> {
        packet.event("a:b", at: number, [.text(String(repeating: "x", count: 70)), .number(1)])
      }
      packet.event("a:b", at: 9, [.text(String(repeating: "y", count: 200)), .number(1)])
    }
    let folder = try trace.write()
    let path = folder.path + "/c_0"
    var bytes = try Files.bytes(of: path)
    let last = try #require(bytes.lastIndex(of: UInt8(ascii: "y")))
    for place in (last + 1)..<bytes.count { bytes[place] = 1 }
    try Files.write(bytes, to: path)
    let set = try CTFTraceSet.open([folder.path])
    var count = 0
    let trust = set.forEachEvent { _ in count += 1 }
    #expect(count == 9)
    #expect(trust.damage.map(\.kind) == [.badEvent])
  }
}
