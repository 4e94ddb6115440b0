// SPDX-License-Identifier: MIT

import CTF
import Glibc
import TestSupport
import Testing
import TraceCorpus
import TraceTestSupport

@Suite("Hostile input")
struct HostileInputTests {
  private static func trace(_ layout: TestLayout) -> TestTrace {
    var trace = TestTrace(
      events: [
        .init(
          name: "a:b",
          fields: [
            .string("s"), .integer("n", 32), .sequence("q", of: .integer("", 64), length: "n"),
            .integer("m", 64), .text("t", length: "m"),
            .enumeration("e", 8, ["x": 0...0, "y": 1...100]),
            .variant("v", tag: "e", [.string("x"), .structure("y", [.integer("z", 13)])]),
            .integer("k", 8),
            .sequence("r", of: .structure("", [.string("u")]), length: "k"),
          ]),
        .init(
          name: "c:d",
          fields: [.integer("l", 64), .sequence("o", of: .structure("", []), length: "l")]),
      ], layout: layout, context: [.integer("vtid", 32)])
    for number in 0..<3 as Range<UInt64> {
      trace.packet(number: number, begin: number * 100, end: number * 100 + 99, size: 1024) {
        $0.event(
          0, at: number * 100 + 1, context: [.number(1)],
          [
            .string("word"), .number(2), .list([.number(3), .number(4)]), .number(3),
            .string("abc"), .number(number % 2),
            number % 2 == 0
              ? .option(0, [.string("o")]) : .option(1, [.list([.number(5)])]),
            .number(2), .list([.list([.string("p")]), .list([.string("q")])]),
          ])
        $0.event(1, at: number * 100 + 2, context: [.number(1)], [.number(0), .list([])])
      }
    }
    return trace
  }

  @Test("in packets never stops the reader or leads it astray", arguments: TestLayout.all)
  func packets(_ layout: TestLayout) throws {
    let trace = Self.trace(layout)
    let good = trace.streams["c_0"] ?? []
    let folder = try trace.write()
    var random = Random(seed: 7)
    for round in 0..<300 {
      var bytes = good
      for _ in 0...random.below(4) {
        let position = random.below(3) * 1024 + random.below(200)
        let values: [UInt8] = [0, 1, 0x7f, 0x80, 0xff, UInt8(random.below(256))]
        let value = values[random.below(values.count)]
        for offset in 0..<(round % 3 == 0 ? 8 : 1) { bytes[position + offset] = value }
      }
      if round % 10 == 0 { bytes.removeLast(random.below(bytes.count)) }
      try Files.write(bytes, to: folder.path + "/c_0")
      ReadEverything.read(folder.path)
    }
  }

  @Test(
    "in a sparse file of a tebibyte takes no longer than what is stored of it",
    .timeLimit(.minutes(1)), arguments: [false, true])
  func sparse(endsInGarbage: Bool) throws {
    let folder = try Self.trace(TestLayout()).write()
    let descriptor = open(folder.path + "/c_0", O_WRONLY)
    defer { close(descriptor) }
    try #require(ftruncate(descriptor, 1 << 40) == 0)
    if endsInGarbage { #expect(pwrite(descriptor, "garbage", 7, 1 << 40) == 7) }
    let set = try CTFTraceSet.open([folder.path])
    #expect(set.streams.map(\.packets.count) == [3])
    #expect(set.trust.damage.map(\.kind) == [endsInGarbage ? .badMagic : .zeroTail])
    #expect(set.rows.count == 6)
  }

  @Test("in metadata never stops the reader or leads it astray")
  func metadata() throws {
    let trace = Self.trace(TestLayout())
    let good = Array(trace.metadata.utf8)
    let folder = try trace.write()
    var random = Random(seed: 11)
    let pieces = [
      "0", "-1", "65535", "4294967295", "18446744073709551615", "{", "}", ";", "id", "\"",
    ]
    for round in 0..<300 {
      var text = good
      if round % 2 == 0 {
        for _ in 0...random.below(3) { text[random.below(text.count)] = UInt8(random.below(128)) }
      } else {
        let start = random.below(text.count - 8)
        let piece = pieces[random.below(pieces.count)]
        text.replaceSubrange(start..<start + random.below(8), with: Array(piece.utf8))
      }
      let packed = round % 5 == 0 ? trace.packetised(String(decoding: text, as: UTF8.self)) : text
      try Files.write(packed, to: folder.path + "/metadata")
      ReadEverything.read(folder.path)
    }
  }

  /// A generator that gives the same numbers on every run.
  private struct Random {
    private var state: UInt64

    init(seed: UInt64) { state = seed &* 0x9e37_79b9_7f4a_7c15 }

    mutating func below(_ limit: Int) -> Int {
      state ^= state << 13
      state ^= state >> 7
      state ^= state << 17
      return Int(state % UInt64(max(1, limit)))
    }
  }
}
