// SPDX-License-Identifier: MIT

/// A small trace with fields of every kind that CTF 2 alone has.
package enum CTF2Kinds {
  private static func number(_ size: Int, _ more: String = "") -> String {
    #"{"type":"fixed-length-unsigned-integer","length":\#(size),"alignment":8,"#
      + #""byte-order":"little-endian"\#(more)}"#
  }

  private static func role(_ size: Int, _ role: String) -> String {
    number(size, #","roles":["\#(role)"]"#)
  }

  private static func structure(_ members: KeyValuePairs<String, String>, align: Int = 1) -> String
  {
    let inner = members.map { #"{"name":"\#($0)","field-class":\#($1)}"# }
    return #"{"type":"structure","minimum-alignment":\#(align),"#
      + #""member-classes":[\#(inner.joined(separator: ","))]}"#
  }

  private static func at(_ kind: String, _ name: String) -> String {
    #""\#(kind)-field-location":{"path":["\#(name)"]}"#
  }

  private static let payload = structure([
    "flag": #"{"type":"fixed-length-boolean","length":8,"byte-order":"big-endian"}"#,
    "bits": #"{"type":"fixed-length-bit-map","length":8,"byte-order":"little-endian","#
      + #""flags":{"r\u001b[1m":[[0,0]],"w":[[1,1]],"x":[[2,7]]}}"#,
    "n": #"{"type":"variable-length-unsigned-integer","mappings":{"two":[[2,2]]}}"#,
    "delta": #"{"type":"variable-length-signed-integer"}"#,
    "wide": #"{"type":"null-terminated-string","encoding":"utf-16le"}"#,
    "raw": #"{"type":"dynamic-length-blob",\#(at("length", "n"))}"#,
    "there": #"{"type":"optional","field-class":"b",\#(at("selector", "flag"))}"#,
    "gone": #"{"type":"optional","field-class":"b",\#(at("selector", "n")),"#
      + #""selector-field-ranges":[[200,300]]}"#,
    "choice": #"{"type":"variant",\#(at("selector", "delta")),"options":["#
      + #"{"name":"low","field-class":"b","selector-field-ranges":[[-9,-1]]},"#
      + #"{"field-class":\#(structure(["x": #""b""#])),"selector-field-ranges":[[0,9]]}]}"#,
    "list": #"{"type":"dynamic-length-array",\#(at("length", "n")),"minimum-alignment":16,"#
      + #""element-field-class":{"type":"static-length-string","length":4,"encoding":"utf-32be"}}"#,
    "inner": structure(["y": #""b""#], align: 32),
    "turned": #"{"type":"fixed-length-bit-array","length":8,"byte-order":"little-endian","#
      + #""bit-order":"last-to-first"}"#,
  ])

  /// The metadata.
  package static let metadata: [UInt8] = {
    let header = structure([
      "m": role(32, "packet-magic-number"),
      "u": #"{"type":"static-length-blob","length":16,"roles":["metadata-stream-uuid"]}"#,
    ])
    let context = structure([
      "c": role(32, "packet-content-length"), "t": role(32, "packet-total-length"),
      "b": role(64, "default-clock-timestamp"),
    ])
    let event = structure([
      "i": role(8, "event-record-class-id"),
      "t": #"{"type":"variable-length-unsigned-integer","roles":["default-clock-timestamp"]}"#,
    ])
    let fragments = [
      #"{"type":"preamble","version":2,"uuid":[1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16]}"#,
      #"{"type":"field-class-alias","name":"b","field-class":\#(number(8))}"#,
      #"{"type":"trace-class","packet-header-field-class":\#(header)}"#,
      #"{"type":"clock-class","id":"k","frequency":1000000000,"origin":"unix-epoch"}"#,
      #"{"type":"data-stream-class","default-clock-class-id":"k","#
        + #""packet-context-field-class":\#(context),"event-record-header-field-class":\#(event)}"#,
      #"{"type":"event-record-class","id":1,"name":"all:ctf2","payload-field-class":\#(payload)}"#,
    ]
    return Array(fragments.map { "\u{1e}\($0)\n" }.joined().utf8)
  }()

  /// The bytes of two events, at 1005 and 1300 ns: the first has what the second has not.
  ///
  /// The first begins at byte 36; payloads and `inner` are aligned by four bytes, `list` by two.
  private static let events: [UInt8] =
    [1, 0x6d, 0, 0, 1, 3, 2, 0x7b, 0xe9, 0, 0, 0, 0xca, 0xfe, 7, 8]
    + [0, 0, 0, 0x41, 0, 1, 0xf6, 0, 5, 3]
    + [1, 0x94, 0x0a, 0, 0, 0, 0, 4, 0, 4, 0, 0, 9, 0, 6, 0x80]

  /// A file of one packet.
  package static let stream: [UInt8] = {
    let size = UInt32(36 + events.count) * 8
    let number = { (value: UInt64, bytes: Int) in
      (0..<bytes).map { UInt8(truncatingIfNeeded: value >> UInt64($0 * 8)) }
    }
    return number(0xc1fc_1fc1, 4) + Array(1...16) + number(UInt64(size), 4)
      + number(UInt64(size), 4) + number(1000, 8) + events
  }()
}
