// SPDX-License-Identifier: MIT

import CTF
import Testing

@Suite("CTF 2 fields that hold others")
struct CTF2CompoundTests {
  /// The members of a payload, the bytes of one event, and how it is shown.
  struct Case: Sendable, CustomTestStringConvertible {
    var members: KeyValuePairs<String, String>
    var bytes: [UInt8]
    var shown: String
    var testDescription: String { shown }
  }

  private static let u8 = CTF2Sample.u(8)
  private static let s8 =
    #"{"type":"fixed-length-signed-integer","length":8,"byte-order":"little-endian"}"#
  private static let bool =
    #"{"type":"fixed-length-boolean","length":8,"byte-order":"little-endian"}"#
  private static let vlu = #"{"type":"variable-length-unsigned-integer"}"#

  private static func path(_ kind: String, _ path: String, _ origin: String = "") -> String {
    let start = origin.isEmpty ? "" : #""origin":"\#(origin)","#
    return #""\#(kind)-field-location":{\#(start)"path":[\#(path)]}"#
  }

  private static func array(_ element: String, _ length: String, least: Int = 1) -> String {
    #"{"type":"dynamic-length-array","element-field-class":\#(element),"minimum-alignment":\#(least),\#(length)}"#
  }

  private static func fixed(_ element: String, _ length: Int, least: Int = 1) -> String {
    #"{"type":"static-length-array","element-field-class":\#(element),"minimum-alignment":\#(least),"length":\#(length)}"#
  }

  private static func option(_ type: String, _ ranges: String, name: String? = nil) -> String {
    let start = name.map { #""name":"\#($0)","# } ?? ""
    return #"{\#(start)"selector-field-ranges":[\#(ranges)],"field-class":\#(type)}"#
  }

  private static func variant(_ selector: String, _ options: String...) -> String {
    #"{"type":"variant","options":[\#(options.joined(separator: ","))],\#(path("selector", selector))}"#
  }

  private static func optional(_ type: String, _ selector: String, ranges: String? = nil) -> String
  {
    let choices = ranges.map { #","selector-field-ranges":[\#($0)]"# } ?? ""
    return #"{"type":"optional","field-class":\#(type),\#(path("selector", selector))\#(choices)}"#
  }

  static let layouts = [
    Case(
      members: [
        "a": u8, "s": CTF2Sample.structure(["x": u8], align: 32),
        "t": CTF2Sample.structure([:], align: 16), "z": u8,
      ], bytes: [1, 0, 0, 0, 2, 0, 3], shown: "{ a = 1, s = { x = 2 }, t = { }, z = 3 }"),
    Case(
      members: ["a": u8, "f": fixed(u8, 3, least: 32), "g": fixed(fixed(u8, 2), 2), "z": u8],
      bytes: [1, 0, 0, 0, 2, 3, 4, 5, 6, 7, 8, 9],
      shown: "{ a = 1, f = [ 2, 3, 4 ], g = [ [ 5, 6 ], [ 7, 8 ] ], z = 9 }"),
    Case(
      members: ["n": u8, "d": array(u8, path("length", #""n""#), least: 32), "z": u8],
      bytes: [0, 0, 0, 0, 9], shown: "{ n = 0, d = [ ], z = 9 }"),
    Case(
      members: ["n": u8, "d": array(u8, path("length", #""n""#), least: 32), "z": u8],
      bytes: [2, 0, 0, 0, 7, 8, 9], shown: "{ n = 2, d = [ 7, 8 ], z = 9 }"),
    Case(
      members: [
        "n": vlu,
        "d": array(#"{"type":"null-terminated-string"}"#, path("length", #""n""#)), "z": u8,
      ], bytes: [2, 0x61, 0, 0, 9], shown: #"{ n = 2, d = [ "a", "" ], z = 9 }"#),
  ]

  @Test("stand where their alignment says", arguments: layouts)
  func align(_ known: Case) throws { try Self.check(known) }

  static let choices = [
    Case(
      members: [
        "b": bool, "o": optional(CTF2Sample.u(16), #""b""#), "c": bool,
        "p": optional(u8, #""c""#), "z": u8,
      ], bytes: [2, 7, 0, 0, 9], shown: "{ b = true, o = <o = 7>, c = false, p = absent, z = 9 }"),
    Case(
      members: [
        "n": u8, "o": optional(u8, #""n""#, ranges: "[1,3],[255,300]"), "m": s8,
        "p": optional(CTF2Sample.structure(["x": u8]), #""m""#, ranges: "[-300,-2]"),
        "q": optional(u8, #""m""#, ranges: "[-1,127]"), "z": u8,
      ], bytes: [255, 8, 0xfe, 5, 9],
      shown: "{ n = 255, o = <o = 8>, m = -2, p = <p = { x = 5 }>, q = absent, z = 9 }"),
    Case(
      members: [
        "n": s8,
        "v": variant(#""n""#, option(u8, "[-3,-1]", name: "neg"), option(bool, "[0,0],[7,9]")),
        "w": variant(
          #""n""#, option(u8, "[0,0]"),
          option(#"{"type":"null-terminated-string"}"#, "[-128,-1]", name: "text")),
        "z": u8,
      ], bytes: [0xfe, 4, 0x61, 0, 9],
      shown: #"{ n = -2, v = <neg = 4>, w = <text = "a">, z = 9 }"#),
    Case(
      members: ["n": vlu, "v": variant(#""n""#, option(bool, "[300,300]"), option(u8, "[0,299]"))],
      bytes: [0xac, 2, 1], shown: "{ n = 300, v = <true> }"),
  ]

  @Test("are there, or are one of several, as another field says", arguments: choices)
  func choose(_ known: Case) throws { try Self.check(known) }

  private static let lengthInside = CTF2Sample.structure([
    "laser": vlu, "joystick": array(u8, path("length", #""laser""#)),
  ])

  static let locations = [
    Case(
      members: ["nature": fixed(lengthInside, 2), "z": u8], bytes: [1, 7, 2, 8, 8, 9],
      shown: "{ nature = [ { laser = 1, joystick = [ 7 ] }, "
        + "{ laser = 2, joystick = [ 8, 8 ] } ], z = 9 }"),
    Case(
      members: [
        "n": u8,
        "s": CTF2Sample.structure([
          "n": u8,
          "t": CTF2Sample.structure([
            "near": array(u8, path("length", #"null,"n""#)),
            "far": array(u8, path("length", #"null,null,"n""#)),
            "back": array(u8, path("length", #"null,null,"s",null,"s","n""#)),
          ]),
        ]),
      ], bytes: [1, 2, 5, 5, 6, 7, 7],
      shown: "{ n = 1, s = { n = 2, t = { near = [ 5, 5 ], far = [ 6 ], back = [ 7, 7 ] } } }"),
    Case(
      members: [
        "lawyer": s8,
        "clinic": variant(
          #""lawyer""#, option(#"{"type":"null-terminated-string"}"#, "[0,0]"),
          option(
            CTF2Sample.structure([
              "lemon": u8,
              "joystick": array(
                u8, path("length", #""clinic","lemon""#, "event-record-payload")),
            ]), "[1,4]", name: "two")),
      ], bytes: [3, 2, 7, 8],
      shown: "{ lawyer = 3, clinic = <two = { lemon = 2, joystick = [ 7, 8 ] }> }"),
    Case(
      members: [
        "k": u8,
        "glass": variant(
          #""k""#, option(u8, "[0,0]"), option(CTF2Sample.u(16), "[1,1]"), option(vlu, "[2,2]")),
        "margin": array(u8, path("length", #""glass""#)), "z": u8,
      ], bytes: [1, 2, 0, 7, 8, 9],
      shown: "{ k = 1, glass = <2>, margin = [ 7, 8 ], z = 9 }"),
    Case(
      members: [
        "b": bool, "o": optional(CTF2Sample.structure(["n": u8]), #""b""#),
        "d": array(u8, path("length", #""o","n""#)),
      ], bytes: [1, 1, 7], shown: "{ b = true, o = <o = { n = 1 }>, d = [ 7 ] }"),
  ]

  @Test("are told by fields in any place before them", arguments: locations)
  func locate(_ known: Case) throws { try Self.check(known) }

  @Test("are told by fields of other scopes")
  func scopes() throws {
    let u8 = Self.u8
    let role = { (name: String) in #""roles":["\#(name)"]"# }
    let header = CTF2Sample.structure([
      "m": CTF2Sample.u(32, role("packet-magic-number")), "h": u8,
    ])
    let context = CTF2Sample.structure([
      "c": CTF2Sample.u(16, role("packet-content-length")), "k": u8,
    ])
    let eventHeader = CTF2Sample.structure([
      "id": CTF2Sample.u(8, role("event-record-class-id")), "n": u8,
    ])
    let payload = CTF2Sample.structure([
      "a": Self.array(u8, Self.path("length", #""h""#, "packet-header")),
      "b": Self.array(u8, Self.path("length", #""k""#, "packet-context")),
      "c": Self.array(u8, Self.path("length", #""n""#, "event-record-header")),
      "d": Self.array(u8, Self.path("length", #""x""#, "event-record-common-context")),
      "e": Self.array(u8, Self.path("length", #""y""#, "event-record-specific-context")),
    ])
    var sample = CTF2Sample(fragments: [
      CTF2Sample.preamble, #"{"type":"trace-class","packet-header-field-class":\#(header)}"#,
      #"{"type":"data-stream-class","packet-context-field-class":\#(context),"#
        + #""event-record-header-field-class":\#(eventHeader),"#
        + #""event-record-common-context-field-class":\#(CTF2Sample.structure(["x": u8]))}"#,
      #"{"type":"event-record-class","id":5,"payload-field-class":\#(payload),"#
        + #""specific-context-field-class":\#(CTF2Sample.structure(["y": u8]))}"#,
    ])
    let events: [UInt8] = [5, 1, 2, 0, 10, 20, 21, 30, 40, 41] + [5, 0, 0, 1, 11, 22, 23, 50]
    let start: [UInt8] = [0xc1, 0x1f, 0xfc, 0xc1, 1] + CTF2Sample.bytes(UInt16(208)) + [2]
    sample.streams["s"] = start + events
    let (lines, damage) = try sample.read()
    #expect(
      lines == [
        "{ x = 2 } { y = 0 } { a = [ 10 ], b = [ 20, 21 ], c = [ 30 ], d = [ 40, 41 ], e = [ ] }",
        "{ x = 0 } { y = 1 } { a = [ 11 ], b = [ 22, 23 ], c = [ ], d = [ ], e = [ 50 ] }",
      ])
    #expect(damage.isEmpty)
  }

  private static func check(_ known: Case) throws {
    var sample = CTF2Sample(known.members)
    sample.packet(known.bytes)
    let (lines, damage) = try sample.read()
    #expect(lines == [known.shown])
    #expect(damage.isEmpty)
  }

  @Test("with a selector that chooses nothing are damage")
  func unchosen() throws {
    var sample = CTF2Sample([
      "n": Self.u8, "v": Self.variant(#""n""#, Self.option(Self.u8, "[1,2]")),
    ])
    sample.packet([3, 1])
    sample.packet([2, 1])
    let (lines, damage) = try sample.read()
    #expect(lines == ["{ n = 2, v = <1> }"])
    #expect(damage == [.badEvent])
  }
}
