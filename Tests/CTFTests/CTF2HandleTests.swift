// SPDX-License-Identifier: MIT

import CTF
import Testing

@Suite("CTF 2 fields by handle")
struct CTF2HandleTests {
  private static func sample() -> CTF2Sample {
    let bits = #""length":8,"byte-order":"little-endian""#
    var sample = CTF2Sample([
      "bool": #"{"type":"fixed-length-boolean",\#(bits)}"#,
      "map": #"{"type":"fixed-length-bit-map",\#(bits),"flags":{"x":[[0,0]]}}"#,
      "n": CTF2Sample.u(8),
      "leb": #"{"type":"variable-length-signed-integer"}"#,
      "wide": #"{"type":"null-terminated-string","encoding":"utf-16le"}"#,
      "blob": #"{"type":"dynamic-length-blob","length-field-location":{"path":["n"]}}"#,
      "there":
        #"{"type":"optional","field-class":\#(CTF2Sample.u(16)),"selector-field-location":{"path":["bool"]}}"#,
      "text": #"{"type":"static-length-string","length":4}"#,
    ])
    sample.packet([1, 3, 2, 0xbf, 0x7f, 0xe9, 0, 0, 0, 9, 8, 7, 1] + Array("ab\0?".utf8))
    sample.packet([0, 2, 0, 5, 0, 0] + Array("abcd".utf8))
    return sample
  }

  @Test("give what walking over them gives")
  func values() throws {
    try Self.sample().with { set in
      let event = try #require(set.eventClasses.first)
      let field = { (name: String) in try #require(event.field(name)) }
      let (bool, map, leb) = (try field("bool"), try field("map"), try field("leb"))
      let (wide, blob) = (try field("wide"), try field("blob"))
      let (there, text) = (try field("there"), try field("text"))
      var seen: [String] = []
      set.forEachEvent { event in
        let bytes = event.withBytes(blob) { $0.withUnsafeBytes { Array($0) } }
        seen.append(
          "\(event.unsigned(bool)) \(event.unsigned(map)) \(event.signed(leb)) "
            + "\(event.string(wide)) \(bytes) \(event.unsigned(there)) \(event.string(text)) "
            + "\(event.double(leb).isNaN)")
      }
      #expect(seen == ["1 3 -65 é [9, 8] 263 ab true", "0 2 5  [] 0 abcd true"])
    }
  }

  @Test("tell media type, flags and encoding in the class")
  func classes() throws {
    try Self.sample().with { set in
      let payload = try #require(set.eventClasses.first?.payload)
      guard case .blob(let blob) = payload[5].fieldClass,
        case .bitMap(let map) = payload[1].fieldClass,
        case .encodedString(let wide) = payload[4].fieldClass
      else {
        Issue.record("the classes are others: \(payload.map(\.fieldClass))")
        return
      }
      #expect(blob.mediaType == "application/octet-stream")
      #expect(map.flags.map(\.name) == ["x"])
      #expect(map.flags.map(\.mask) == [1])
      #expect(wide.encoding == .utf16LittleEndian)
      #expect(wide.extent == .terminated)
    }
  }
}
