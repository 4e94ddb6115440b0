// SPDX-License-Identifier: MIT

import CTF
import Testing

@Suite("CTF 2 metadata with faults")
struct CTF2FaultTests {
  private static let stream = #"{"type":"data-stream-class"}"#

  /// Fragments behind the preamble, and what is said of them.
  struct Fault: Sendable, CustomTestStringConvertible {
    var fragments: [String]
    var says: String
    var code = CTFError.Code.invalidMetadata
    var testDescription: String { says }

    init(_ says: String, _ fragments: String..., code: CTFError.Code = .invalidMetadata) {
      self.says = says
      self.fragments = fragments
      self.code = code
    }
  }

  private static func alias(_ name: String, _ type: String) -> String {
    #"{"type":"field-class-alias","name":"\#(name)","field-class":\#(type)}"#
  }

  private static let integer = #"{"type":"fixed-length-unsigned-integer""#

  static let faults = [
    Fault("fragment 2: a fragment must be an object, not an array", "[]"),
    Fault("fragment 2: the member 'type' is missing", "{}"),
    Fault("fragment 2: 'type' must be a string, not an integer", #"{"type":3}"#),
    Fault("fragment 2: frob: no fragment has this type", #"{"type":"frob"}"#),
    Fault("fragment 2: preamble: there are two of it", CTF2Sample.preamble),
    Fault(
      "fragment 3: trace-class: there are two of it", #"{"type":"trace-class"}"#,
      #"{"type":"trace-class"}"#),
    Fault("fragment 3: trace-class: it must come before", stream, #"{"type":"trace-class"}"#),
    Fault("there is no data stream class", #"{"type":"trace-class"}"#),
    Fault("fragment 3: data-stream-class: two data stream classes have the id 0", stream, stream),
    Fault(
      "fragment 4: event-record-class: two event record classes of data stream class 0 have the id 1",
      stream, #"{"type":"event-record-class","id":1}"#, #"{"type":"event-record-class","id":1}"#),
    Fault(
      "belongs to the data stream class 9", stream,
      #"{"type":"event-record-class","data-stream-class-id":9}"#),
    Fault(
      "no clock before it has the id 'c'",
      #"{"type":"data-stream-class","default-clock-class-id":"c"}"#),
    Fault("the member 'frequency' is missing", #"{"type":"clock-class","id":"c"}"#),
    Fault("'frequency' must be 1 to", #"{"type":"clock-class","id":"c","frequency":0}"#),
    Fault(
      "two clocks have the id 'c'", #"{"type":"clock-class","id":"c","frequency":1}"#,
      #"{"type":"clock-class","id":"c","frequency":1}"#),
    Fault("no origin is named 'x'", #"{"type":"clock-class","id":"c","frequency":1,"origin":"x"}"#),
    Fault("'id' must be 0 to", #"{"type":"data-stream-class","id":-1}"#),
    Fault(
      "'id' must be an integer, not a number",
      #"{"type":"data-stream-class","id":18446744073709551616}"#),
    Fault("'id' must be an integer, not a number", #"{"type":"data-stream-class","id":1.0}"#),
    Fault(
      "'e' must be an integer, not a boolean", #"{"type":"trace-class","environment":{"e":true}}"#),
    Fault("no field class before it is named 'b'", alias("a", #""b""#)),
    Fault("no field class before it is named 'a'", alias("a", #""a""#)),
    Fault(
      "two field classes are named 'a'", alias("a", #"{"type":"structure"}"#),
      alias("a", #"{"type":"structure"}"#)),
    Fault("a field class must be an object, not null", alias("a", "null")),
    Fault("no field class has the type 'frob'", alias("a", #"{"type":"frob"}"#)),
    Fault("the member 'length' is missing", alias("a", integer + "}")),
    Fault("'length' must be 1 to", alias("a", integer + #","length":0}"#)),
    Fault("the member 'byte-order' is missing", alias("a", integer + #","length":8}"#)),
    Fault(
      "'byte-order' is 'le', which is none of",
      alias("a", integer + #","length":8,"byte-order":"le"}"#)),
    Fault(
      "'alignment' must be a power of two",
      alias("a", integer + #","length":8,"byte-order":"big-endian","alignment":3}"#)),
    Fault(
      "an integer of 65 bits is not read", alias("a", integer + #","length":65}"#),
      code: .unsupported),
    Fault(
      "a boolean of 128 bits is not read",
      alias("a", #"{"type":"fixed-length-boolean","length":128}"#), code: .unsupported),
    Fault(
      "a floating-point number of 16 bits is not read",
      alias("a", #"{"type":"fixed-length-floating-point-number","length":16}"#), code: .unsupported),
    Fault(
      "no role is written so",
      alias("a", integer + #","length":8,"byte-order":"big-endian","roles":["x"]}"#)),
    Fault(
      "the magic number has 32 bits",
      alias(
        "a", integer + #","length":8,"byte-order":"big-endian","roles":["packet-magic-number"]}"#)),
    Fault(
      "only 16 bytes can be the metadata's UUID",
      alias("a", #"{"type":"static-length-blob","length":15,"roles":["metadata-stream-uuid"]}"#)),
    Fault(
      "a bit map needs 'flags'",
      alias("a", #"{"type":"fixed-length-bit-map","length":8,"byte-order":"big-endian"}"#)),
    Fault(
      "'f' names a bit that is not there",
      alias(
        "a",
        #"{"type":"fixed-length-bit-map","length":8,"byte-order":"big-endian","flags":{"f":[[8,8]]}}"#
      )),
    Fault(
      "the smaller one first",
      alias(
        "a",
        #"{"type":"fixed-length-bit-map","length":8,"byte-order":"big-endian","flags":{"f":[[5,4]]}}"#
      )),
    Fault(
      "'f' must be a list of ranges",
      alias(
        "a",
        #"{"type":"fixed-length-bit-map","length":8,"byte-order":"big-endian","flags":{"f":[]}}"#)),
    Fault(
      "two members are named 'm'",
      alias("a", CTF2Sample.structure(["m": CTF2Sample.u(8), "m": CTF2Sample.u(8)]))),
    Fault("a variant needs 'options'", alias("a", #"{"type":"variant","options":[]}"#)),
    Fault(
      "a path must end with a name",
      alias("a", #"{"type":"dynamic-length-blob","length-field-location":{"path":["x",null]}}"#)),
    Fault(
      "a path leads out of its origin",
      alias(
        "a",
        #"{"type":"dynamic-length-blob","length-field-location":{"origin":"packet-header","path":[null,"x"]}}"#
      )),
    Fault(
      "'payload-field-class' must be a structure", stream,
      #"{"type":"event-record-class","payload-field-class":\#(CTF2Sample.u(8))}"#),
    Fault(
      "the extension 'y' of 'x' is not known",
      #"{"type":"data-stream-class","extensions":{"x":{"y":1}}}"#, code: .unsupported),
    Fault(
      "the member 'id' stands here twice", #"{"type":"data-stream-class","id":1,"id":2}"#,
      code: .syntax),
    Fault("expected ',' or '}', found '1'", #"{"type":"data-stream-class" 1}"#, code: .syntax),
    Fault(
      "fragment 2: expected a member's name, and the text ends", #"{"type":"data-stream-class","#,
      stream, code: .syntax),
    Fault("a number cannot begin with 0", #"{"a":01}"#, code: .syntax),
    Fault("no escape begins with byte 120", #"{"a":"\x"}"#, code: .syntax),
    Fault("byte 10 stands in a string", "{\"a\":\"\n\"}", code: .syntax),
    Fault("expected the end of the fragment", "{} {}", code: .syntax),
  ]

  @Test("that is wrong is refused with the fragment and the reason", arguments: faults)
  func refuse(_ fault: Fault) throws {
    let error = try #require(
      try CTF2Sample(fragments: [CTF2Sample.preamble] + fault.fragments).failure())
    #expect(error.message.contains(fault.says), "\(error.message)")
    #expect(error.code == fault.code)
    #expect(error.place?.line ?? 0 > 0)
  }
}
