// SPDX-License-Identifier: MIT

import CommandLineKit
import Testing

@Suite("TerminalText")
struct TerminalTextTests {
  @Test(
    "shows what a terminal would obey",
    arguments: [
      ("plain", "plain"), ("", ""), ("a\nb\tc\rd\0e", "a\\nb\\tc\\rd\\0e"),
      ("\u{1b}[31mred\u{1b}]0;title\u{7}", "\\x1b[31mred\\x1b]0;title\\x07"),
      ("\u{7f}\u{9b}31m", "\\x7f\\u{9b}31m"), ("a\u{202e}b\u{2028}", "a\\u{202e}b\\u{2028}"),
      ("häß 日本 😀 e\u{301}", "häß 日本 😀 e\u{301}"), ("back\\slash", "back\\slash"),
      ("tag\u{e0041}", "tag\\u{e0041}"),
      ("a\u{200b}b\u{ad}c\u{feff}d", "a\\u{200b}b\\u{ad}c\\u{feff}d"),
      ("\u{202a}x\u{202c}\u{2066}y\u{2069}", "\\u{202a}x\\u{202c}\\u{2066}y\\u{2069}"),
      ("z\u{200d}z\u{200c}", "z\\u{200d}z\\u{200c}"), ("\u{3164}\u{34f}", "\\u{3164}\\u{34f}"),
      ("\u{e0101}", "\\u{e0101}"), ("heart \u{2764}\u{fe0f}", "heart \u{2764}\u{fe0f}"),
      ("مرحبا שלום привет", "مرحبا שלום привет"),
    ])
  func cleans(text: String, expected: String) {
    #expect(TerminalText.cleaned(text) == expected)
  }

  @Test("lets no character through that shows nothing, but what chooses how others look")
  func allUnseen() {
    for value in 0...0x10FFFF as ClosedRange<UInt32> {
      guard let scalar = Unicode.Scalar(value), !(0xFE00...0xFE0F ~= value) else { continue }
      let properties = scalar.properties
      let isUnseen =
        properties.isDefaultIgnorableCodePoint
        || [.format, .control, .lineSeparator, .paragraphSeparator].contains(
          properties.generalCategory)
      guard isUnseen || value < 0x3000 else { continue }
      let isEscaped = TerminalText.cleaned(String(scalar)).utf8.count > scalar.utf8.count
      if isEscaped != isUnseen { Issue.record("U+\(String(value, radix: 16))") }
    }
  }

  @Test(
    "shows bytes that are no UTF-8",
    arguments: [
      ([0x61, 0xFF, 0x62], "a\\xffb"), ([0xC3], "\\xc3"), ([0xC0, 0x80], "\\xc0\\x80"),
      ([0xED, 0xA0, 0x80], "\\xed\\xa0\\x80"), ([0xF4, 0x90, 0x80, 0x80], "\\xf4\\x90\\x80\\x80"),
      ([0xE2, 0x82], "\\xe2\\x82"), ([0xC3, 0xA4], "ä"), ([0xC3, 0x1B], "\\xc3\\x1b"),
    ] as [([UInt8], String)])
  func invalid(bytes: [UInt8], expected: String) {
    #expect(bytes.withUnsafeBytes { TerminalText.cleaned($0) } == expected)
  }

  @Test("lets no byte below space through, whatever stands around it")
  func allPairs() {
    for first in UInt8.min...UInt8.max {
      for second in UInt8.min...UInt8.max {
        let text = ([first, second, 0x41] as [UInt8]).withUnsafeBytes { TerminalText.cleaned($0) }
        #expect(text.unicodeScalars.allSatisfy { $0.value >= 0x20 && !(0x7F...0x9F ~= $0.value) })
      }
    }
  }
}

@Suite("TerminalText.isPlain")
struct PlainTextTests {
  @Test("finds a byte that is not plain, wherever it stands", arguments: 0..<20)
  func anywhere(length: Int) {
    for place in 0..<length {
      for byte in UInt8.min...UInt8.max {
        var bytes = [UInt8](repeating: 0x61, count: length)
        bytes[place] = byte
        let isPlain = bytes.withUnsafeBytes { TerminalText.isPlain($0, without: 0x22) }
        #expect(isPlain == (0x20...0x7E ~= byte && byte != 0x22), "\(byte) at \(place)")
      }
    }
  }
}
