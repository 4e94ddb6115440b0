// SPDX-License-Identifier: MIT

import Testing
import TraceModel

@Suite("Glob")
struct GlobTests {
  @Test(
    "matches the whole text",
    arguments: [
      ("", "", true), ("", "a", false), ("*", "", true), ("*", "a.b/c", true),
      ("clicks*", "clicks.map", true), ("clicks*", "my clicks", false),
      ("*.map", "clicks.map", true), ("*.map", "clicks.map.filter", false),
      ("c?t", "cat", true), ("c?t", "cät", true), ("c?t", "ct", false),
      ("[a-c]x", "bx", true), ("[!a-c]x", "bx", false), ("[]]", "]", true), ("[a", "[a", true),
      ("\\*", "*", true), ("\\*", "a", false), ("a*b*c", "a-b-b-c", true), ("a**", "a", true),
      ("*\u{1f600}", "x\u{1f600}", true), ("[z-a]", "m", false),
    ])
  func matches(pattern: String, text: String, expected: Bool) {
    #expect(Glob(pattern).matches(text) == expected)
  }

  @Test("stays fast for patterns of many stars")
  func manyStars() {
    let pattern = String(repeating: "*a", count: 40) + "b"
    #expect(!Glob(pattern).matches(String(repeating: "a", count: 5_000)))
  }
}
