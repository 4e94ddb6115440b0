// SPDX-License-Identifier: MIT

import CommandLineKit

/// Writes lines of comma-separated cells.
///
/// Every text is in quotes. Control characters are shown, not written, and a text that a
/// spreadsheet would take for a formula gets an apostrophe before it.
struct CSVWriter: ~Copyable {
  var out: OutputBuffer
  private var isFirst = true

  init(_ out: consuming OutputBuffer) { self.out = out }

  mutating func text(_ value: String) {
    comma()
    out.append(byte: 0x22)
    if let first = value.utf8.first, [0x3D, 0x2B, 0x2D, 0x40].contains(first) {
      out.append(byte: 0x27)
    }
    var clean = TerminalText.cleaned(value)
    clean.withUTF8 { bytes in
      for byte in bytes {
        if byte == 0x22 { out.append(byte: 0x22) }
        out.append(byte: byte)
      }
    }
    out.append(byte: 0x22)
  }

  mutating func number(_ value: UInt64?) {
    comma()
    if let value { out.append(decimal: value) }
  }

  mutating func number(_ value: Int64?) {
    comma()
    if let value { out.append(decimal: value) }
  }

  mutating func number(_ value: Double?) {
    comma()
    if let value, value.isFinite { out.append(text: value.description) }
  }

  mutating func endLine() {
    out.append(byte: 0x0A)
    isFirst = true
  }

  private mutating func comma() {
    if !isFirst { out.append(byte: 0x2C) }
    isFirst = false
  }
}
