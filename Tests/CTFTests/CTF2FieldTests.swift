// SPDX-License-Identifier: MIT

import CTF
import Testing

@Suite("CTF 2 fields")
struct CTF2FieldTests {
  /// The members of a payload, the bytes of one event, and how it is shown.
  struct Case: Sendable, CustomTestStringConvertible {
    var members: KeyValuePairs<String, String>
    var bytes: [UInt8]
    var bits: Int?
    var shown: String
    var testDescription: String { shown }
  }

  private static func read(_ known: Case) throws -> [String] {
    var sample = CTF2Sample(known.members)
    sample.packet(known.bytes, bits: known.bits)
    let (lines, damage) = try sample.read()
    #expect(damage.isEmpty)
    return lines
  }

  private static func bits(_ type: String, _ length: Int, _ more: String = "") -> String {
    #"{"type":"fixed-length-\#(type)","length":\#(length),"byte-order":"little-endian"\#(more)}"#
  }

  private static let vlu = #"{"type":"variable-length-unsigned-integer"}"#
  private static let vls = #"{"type":"variable-length-signed-integer"}"#

  private static func string(_ type: String, _ more: String = "") -> String {
    #"{"type":"\#(type)-string"\#(more)}"#
  }

  private static func at(_ name: String) -> String {
    #","length-field-location":{"path":["\#(name)"]}"#
  }

  static let numbers = [
    Case(
      members: [
        "a": bits("bit-array", 3), "b": bits("bit-array", 12), "c": bits("bit-array", 1),
      ], bytes: [0b1010_1101, 0b1000_0001], shown: "{ a = 5, b = 53, c = 1 }"),
    Case(
      members: [
        "a": bits("boolean", 8), "b": bits("boolean", 8), "c": bits("boolean", 1),
        "d": bits("boolean", 1),
      ], bytes: [0, 0x80, 0b10], bits: 18, shown: "{ a = false, b = true, c = false, d = true }"),
    Case(
      members: [
        "a": bits("bit-map", 8, #","flags":{"x":[[0,0]],"y":[[1,2],[7,7]],"z":[[3,3]]}"#),
        "b": bits("bit-map", 8, #","flags":{"x":[[0,7]]}"#),
        "c": bits("bit-map", 64, #","flags":{"all":[[0,63]],"last":[[63,63]]}"#),
      ], bytes: [0b1000_0001, 0] + CTF2Sample.bytes(UInt64(1) << 63),
      shown: "{ a = x|y<129>, b = <0>, c = all|last<9223372036854775808> }"),
    Case(
      members: [
        "a": bits(
          "unsigned-integer", 64,
          #","mappings":{"top":[[18446744073709551615,18446744073709551615]]}"#),
        "b": bits("signed-integer", 8, #","mappings":{"low":[[-9,-1]],"odd":[[-3,-3],[5,5]]}"#),
        "c": bits("unsigned-integer", 8, #","mappings":{"few":[[-5,3]]}"#),
        "d": bits("unsigned-integer", 8, #","mappings":{}"#),
      ], bytes: [UInt8](repeating: 255, count: 8) + [0xfd, 4, 4],
      shown: "{ a = top(18446744073709551615), b = low|odd(-3), c = (4), d = 4 }"),
    Case(
      members: [
        "a": bits("floating-point-number", 32), "b": bits("floating-point-number", 64),
        "c":
          #"{"type":"fixed-length-floating-point-number","length":32,"byte-order":"big-endian"}"#,
      ],
      bytes: CTF2Sample.bytes(Float(1.5).bitPattern) + CTF2Sample.bytes((-0.25).bitPattern)
        + CTF2Sample.bytes(Float(3).bitPattern.byteSwapped),
      shown: "{ a = 1.5, b = -0.25, c = 3.0 }"),
    Case(
      members: ["a": vlu, "b": vlu, "c": vlu, "d": vlu, "e": vlu],
      bytes: [0, 0x7f, 0x80, 1] + [UInt8](repeating: 0xff, count: 9) + [1, 0x81, 0x80, 0x80, 0],
      shown: "{ a = 0, b = 127, c = 128, d = 18446744073709551615, e = 1 }"),
    Case(
      members: ["a": vls, "b": vls, "c": vls, "d": vls, "e": vls, "f": vls],
      bytes: [0x7f, 0x40, 0xbf, 0x7f, 0xff, 0x80, 0x7f] + [UInt8](repeating: 0x80, count: 9)
        + [0x7f] + [UInt8](repeating: 0xff, count: 9) + [0],
      shown: "{ a = -1, b = -64, c = -65, d = -16257, e = \(Int64.min), f = \(Int64.max) }"),
    Case(
      members: [
        "a": #"{"type":"variable-length-signed-integer","mappings":{"neg":[[-70,-1]]}}"#,
        "b": #"{"type":"variable-length-unsigned-integer","mappings":{"k":[[300,300]]}}"#,
      ], bytes: [0x7d, 0xac, 2], shown: "{ a = neg(-3), b = k(300) }"),
    Case(
      members: ["a": bits("unsigned-integer", 3), "b": vlu, "c": bits("unsigned-integer", 8)],
      bytes: [5, 7, 9], shown: "{ a = 5, b = 7, c = 9 }"),
  ]

  @Test("of numbers and bits are decoded", arguments: numbers)
  func readNumbers(_ known: Case) throws { #expect(try Self.read(known) == [known.shown]) }

  static let texts = [
    Case(
      members: [
        "a": string("null-terminated"), "b": string("static-length", #","length":4"#),
        "c": CTF2Sample.u(8), "d": string("dynamic-length", at("c")), "e": CTF2Sample.u(8),
      ],
      bytes: Array("hé\0ab\0?".utf8) + [3] + Array("xyz".utf8) + [9],
      shown: #"{ a = "hé", b = "ab", c = 3, d = "xyz", e = 9 }"#),
    Case(
      members: [
        "a": string("null-terminated", #","encoding":"utf-16le""#),
        "b": string("null-terminated", #","encoding":"utf-16be""#),
        "c": string("null-terminated", #","encoding":"utf-32le""#),
        "d": string("null-terminated", #","encoding":"utf-32be""#), "e": CTF2Sample.u(8),
      ],
      bytes: [0xe9, 0, 0x3d, 0xd8, 0, 0xde, 0, 0] + [0, 0x41, 1, 0, 0, 0]
        + [0, 0xf6, 1, 0, 0, 0, 0, 0] + [0, 0, 0, 0x5a, 0, 0, 0, 0] + [7],
      shown: #"{ a = "é😀", b = "AĀ", c = "😀", d = "Z", e = 7 }"#),
    Case(
      members: [
        "a": string("static-length", #","length":7,"encoding":"utf-16le""#),
        "n": vlu, "b": string("dynamic-length", at("n") + #","encoding":"utf-32be""#),
        "c": string("static-length", #","length":0,"encoding":"utf-16be""#), "e": CTF2Sample.u(8),
      ],
      bytes: [0x41, 0, 0x00, 0xd8, 0x42, 0, 0xff] + [12] + [0, 0, 0, 0x43, 0, 0, 0, 0, 0, 0, 0, 1]
        + [8], shown: "{ a = \"A\u{fffd}B\", n = 12, b = \"C\", c = \"\", e = 8 }"),
    Case(
      members: [
        "a": #"{"type":"static-length-blob","length":3}"#, "n": CTF2Sample.u(16),
        "b": #"{"type":"dynamic-length-blob","media-type":"image/png"\#(at("n"))}"#,
        "c": #"{"type":"static-length-blob","length":0}"#, "e": CTF2Sample.u(8),
      ],
      bytes: [1, 0, 255, 2, 0, 9, 8, 7],
      shown: "{ a = [1, 0, 255], n = 2, b = [9, 8], c = [], e = 7 }"),
    Case(
      members: ["a": CTF2Sample.u(8), "b": CTF2Sample.u(8, #""bit-order":"first-to-last""#)],
      bytes: [1, 2], shown: "{ a = 1, b = 2 }"),
  ]

  @Test("of text and bytes are decoded", arguments: texts)
  func readTexts(_ known: Case) throws { #expect(try Self.read(known) == [known.shown]) }

  @Test(
    "of 1 to 64 bits stand in either order of bytes and of bits",
    arguments: [false, true], [false, true])
  func bitFields(isBig: Bool, isFirstToLast: Bool) throws {
    var bits: [Bool] = []
    var members: [String] = []
    var expected: [String] = []
    var pattern: UInt64 = 0x9e37_79b9_7f4a_7c15
    for size in 1...64 {
      pattern = pattern &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      let value = size == 64 ? pattern : pattern & (1 << UInt64(size) - 1)
      let places = isFirstToLast ? Array(0..<size) : Array((0..<size).reversed())
      bits += places.map { value >> UInt64($0) & 1 == 1 }
      let isSigned = size % 2 == 0
      members.append(
        #"{"name":"f\#(size)","field-class":{"type":"fixed-length-\#(isSigned ? "" : "un")signed-integer","#
          + #""length":\#(size),"byte-order":"\#(isBig ? "big" : "little")-endian","#
          + #""bit-order":"\#(isFirstToLast ? "first-to-last" : "last-to-first")"}}"#)
      let shift = UInt64(64 - size)
      let signed = Int64(bitPattern: value << shift) >> Int64(shift)
      expected.append("f\(size) = " + (isSigned ? "\(signed)" : "\(value)"))
    }
    var bytes = [UInt8](repeating: 0, count: bits.count / 8)
    for (index, bit) in bits.enumerated() where bit {
      bytes[index / 8] |= 1 << UInt8(isBig ? 7 - index % 8 : index % 8)
    }
    let payload = #"{"type":"structure","member-classes":[\#(members.joined(separator: ","))]}"#
    var sample = CTF2Sample([:])
    sample.fragments[3] =
      #"{"type":"event-record-class","payload-field-class":\#(payload)}"#
    sample.packet(bytes)
    #expect(try sample.read().lines == ["{ \(expected.joined(separator: ", ")) }"])
  }

  @Test(
    "of a length that 64 bits cannot hold are damage",
    arguments: [
      ("variable-length-unsigned-integer", [UInt8](repeating: 0xff, count: 9) + [2]),
      ("variable-length-unsigned-integer", [UInt8](repeating: 0x80, count: 10) + [1]),
      ("variable-length-unsigned-integer", [UInt8](repeating: 0x80, count: 40)),
      ("variable-length-signed-integer", [UInt8](repeating: 0x80, count: 9) + [1]),
      ("variable-length-signed-integer", [UInt8](repeating: 0xff, count: 10) + [0]),
    ])
  func overlong(type: String, bytes: [UInt8]) throws {
    var sample = CTF2Sample(["a": #"{"type":"\#(type)"}"#])
    sample.packet(bytes)
    sample.packet([3])
    let (lines, damage) = try sample.read()
    #expect(lines == ["{ a = 3 }"])
    #expect(damage == [.badEvent])
  }

  @Test("that do not end in their packet are damage")
  func unended() throws {
    for type in [
      Self.string("null-terminated", #","encoding":"utf-16le""#),
      Self.string("static-length", #","encoding":"utf-32le","length":8"#),
      #"{"type":"static-length-blob","length":4}"#,
    ] {
      var sample = CTF2Sample(["a": type])
      sample.packet([1, 1, 0])
      let (lines, damage) = try sample.read()
      #expect(lines.isEmpty)
      #expect(damage == [.badEvent])
    }
  }
}
