// SPDX-License-Identifier: MIT

import CTF
import Testing

@Suite("Hostile CTF 2 metadata")
struct CTF2HostileTests {
  private static let stream = #"{"type":"data-stream-class"}"#

  private static func failure(_ fragments: [String]) throws -> CTFError {
    try #require(try CTF2Sample(fragments: [CTF2Sample.preamble] + fragments).failure())
  }

  private static func alias(_ name: String, _ type: String) -> String {
    #"{"type":"field-class-alias","name":"\#(name)","field-class":\#(type)}"#
  }

  @Test("nested deeper than any stack is refused", arguments: ["[", "{\"a\":", "{\"type\":["])
  func nesting(opening: String) throws {
    let text = String(repeating: opening, count: 1_000_000)
    #expect(try Self.failure([text]).message.contains("nested more than"))
  }

  @Test("whose types are nested through their names is refused")
  func chain() throws {
    let arrays = (1...10_000).map {
      Self.alias(
        "a\($0)",
        #"{"type":"static-length-array","length":1,"element-field-class":"a\#($0 - 1)"}"#)
    }
    let error = try Self.failure([Self.alias("a0", CTF2Sample.u(8))] + arrays)
    #expect(error.message.contains("types are nested more than 32 deep"))
  }

  @Test("whose types double with each name is refused")
  func doubling() throws {
    let doubles = (1...31).map {
      Self.alias("a\($0)", CTF2Sample.structure(["x": "\"a\($0 - 1)\"", "y": "\"a\($0 - 1)\""]))
    }
    let error = try Self.failure([Self.alias("a0", CTF2Sample.u(8))] + doubles)
    #expect(error.message.contains("fields are declared"))
  }

  @Test("that declares too many fields in all is refused")
  func sum() throws {
    let wide = (0..<60_000).map { #"{"name":"\#($0)","field-class":"b"}"# }
    let events = (0..<5).map {
      #"{"type":"event-record-class","id":\#($0),"payload-field-class":"w"}"#
    }
    let structure =
      #"{"type":"structure","member-classes":[\#(wide.joined(separator: ","))]}"#
    let error = try Self.failure(
      [Self.alias("b", CTF2Sample.u(8)), Self.alias("w", structure), Self.stream] + events)
    #expect(error.message.contains("fields are declared"))
  }

  @Test("whose wide contexts every event has is refused")
  func contexts() throws {
    let wide = (0..<10_000).map { #"{"name":"\#($0)","field-class":"b"}"# }
    let events = (0..<200).map { #"{"type":"event-record-class","id":\#($0)}"# }
    let error = try Self.failure(
      [
        Self.alias("b", CTF2Sample.u(8)),
        #"{"type":"data-stream-class","event-record-common-context-field-class":"#
          + #"{"type":"structure","member-classes":[\#(wide.joined(separator: ","))]}}"#,
      ] + events)
    #expect(error.code == .unsupported)
    #expect(error.message.contains("fields in all"))
  }

  @Test("with more values in a fragment than any trace has is refused")
  func values() throws {
    let text = "[" + String(repeating: "0,", count: 1 << 20) + "0]"
    #expect(try Self.failure([text]).message.contains("values"))
  }

  @Test("whose fields refer to each other without end is refused")
  func references() throws {
    let count = 8_000
    let lengths = (0..<count).map { #"{"name":"n\#($0)","field-class":"b"}"# }
    let blobs = (0..<count).map {
      #"{"name":"d\#($0)","field-class":{"type":"dynamic-length-blob","#
        + #""length-field-location":{"path":["n0"]}}}"#
    }
    let members = (lengths + blobs).joined(separator: ",")
    let error = try Self.failure([
      Self.alias("b", CTF2Sample.u(8)), Self.stream,
      #"{"type":"event-record-class","payload-field-class":{"type":"structure","#
        + #""member-classes":[\#(members)]}}"#,
    ])
    #expect(error.code == .unsupported)
    #expect(error.message.contains("too many fields that refer to others"))
  }

  @Test("with sizes that no memory has is refused or read as damage")
  func sizes() throws {
    for type in [
      #"{"type":"static-length-blob","length":4294967297}"#,
      #"{"type":"static-length-array","length":4294967296,"element-field-class":"#
        + #"{"type":"static-length-array","length":4294967296,"element-field-class":"#
        + "\(CTF2Sample.u(64))}}",
      #"{"type":"static-length-string","length":18446744073709551615,"encoding":"utf-16le"}"#,
    ] {
      #expect(try CTF2Sample(["a": type]).failure()?.code == .invalidMetadata)
    }
    let blob =
      #"{"type":"dynamic-length-blob","length-field-location":{"path":["n"]}}"#
    var sample = CTF2Sample(["n": CTF2Sample.u(64), "a": blob])
    sample.packet([UInt8](repeating: 255, count: 9))
    sample.packet([0, 0, 0, 0, 0, 0, 0, 0x80, 1])
    let (lines, damage) = try sample.read()
    #expect(lines.isEmpty)
    #expect(damage == [.badEvent, .badEvent])
  }

  @Test("with any byte changed is read or refused, and does no harm")
  func changed() throws {
    let sample = CTF2Sample(
      [
        "n": #"{"type":"variable-length-unsigned-integer"}"#,
        "v":
          #"{"type":"variant","selector-field-location":{"path":["n"]},"options":[{"#
          + #""selector-field-ranges":[[0,9]],"field-class":"b"}]}"#,
        "s": #"{"type":"dynamic-length-string","length-field-location":{"path":["n"]}}"#,
      ], aliases: ["b": CTF2Sample.u(8)])
    let metadata = sample.metadata
    var random: UInt64 = 1
    var (read, refused) = (0, 0)
    for place in stride(from: 1, to: metadata.count, by: 3) {
      random = random &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      var changed = metadata
      changed[place] = UInt8(truncatingIfNeeded: random >> 33)
      var other = CTF2Sample(fragments: [])
      other.packet([3, 7] + Array("abc".utf8))
      other.raw = changed
      do {
        _ = try other.read()
        read += 1
      } catch is CTFError {
        refused += 1
      }
    }
    #expect(read > 0)
    #expect(refused > read)
  }
}
