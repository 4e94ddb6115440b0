// SPDX-License-Identifier: MIT

import CTF
import Testing

@Suite("CTF 2 roles")
struct CTF2RoleTests {
  private static func role(_ size: Int, _ roles: String...) -> String {
    let names = roles.map { "\"\($0)\"" }.joined(separator: ",")
    return CTF2Sample.u(size, #""roles":[\#(names)]"#)
  }

  private static let uuid: [UInt8] = Array(101...116)

  /// A trace with every role; names say nothing, and some fields stand in inner structures.
  private static func sample() -> CTF2Sample {
    let header = CTF2Sample.structure([
      "a": role(32, "packet-magic-number"),
      "b": #"{"type":"static-length-blob","length":16,"roles":["metadata-stream-uuid"]}"#,
      "c": CTF2Sample.structure(["d": role(8, "data-stream-class-id")]),
      "e": #"{"type":"variable-length-unsigned-integer","roles":["data-stream-id"]}"#,
    ])
    let context = CTF2Sample.structure([
      "a": CTF2Sample.structure([
        "b": #""stamp""#, "c": role(64, "packet-end-default-clock-timestamp"),
      ]
      ),
      "d": role(32, "packet-content-length"), "e": role(32, "packet-total-length"),
      "f": role(16, "packet-sequence-number"),
      "g": role(8, "discarded-event-record-counter-snapshot"), "cpu_id": CTF2Sample.u(16),
    ])
    let eventHeader = CTF2Sample.structure([
      "a": #"{"type":"variable-length-unsigned-integer","roles":["default-clock-timestamp"]}"#,
      "b": role(8, "event-record-class-id"),
    ])
    // In a payload a role means nothing.
    let payload = CTF2Sample.structure(["v": #""stamp""#, "w": role(8, "event-record-class-id")])
    return CTF2Sample(fragments: [
      #"{"type":"preamble","version":2,"uuid":\#(uuid)}"#,
      #"{"type":"field-class-alias","name":"stamp","field-class":"#
        + #"\#(role(64, "default-clock-timestamp"))}"#,
      #"{"type":"trace-class","packet-header-field-class":\#(header)}"#,
      #"{"type":"clock-class","id":"k","frequency":1000,"offset-from-origin":{"seconds":2,"cycles":500}}"#,
      #"{"type":"data-stream-class","id":0}"#,
      #"{"type":"data-stream-class","id":7,"default-clock-class-id":"k","#
        + #""packet-context-field-class":\#(context),"#
        + #""event-record-header-field-class":\#(eventHeader)}"#,
      #"{"type":"event-record-class","data-stream-class-id":7,"id":3,"name":"three","#
        + #""payload-field-class":\#(payload)}"#,
    ])
  }

  private static func packet(
    number: UInt16, discarded: UInt8, events: [UInt8], uuid: [UInt8] = uuid
  ) -> [UInt8] {
    let content = UInt32(8 * (52 + events.count))
    return [0xc1, 0x1f, 0xfc, 0xc1] + uuid + [7, 0x85, 1] + CTF2Sample.bytes(UInt64(1000))
      + CTF2Sample.bytes(UInt64(3000)) + CTF2Sample.bytes(content)
      + CTF2Sample.bytes(content + 80) + CTF2Sample.bytes(number) + [discarded]
      + CTF2Sample.bytes(UInt16(6)) + events + [UInt8](repeating: 0xaa, count: 10)
  }

  private static func event(_ stamp: [UInt8], _ value: UInt64) -> [UInt8] {
    stamp + [3] + CTF2Sample.bytes(value) + [9]
  }

  @Test("tell what is what in packets and headers, wherever they stand")
  func roles() throws {
    var sample = Self.sample()
    // Stamps of 7 and of 14 bits: 1000 is 0x3e8, whose low 7 bits are 0x68.
    let first =
      Self.event([0x69], 1) + Self.event([0x02], 2) + Self.event([0x80 | 0x10, 0x08], 3)
    sample.streams["s"] =
      Self.packet(number: 4, discarded: 1, events: first)
      + Self.packet(number: 5, discarded: 3, events: Self.event([0xe8, 0x0b], 4))
    try sample.with { set in
      let stream = try #require(set.streams.first)
      #expect(set.traces.first?.uuid == Self.uuid)
      #expect(stream.streamClassID == 7)
      #expect(stream.instanceID == 133)
      #expect(stream.cpu == 6)
      #expect(stream.packets.map(\.sequenceNumber) == [4, 5])
      #expect(stream.packets.map(\.discardedEvents) == [1, 3])
      #expect(stream.packets.map(\.begin) == [3_500_000_000, 3_500_000_000])
      #expect(stream.packets.map(\.end) == [5_500_000_000, 5_500_000_000])
      #expect(stream.packets.map(\.packetSize) == [Self.size(first.count), Self.size(12)])
      var seen: [String] = []
      let value = try #require(set.eventClasses.first?.field("v"))
      set.forEachEvent(in: .stream) { event in
        seen.append("\(event.timestamp / 1_000_000) \(event.unsigned(value))")
      }
      #expect(seen == ["3501 1", "3526 2", "3540 3", "4012 4"])
      #expect(set.eventClasses.map(\.name) == ["three"])
    }
  }

  private static func size(_ events: Int) -> Int { 8 * (52 + events + 10) }

  @Test("let a packet of another trace be known")
  func foreign() throws {
    var sample = Self.sample()
    sample.streams["s"] = Self.packet(
      number: 0, discarded: 0, events: Self.event([0x69], 1), uuid: Array(1...16))
    let (lines, damage) = try sample.read()
    #expect(lines.isEmpty)
    #expect(damage == [.foreignPacket])
  }

  @Test("that one field has together: the lengths, or the times")
  func together() throws {
    var sample = CTF2Sample(["a": CTF2Sample.u(8)])
    let context = CTF2Sample.structure([
      "c": Self.role(32, "packet-total-length", "packet-content-length"),
      "t": Self.role(32, "default-clock-timestamp", "packet-end-default-clock-timestamp"),
    ])
    sample.fragments[2] =
      #"{"type":"data-stream-class","packet-context-field-class":\#(context)}"#
    sample.packet([7])
    let packet = [0xc1, 0x1f, 0xfc, 0xc1] + CTF2Sample.bytes(UInt32(104)) + [5, 0, 0, 0]
    sample.streams["s"] = packet + [7] + packet + [8]
    try sample.with { set in
      #expect(FieldLog.lines(of: set) == ["{ a = 7 }", "{ a = 8 }"])
      #expect(set.streams.first?.packets.map(\.begin) == [5, 5])
      #expect(set.trust.damage.isEmpty)
    }
    sample.fragments[2] = sample.fragments[2].replacing(
      "packet-total-length", with: "packet-sequence-number")
    #expect(try sample.failure()?.code == .unsupported)
  }
}
