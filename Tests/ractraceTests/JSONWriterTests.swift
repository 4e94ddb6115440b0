// SPDX-License-Identifier: MIT

import CommandLineKit
import FoundationEssentials
import Testing

@testable import ractrace

@Suite("JSONWriter")
struct JSONWriterTests {
  @Test("writes one object a line with commas between members only")
  func shape() {
    var json = JSONWriter(OutputBuffer(descriptor: nil))
    json.beginLine("a")
    json.member("n", UInt64(1))
    json.beginObject("o")
    json.member("x", Double.nan)
    json.member("y", Double.infinity)
    json.member("z", 0.5)
    json.endObject()
    json.beginArray("l")
    json.element("p")
    json.element("q")
    json.endArray()
    json.beginArray("m")
    json.endArray()
    json.member("missing", UInt64?.none)
    json.endLine()
    let contents = json.out.contents
    #expect(
      contents == """
        {"type":"a","n":1,"o":{"x":null,"y":null,"z":0.5},"l":["p","q"],"m":[],"missing":null}\n
        """)
  }

  @Test(
    "stays valid whatever the text, and a parser reads the text back",
    arguments: [
      "", "\"quoted\" \\ back", "line\nbreak\ttab\rreturn\0nul", "\u{1b}[31m\u{7f}\u{9b}\u{202e}",
      "häß 日本 😀 \u{e0041}", "</script>", "=cmd()",
    ])
  func roundTrip(text: String) throws {
    var json = JSONWriter(OutputBuffer(descriptor: nil))
    json.beginLine("t")
    json.member("text", text)
    json.key(text)
    json.string(text)
    json.endLine()
    let line = json.out.contents
    #expect(line.unicodeScalars.dropLast().allSatisfy { $0.value >= 0x20 && $0.value != 0x7F })
    let parsed = try JSONDecoder().decode([String: String].self, from: Data(line.utf8))
    #expect(parsed["text"] == text)
    #expect(parsed[text] == text)
  }

  @Test("replaces bytes that are no UTF-8")
  func invalid() throws {
    var json = JSONWriter(OutputBuffer(descriptor: nil))
    json.beginLine("t")
    ([0x61, 0xFF, 0x62] as [UInt8]).withUnsafeBytes { json.member("text", bytes: $0) }
    json.endLine()
    let contents = json.out.contents
    #expect(contents == "{\"type\":\"t\",\"text\":\"a\u{fffd}b\"}\n")
  }
}
