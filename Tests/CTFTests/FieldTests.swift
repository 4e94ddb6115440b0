// SPDX-License-Identifier: MIT

import CTF
import TestSupport
import Testing
import TraceTestSupport

@Suite("Fields")
struct FieldTests {
  private static func lines(_ trace: TestTrace) throws -> [String] {
    let folder = try trace.write()
    let set = try CTFTraceSet.open([folder.path])
    let lines = BabeltraceText.lines(of: set)
    let trust = set.forEachEvent { _ in }
    #expect(trust == Trust())
    return lines.map { line in
      String(line.drop { $0 != "{" }.dropFirst("{ cpu_id = 0 }, { }, ".count))
    }
  }

  /// A field, what is stored in it, and how it is shown.
  struct Case: Sendable, CustomTestStringConvertible {
    var fields: [TestField]
    var values: [TestValue]
    var shown: String
    var testDescription: String { shown }
  }

  static let cases = [
    Case(
      fields: [.integer("a", 8), .integer("b", 16), .integer("c", 32), .integer("d", 64)],
      values: [.number(255), .number(65_535), .number(1 << 31), .number(.max)],
      shown: "{ a = 255, b = 65535, c = 2147483648, d = 18446744073709551615 }"),
    Case(
      fields: [
        .integer("a", 8, signed: true), .integer("b", 16, signed: true),
        .integer("c", 32, signed: true), .integer("d", 64, signed: true),
      ],
      values: [.signed(-1), .signed(-300), .signed(-70_000), .signed(.min)],
      shown: "{ a = -1, b = -300, c = -70000, d = -9223372036854775808 }"),
    Case(
      fields: [
        .integer("a", 3, align: 1), .integer("b", 5, signed: true, align: 1),
        .integer("c", 27, align: 1), .integer("d", 64, align: 1), .integer("e", 13, align: 1),
        .integer("f", 1, align: 1),
      ],
      values: [
        .number(5), .signed(-9), .number(99_999_999), .number(0x0123_4567_89ab_cdef),
        .number(4242), .number(1),
      ],
      shown: "{ a = 5, b = -9, c = 99999999, d = 81985529216486895, e = 4242, f = 1 }"),
    Case(
      fields: [.integer("_a", 16, base: 16), .integer("__b", 32, signed: true, base: 16)],
      values: [.number(0xbeef), .signed(-2)], shown: "{ a = 0xBEEF, _b = 0xFFFFFFFE }"),
    Case(
      fields: [.integer("a", 32, align: 8, bigEndian: true), .integer("b", 16, bigEndian: false)],
      values: [.number(1), .number(2)], shown: "{ a = 1, b = 2 }"),
    Case(
      fields: [.float("a", 32), .float("b", 64)], values: [.double(1.5), .double(-0.25)],
      shown: "{ a = 1.5, b = -0.25 }"),
    Case(
      fields: [.string("a"), .string("b"), .integer("c", 32)],
      values: [.string(""), .string("a string longer than sixteen bytes"), .number(7)],
      shown: #"{ a = "", b = "a string longer than sixteen bytes", c = 7 }"#),
    Case(
      fields: [
        .enumeration("a", 8, ["one": 1...1, "t w o": 2...2, "few": 3...9, "many": 9...20]),
        .enumeration("b", 8, ["x": 200...200]),
        .enumeration("c", 16, signed: true, ["debt": -9 ... -1]),
        .enumeration("d", 8, ["zero": 0...0, "one": 1...1, "five": 5...5, "six": 6...6]),
      ],
      values: [.number(9), .number(0), .signed(-4), .number(6)],
      shown: #"{ a = ( "few", "many" : container = 9 ), b = ( <unknown> : container = 0 ), "#
        + #"c = ( "debt" : container = -4 ), d = ( "six" : container = 6 ) }"#),
    Case(
      fields: [
        .integer("n", 8), .sequence("a", of: .integer("", 32), length: "n"), .integer("z", 8),
      ],
      values: [.number(2), .list([.number(7), .number(8)]), .number(9)],
      shown: "{ n = 2, a = [ [0] = 7, [1] = 8 ], z = 9 }"),
    Case(
      fields: [
        .integer("n", 8), .sequence("a", of: .integer("", 64), length: "n"), .integer("z", 8),
      ],
      values: [.number(0), .list([]), .number(9)], shown: "{ n = 0, a = [ ], z = 9 }"),
    Case(
      fields: [.integer("n", 16), .text("a", length: "n"), .string("z")],
      values: [.number(4), .bytes([0x61, 0x62, 0, 0x63]), .string("z")],
      shown: #"{ n = 4, a = "ab", z = "z" }"#),
    Case(
      fields: [
        .array("a", of: .integer("", 16, signed: true), 3), .array("b", of: .string(""), 2),
      ],
      values: [
        .list([.signed(-1), .number(2), .number(3)]), .list([.string("x"), .string("yy")]),
      ],
      shown: #"{ a = [ [0] = -1, [1] = 2, [2] = 3 ], b = [ [0] = "x", [1] = "yy" ] }"#),
    Case(
      fields: [
        .structure("s", [.integer("a", 8), .string("b"), .structure("t", [.integer("c", 64)])]),
        .integer("z", 8),
      ],
      values: [.list([.number(1), .string("b"), .list([.number(3)])]), .number(4)],
      shown: #"{ s = { a = 1, b = "b", t = { c = 3 } }, z = 4 }"#),
    Case(
      fields: [
        .enumeration("tag", 8, ["number": 0...0, "word": 1...5]),
        .variant("v", tag: "tag", [.integer("number", 32), .string("word")]), .integer("z", 16),
      ],
      values: [.number(3), .option(1, [.string("w")]), .number(4)],
      shown: #"{ tag = ( "word" : container = 3 ), v = { word = "w" }, z = 4 }"#),
    Case(
      fields: [
        .integer("n", 8),
        .sequence(
          "rows",
          of: .structure(
            "", [.integer("m", 8), .sequence("cells", of: .integer("", 16), length: "m")]),
          length: "n"), .integer("z", 8),
      ],
      values: [
        .number(2),
        .list([
          .list([.number(1), .list([.number(5)])]),
          .list([.number(2), .list([.number(6), .number(7)])]),
        ]), .number(9),
      ],
      shown: "{ n = 2, rows = [ [0] = { m = 1, cells = [ [0] = 5 ] }, "
        + "[1] = { m = 2, cells = [ [0] = 6, [1] = 7 ] } ], z = 9 }"),
    Case(fields: [], values: [], shown: "{ }"),
  ]

  @Test("of every kind, byte order and alignment are read", arguments: cases, TestLayout.all)
  func kinds(_ field: Case, _ layout: TestLayout) throws {
    var trace = TestTrace(
      events: [.init(name: "a:b", fields: field.fields)], layout: layout)
    trace.packet { packet in
      // Twice, the second time behind an event that ends at an odd place.
      packet.event(0, at: 10, field.values)
      packet.event(0, at: 11, field.values)
    }
    #expect(try Self.lines(trace) == [field.shown, field.shown])
  }

  @Test("are read through a handle as through a visitor", arguments: TestLayout.all)
  func handles(_ layout: TestLayout) throws {
    var trace = TestTrace(
      events: [
        .init(
          name: "a:b",
          fields: [
            .string("_word"), .integer("_n", 8), .text("_text", length: "_n"),
            .integer("_i", 32, signed: true), .float("_f", 64), .integer("_odd", 11, align: 1),
            .integer("_u", 64),
          ])
      ], layout: layout, context: [.integer("_vpid", 32, signed: true)])
    trace.packet { packet in
      packet.event(
        0, at: 1, context: [.signed(-77)],
        [
          .string("hello"), .number(3), .string("abc"), .signed(-5), .double(2.5), .number(1234),
          .number(.max - 1),
        ])
    }
    let folder = try trace.write()
    let set = try CTFTraceSet.open([folder.path])
    let event = try #require(set.eventClasses.first)
    let handle = { (name: String) in try #require(event.field(name)) }
    let (word, text, integer) = (try handle("word"), try handle("text"), try handle("i"))
    let (float, odd, unsigned) = (try handle("f"), try handle("odd"), try handle("u"))
    let vpid = try #require(event.contextField("vpid"))
    #expect(event.field("vpid") == nil)
    var count = 0
    set.forEachEvent { event in
      count += 1
      #expect(event.string(word) == "hello")
      #expect(event.string(text) == "abc")
      #expect(event.signed(integer) == -5)
      #expect(event.double(float) == 2.5)
      #expect(event.unsigned(odd) == 1234)
      #expect(event.unsigned(unsigned) == UInt64.max - 1)
      #expect(event.signed(vpid) == -77)
      #expect(event.string(vpid).isEmpty)
      #expect(event.unsigned(word) == 0)
      #expect(event.double(word).isNaN)
    }
    #expect(count == 1)
  }
}
