// SPDX-License-Identifier: MIT

import CTF
import TestSupport
import Testing
import TraceTestSupport

@Suite("CTF 2 metadata")
struct CTF2MetadataTests {
  private static let stream = #"{"type":"data-stream-class"}"#

  @Test("tells environment, clocks, names, levels and URIs, and ignores other attributes")
  func content() throws {
    let sample = CTF2Sample(fragments: [
      #"{"type":"preamble","version":2,"uuid":[1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,255],"#
        + #""attributes":{"x":[null,true,false,1.5e-3,{"y":"\u00e9\ud83d\ude00\n"}]},"extensions":{}}"#,
      #"{"type":"trace-class","namespace":"lttng.org,2009","name":"","uid":"u","environment":"#
        + #"{"z":"last \"first\"","a":-9223372036854775808,"big":9223372036854775807}}"#,
      #"{"type":"clock-class","id":"c","name":"mono","uid":"boot","frequency":18446744073709551615,"#
        + #""description":"d","origin":"unix-epoch","precision":3}"#,
      #"{"type":"clock-class","id":"d","uid":"x","frequency":1,"offset-from-origin":{"seconds":-5}}"#,
      #"{"type":"clock-class","id":"e","frequency":1,"origin":{"name":"n","uid":"i"}}"#,
      #"{"type":"data-stream-class","id":18446744073709551615,"default-clock-class-id":"d"}"#,
      #"{"type":"event-record-class","data-stream-class-id":18446744073709551615,"id":70000,"#
        + #""name":"a:b","attributes":{"lttng.org,2009":{"log-level":"debug:function","#
        + #""emf-uri":"urn:x"}}}"#,
      #"{"type":"event-record-class","data-stream-class-id":18446744073709551615,"#
        + #""attributes":{"lttng.org,2009":{"log-level":"loud"}}}"#,
    ])
    try sample.with { set in
      let trace = try #require(set.traces.first)
      #expect(trace.uuid == Array(1...15) + [255])
      #expect(
        trace.environment.map(\.name) == ["z", "a", "big"])
      #expect(trace.string("z") == #"last "first""#)
      #expect(trace.integer("a") == .min)
      #expect(trace.integer("big") == .max)
      #expect(trace.clocks.map(\.name) == ["mono", "d", "e"])
      #expect(trace.clocks.map(\.uuid) == ["boot", nil, nil])
      #expect(trace.clocks.map(\.frequency) == [.max, 1, 1])
      #expect(trace.clocks.map(\.offsetSeconds) == [0, -5, 0])
      #expect(
        trace.clocks.map(\.epoch) == [
          .unix, .unknown, .other(namespace: nil, name: "n", uid: "i"),
        ])
      #expect(set.eventClasses.map(\.name) == ["a:b", ""])
      #expect(set.eventClasses.map(\.id) == [70_000, 0])
      #expect(set.eventClasses.map(\.logLevel) == [12, nil])
      #expect(set.eventClasses.map(\.modelURI) == ["urn:x", nil])
      #expect(set.trust == Trust())
    }
  }

  @Test("may have separators in a row, other white space, and no line feed at the end")
  func spaces() throws {
    let text =
      "\u{1e}\u{1e} \r\n\t\(CTF2Sample.preamble)\n\n\u{1e}\n\u{1e}\(Self.stream)"
    let folder = try TemporaryFolder()
    try Files.write(text, to: folder.path + "/metadata")
    #expect(try CTFTraceSet.open([folder.path]).trust == Trust())
  }

  @Test("may stand in packets of either byte order", arguments: [false, true])
  func packets(isBig: Bool) throws {
    let text = CTF2Sample(["a": CTF2Sample.u(8)]).metadata
    var content: [UInt8] = []
    for part in [text[..<200], text[200...]] {
      var packet = BitWriter(isBigEndian: isBig)
      packet.number(0x75d1_1d57, size: 32, alignment: 8)
      packet.text([UInt8](repeating: 7, count: 16))
      packet.number(0, size: 32, alignment: 8)
      packet.number(UInt64(37 + part.count) * 8, size: 32, alignment: 8)
      packet.number(UInt64(40 + part.count) * 8, size: 32, alignment: 8)
      packet.text([0, 0, 0, 2, 0] + part + [0, 0, 0])
      content += packet.bytes
    }
    let folder = try TemporaryFolder()
    try Files.write(content, to: folder.path + "/metadata")
    let set = try CTFTraceSet.open([folder.path])
    #expect(set.eventClasses.map(\.name) == ["e"])
    #expect(set.trust == Trust())
  }

  // MARK: Cut

  @Test("that is cut anywhere gives what is complete and says so, or is refused")
  func cut() throws {
    let whole = CTF2Sample(
      fragments: CTF2Sample(["a": CTF2Sample.u(8)]).fragments + [
        #"{"type":"event-record-class","id":1,"name":"second"}"#
      ]
    ).metadata
    let separators = whole.indices.filter { whole[$0] == 0x1e }
    for count in stride(from: 1, to: whole.count, by: 2) {
      let folder = try TemporaryFolder()
      try Files.write(Array(whole[..<count]), to: folder.path + "/metadata")
      let set = try? CTFTraceSet.open([folder.path])
      let complete = separators.filter { $0 < count }.count
      let isWhole =
        count == whole.count - 1 || separators.contains(count) || separators.contains(count + 1)
        || separators.contains(count - 1)
      // Three fragments behind the preamble's are needed: the third declares the stream.
      #expect(
        (set != nil) == (complete > 3 || complete == 3 && isWhole && count > separators[2] + 1))
      guard let set else { continue }
      let expected = isWhole ? [] : [Damage.Kind.metadata]
      #expect(set.trust.damage.map(\.kind) == expected, "cut at \(count)")
      withExtendedLifetime(folder) {}
    }
  }

  @Test("with zero bytes at its end is read, and told")
  func zeros() throws {
    let folder = try TemporaryFolder()
    let metadata = CTF2Sample(["a": CTF2Sample.u(8)]).metadata
    try Files.write(metadata + [0, 0, 0], to: folder.path + "/metadata")
    let set = try CTFTraceSet.open([folder.path])
    #expect(set.trust.damage.map(\.kind) == [.metadata])
    #expect(set.trust.damage.map(\.offset) == [metadata.count])
    #expect(set.eventClasses.map(\.name) == ["e"])
  }

  @Test("whose preamble is missing, of another version, or declares an extension is refused")
  func preamble() throws {
    let first = { (fragment: String) in
      try CTF2Sample(fragments: [fragment, Self.stream]).failure()
    }
    #expect(try first(Self.stream)?.message.contains("preamble must come first") == true)
    #expect(try first(#"{"type":"preamble","version":3}"#)?.code == .unsupported)
    #expect(try first(#"{"type":"preamble","version":2,"uuid":[1]}"#)?.code == .invalidMetadata)
    let extended = try first(
      #"{"type":"preamble","version":2,"extensions":{"my.tracer":{"piano":null}}}"#)
    #expect(extended?.code == .unsupported)
    #expect(extended?.message.contains("the extension 'piano' of 'my.tracer'") == true)
  }

  @Test("tells the line and the column of what is wrong")
  func place() throws {
    let error = try #require(
      try CTF2Sample(fragments: [
        CTF2Sample.preamble, "{\n  \"type\": \"data-stream-class\",\n  \"id\": true\n}",
      ]).failure())
    #expect(error.place?.line == 4)
    #expect(error.place?.column == 9)
  }

  @Test("whose fields refer to nothing, or to what cannot tell, is refused with the event's name")
  func locations() throws {
    let blob = { (path: String) in
      #"{"type":"dynamic-length-blob","length-field-location":{"path":[\#(path)]}}"#
    }
    let signed = #"{"type":"fixed-length-signed-integer","length":8,"byte-order":"little-endian"}"#
    let at = { (members: KeyValuePairs<String, String>) in try CTF2Sample(members).failure() }
    for error in [
      try at(["a": blob(#""n""#), "n": CTF2Sample.u(8)]),
      try at(["n": CTF2Sample.u(8), "a": blob(#"null,"n""#)]),
      try at(["n": signed, "a": blob(#""n""#)]),
      try at(["n": #"{"type":"null-terminated-string"}"#, "a": blob(#""n""#)]),
    ] {
      #expect(error?.code == .invalidMetadata)
      #expect(error?.message.contains("event 'e': ") == true)
    }
  }
}
