// SPDX-License-Identifier: MIT

import CommandLineKit

/// Writes JSON, one object a line, as it comes: nothing is kept but the nesting.
///
/// What it writes is always valid: numbers that JSON does not know (NaN, infinities) become null,
/// bytes that are no UTF-8 become U+FFFD, and every control character is escaped, also those that
/// JSON would allow but a terminal would obey.
struct JSONWriter: ~Copyable {
  var out: OutputBuffer
  /// One bit for each open object or array: whether a member was written into it.
  private var started: UInt64 = 0
  private var depth = 0

  init(_ out: consuming OutputBuffer) { self.out = out }

  /// Opens a line's object and says its type.
  mutating func beginLine(_ type: StaticString) {
    open(0x7B)
    member("type", text: type)
  }

  /// Closes a line's object.
  mutating func endLine() {
    close(0x7D)
    out.append(byte: 0x0A)
  }

  mutating func beginObject(_ name: StaticString) {
    key(name)
    open(0x7B)
  }

  /// Opens an object inside an array.
  mutating func beginElement() {
    comma()
    open(0x7B)
  }

  mutating func endObject() { close(0x7D) }

  mutating func beginArray(_ name: StaticString) {
    key(name)
    open(0x5B)
  }

  mutating func endArray() { close(0x5D) }

  mutating func member(_ name: StaticString, text: StaticString) {
    key(name)
    out.append(byte: 0x22)
    out.append(text)
    out.append(byte: 0x22)
  }

  mutating func member(_ name: StaticString, _ value: String) {
    key(name)
    string(value)
  }

  mutating func member(_ name: StaticString, bytes: UnsafeRawBufferPointer) {
    key(name)
    string(bytes)
  }

  mutating func member(_ name: StaticString, _ value: UInt64?) {
    key(name)
    number(value)
  }

  mutating func member(_ name: StaticString, _ value: Int64?) {
    key(name)
    if let value { out.append(decimal: value) } else { out.append("null") }
  }

  mutating func member(_ name: StaticString, _ value: Int) { member(name, Int64(value)) }

  mutating func member(_ name: StaticString, _ value: Double?) {
    key(name)
    number(value)
  }

  mutating func member(_ name: StaticString, _ value: Bool) {
    key(name)
    if value { out.append("true") } else { out.append("false") }
  }

  /// A key that comes from a trace.
  mutating func key(_ name: String) {
    comma()
    string(name)
    out.append(byte: 0x3A)
  }

  /// An element of an array.
  mutating func element(_ value: String) {
    comma()
    string(value)
  }

  mutating func key(_ name: StaticString) {
    comma()
    out.append(byte: 0x22)
    out.append(name)
    out.append(byte: 0x22)
    out.append(byte: 0x3A)
  }

  mutating func number(_ value: UInt64?) {
    if let value { out.append(decimal: value) } else { out.append("null") }
  }

  mutating func number(_ value: Double?) {
    if let value, value.isFinite { out.append(text: value.description) } else { out.append("null") }
  }

  mutating func string(_ text: String) {
    var text = text
    text.withUTF8 { string(UnsafeRawBufferPointer($0)) }
  }

  mutating func string(_ bytes: UnsafeRawBufferPointer) {
    out.append(byte: 0x22)
    if Self.isPlain(bytes) {
      out.append(bytes: bytes)
    } else {
      escaped(bytes)
    }
    out.append(byte: 0x22)
  }

  /// Opens an object or array as a value.
  mutating func open(_ bracket: UInt8) {
    precondition(depth < 60, "JSONWriter.open: nested too deeply")
    out.append(byte: bracket)
    depth += 1
    started &= ~(1 << UInt64(depth))
  }

  mutating func close(_ bracket: UInt8) {
    precondition(depth > 0, "JSONWriter.close: nothing is open")
    depth -= 1
    out.append(byte: bracket)
  }

  /// The comma before every member or element but the first.
  mutating func comma() {
    let bit: UInt64 = 1 << UInt64(depth)
    if started & bit != 0 { out.append(byte: 0x2C) }
    started |= bit
  }

  private static func isPlain(_ bytes: UnsafeRawBufferPointer) -> Bool {
    var bad = false
    for byte in bytes { bad = bad || byte &- 0x20 >= 0x5F || byte == 0x22 || byte == 0x5C }
    return !bad
  }

  private mutating func escaped(_ bytes: UnsafeRawBufferPointer) {
    var text: [UInt8] = []
    text.reserveCapacity(bytes.count + 16)
    TerminalText.scan(bytes) { piece in
      switch piece {
      case .plain(let range):
        for byte in bytes[range] {
          if byte == 0x22 || byte == 0x5C { text.append(0x5C) }
          text.append(byte)
        }
      case .control(let scalar):
        switch scalar.value {
        case 0x09: text.append(contentsOf: "\\t".utf8)
        case 0x0A: text.append(contentsOf: "\\n".utf8)
        case 0x0D: text.append(contentsOf: "\\r".utf8)
        default:
          for unit in String(scalar).utf16 {
            let hex = String(unit, radix: 16)
            text.append(contentsOf: "\\u".utf8)
            text.append(contentsOf: String(repeating: "0", count: 4 - hex.count).utf8)
            text.append(contentsOf: hex.utf8)
          }
        }
      case .invalid: text.append(contentsOf: [0xEF, 0xBF, 0xBD])
      }
    }
    text.withUnsafeBytes { out.append(bytes: $0) }
  }
}
