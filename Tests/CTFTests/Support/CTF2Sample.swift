// SPDX-License-Identifier: MIT

import CTF
import TestSupport

/// A trace of CTF 2 that a test writes by hand: metadata as JSON, packets as bytes.
struct CTF2Sample {
  static let preamble = #"{"type":"preamble","version":2}"#

  /// The packet's header and context of most samples: twelve bytes.
  static let header = """
    {"type":"trace-class","packet-header-field-class":{"type":"structure","member-classes":[
    {"name":"m","field-class":\(u(32, #""roles":["packet-magic-number"]"#))}]}}
    """
  static let context = """
    "packet-context-field-class":{"type":"structure","member-classes":[
    {"name":"c","field-class":\(u(32, #""roles":["packet-content-length"]"#))},
    {"name":"t","field-class":\(u(32, #""roles":["packet-total-length"]"#))}]}
    """

  /// The metadata's fragments.
  var fragments: [String]
  /// Files of packets, by name.
  var streams: [String: [UInt8]] = [:]

  /// The class of a little-endian unsigned integer at a byte.
  static func u(_ size: Int, _ more: String = "") -> String {
    let tail = more.isEmpty ? "" : "," + more
    return #"{"type":"fixed-length-unsigned-integer","length":\#(size),"alignment":8,"#
      + #""byte-order":"little-endian"\#(tail)}"#
  }

  /// Events of one class, without a header, whose payload has these members.
  ///
  /// - Parameters:
  ///   - members: Pairs of a name and a field class in JSON.
  ///   - aliases: Field classes that have names.
  ///   - stream: More members of the data stream class.
  ///   - event: More members of the event record class.
  init(
    _ members: KeyValuePairs<String, String>, aliases: KeyValuePairs<String, String> = [:],
    stream: String = "", event: String = ""
  ) {
    fragments = [Self.preamble]
    for (name, type) in aliases {
      fragments.append(#"{"type":"field-class-alias","name":"\#(name)","field-class":\#(type)}"#)
    }
    fragments.append(Self.header)
    fragments.append(#"{"type":"data-stream-class",\#(Self.context)\#(stream)}"#)
    fragments.append(
      #"{"type":"event-record-class","name":"e","#
        + #""payload-field-class":\#(Self.structure(members))\#(event)}"#)
  }

  init(fragments: [String]) { self.fragments = fragments }

  static func structure(_ members: KeyValuePairs<String, String>, align: Int = 1) -> String {
    let inner = members.map { #"{"name":"\#($0)","field-class":\#($1)}"# }
    return #"{"type":"structure","minimum-alignment":\#(align),"#
      + #""member-classes":[\#(inner.joined(separator: ","))]}"#
  }

  /// The metadata's bytes, if they are not those of the fragments.
  var raw: [UInt8]?

  var metadata: [UInt8] { raw ?? Self.metadata(fragments) }

  static func metadata(_ fragments: [String]) -> [UInt8] {
    Array(fragments.map { "\u{1e}\($0)\n" }.joined().utf8)
  }

  /// Adds a packet with the usual header.
  mutating func packet(_ content: [UInt8], bits: Int? = nil) {
    let size = UInt32(96 + (bits ?? content.count * 8))
    let total = UInt32(96 + content.count * 8)
    streams["s", default: []] +=
      [0xc1, 0x1f, 0xfc, 0xc1] + Self.bytes(size) + Self.bytes(total) + content
  }

  /// The bytes of a number, least significant first.
  static func bytes<T: FixedWidthInteger>(_ number: T) -> [UInt8] {
    (0..<T.bitWidth / 8).map { UInt8(truncatingIfNeeded: number >> ($0 * 8)) }
  }

  /// Writes it and hands it out opened.
  func with<R>(_ body: (CTFTraceSet) throws -> R) throws -> R {
    let folder = try TemporaryFolder()
    return try withExtendedLifetime(folder) {
      try Files.write(metadata, to: folder.path + "/metadata")
      for (name, bytes) in streams { try Files.write(bytes, to: folder.path + "/" + name) }
      return try body(try CTFTraceSet.open([folder.path]))
    }
  }

  /// The events as `FieldLog` shows them, and the kinds of damage.
  func read() throws -> (lines: [String], damage: [Damage.Kind]) {
    try with { set in
      let lines = FieldLog.lines(of: set)
      return (lines, set.forEachEvent { _ in }.damage.map(\.kind))
    }
  }

  /// The error that opening it gives.
  func failure() throws -> CTFError? {
    do {
      try with { _ in }
      return nil
    } catch let error as CTFError {
      return error
    }
  }
}
