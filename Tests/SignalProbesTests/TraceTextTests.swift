// SPDX-License-Identifier: MIT

import SignalProbes
import Testing

@Suite("TraceText")
struct TraceTextTests {
  private func clean(_ text: String, cut: TraceText.Cut = .end) -> String {
    TraceText(text, cut: cut).withCString { String(cString: $0) }
  }

  @Test(
    "makes one space of each run of white space and trims the ends",
    arguments: [
      ("a\n\t b", "a b"), ("  a  ", "a"), ("", ""), (" \n ", ""), ("a b", "a b"),
      ("a\u{A0}\u{2028}\u{3000}b\u{85}", "a b"), ("tab\tstop", "tab stop"),
    ])
  func whiteSpace(_ text: String, _ expected: String) {
    #expect(clean(text) == expected)
  }

  @Test("shows an embedded NUL as its symbol")
  func null() {
    #expect(clean("a\0b") == "a␀b")
  }

  @Test("keeps a text of exactly 256 bytes whole")
  func fits() {
    let text = String(repeating: "x", count: 256)
    #expect(clean(text) == text)
    #expect(clean(text + "  ") == text)
    #expect(clean(text, cut: .middle) == text)
  }

  @Test(
    "cuts a longer text to at most 256 bytes, on a scalar boundary, with an ellipsis at its end",
    arguments: ["x", "é", "€", "😀", "x é"])
  func cutAtEnd(_ unit: String) {
    let result = clean(String(repeating: unit, count: 100_000 / unit.utf8.count))
    #expect(result.hasSuffix("…"))
    #expect((250...256).contains(result.utf8.count))
    #expect(!result.unicodeScalars.contains("\u{FFFD}"))
  }

  @Test(
    "cuts a name in the middle, so that its begin and its end are left",
    arguments: ["x", "é", "€", "😀"])
  func cutInMiddle(_ unit: String) {
    let result = clean("begin" + String(repeating: unit, count: 1_000) + "end", cut: .middle)
    #expect(result.hasPrefix("begin"))
    #expect(result.hasSuffix("end"))
    #expect(result.unicodeScalars.filter { $0 == "…" }.count == 1)
    #expect((248...256).contains(result.utf8.count))
    #expect(!result.unicodeScalars.contains("\u{FFFD}"))
  }

  @Test("writes integers of every size as decimal digits")
  func decimals() {
    func digits(_ value: some FixedWidthInteger) -> String {
      TraceText.withCString(decimal: value) { String(cString: $0) }
    }
    #expect(digits(0) == "0")
    #expect(digits(-7) == "-7")
    #expect(digits(Int.min) == "-9223372036854775808")
    #expect(digits(UInt64.max) == "18446744073709551615")
    #expect(digits(Int8.min) == "-128")
    #expect(digits(Int128.min) == "-170141183460469231731687303715884105728")
  }
}
