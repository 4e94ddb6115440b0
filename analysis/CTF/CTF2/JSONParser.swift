// SPDX-License-Identifier: MIT

/// Reads one JSON text (RFC 8259) out of a longer one, and remembers where each value stands.
///
/// Made for hostile texts: nesting and the number of values are bounded, integers are exact, the
/// members of an object keep their order, and a name may stand in it only once.
struct JSONParser {
  private static let deepestNesting = 128
  private static let mostValues = 1 << 20

  private let bytes: [UInt8]
  private let end: Int
  private(set) var position: Int
  private var nesting = 0
  private var values = 0

  /// A parser of a part of a text.
  init(_ bytes: [UInt8], in range: Range<Int>) {
    self.bytes = bytes
    position = range.lowerBound
    end = range.upperBound
  }

  /// Reads the value that fills the part, white space around it included.
  mutating func parse() throws(CTF2Fault) -> JSONValue {
    let value = try value()
    skipSpace()
    guard position == end else { throw unexpected("the end of the fragment") }
    return value
  }

  // MARK: Bytes

  private var next: UInt8? { position < end ? bytes[position] : nil }

  private mutating func skipSpace() {
    while let byte = next, byte == 0x20 || byte == 0x0a || byte == 0x0d || byte == 0x09 {
      position += 1
    }
  }

  private mutating func take(_ byte: UInt8) -> Bool {
    guard next == byte else { return false }
    position += 1
    return true
  }

  private func fault(_ message: String, at offset: Int? = nil) -> CTF2Fault {
    CTF2Fault(message: message, offset: offset ?? position, code: .syntax)
  }

  private func unexpected(_ what: String) -> CTF2Fault {
    guard let next else {
      return CTF2Fault(
        message: "expected \(what), and the text ends", offset: position, code: .syntax,
        atEnd: true)
    }
    let isPrintable = 0x21...0x7e ~= next
    let found = isPrintable ? "'\(Character(UnicodeScalar(next)))'" : "byte \(next)"
    return fault("expected \(what), found \(found)")
  }

  // MARK: Values

  private mutating func value() throws(CTF2Fault) -> JSONValue {
    skipSpace()
    values += 1
    guard values <= Self.mostValues else {
      throw fault("a fragment of more than \(Self.mostValues) values")
    }
    let offset = position
    return JSONValue(content: try content(), offset: offset)
  }

  private mutating func content() throws(CTF2Fault) -> JSONValue.Content {
    guard let next else { throw unexpected("a JSON value") }
    switch next {
    case 0x7b: return try nested { parser throws(CTF2Fault) in .object(try parser.members()) }
    case 0x5b: return try nested { parser throws(CTF2Fault) in .array(try parser.elements()) }
    case 0x22: return .string(try string())
    case 0x74: return try word("true", .boolean(true))
    case 0x66: return try word("false", .boolean(false))
    case 0x6e: return try word("null", .null)
    case 0x2d, 0x30...0x39: return try number()
    default: throw unexpected("a JSON value")
    }
  }

  private mutating func nested(
    _ body: (inout JSONParser) throws(CTF2Fault) -> JSONValue.Content
  ) throws(CTF2Fault) -> JSONValue.Content {
    nesting += 1
    defer { nesting -= 1 }
    guard nesting <= Self.deepestNesting else {
      throw fault("values are nested more than \(Self.deepestNesting) deep")
    }
    position += 1
    return try body(&self)
  }

  private mutating func members() throws(CTF2Fault) -> [JSONValue.Member] {
    var members: [JSONValue.Member] = []
    var names: Set<String> = []
    skipSpace()
    if take(0x7d) { return [] }
    repeat {
      skipSpace()
      let offset = position
      guard next == 0x22 else { throw unexpected("a member's name") }
      let name = try string()
      guard names.insert(name).inserted else {
        throw fault("the member '\(name)' stands here twice", at: offset)
      }
      skipSpace()
      guard take(0x3a) else { throw unexpected("':'") }
      members.append(.init(name: name, value: try value()))
      skipSpace()
    } while take(0x2c)
    guard take(0x7d) else { throw unexpected("',' or '}'") }
    return members
  }

  private mutating func elements() throws(CTF2Fault) -> [JSONValue] {
    var elements: [JSONValue] = []
    skipSpace()
    if take(0x5d) { return [] }
    repeat {
      elements.append(try value())
      skipSpace()
    } while take(0x2c)
    guard take(0x5d) else { throw unexpected("',' or ']'") }
    return elements
  }

  private mutating func word(_ word: StaticString, _ content: JSONValue.Content)
    throws(CTF2Fault) -> JSONValue.Content
  {
    for expected in word.description.utf8 {
      guard take(expected) else { throw unexpected("'\(word)'") }
    }
    return content
  }

  private mutating func number() throws(CTF2Fault) -> JSONValue.Content {
    let isNegative = take(0x2d)
    var magnitude: Int128 = 0
    let first = position
    while let byte = next, 0x30...0x39 ~= byte {
      if magnitude <= Int128(UInt64.max) { magnitude = magnitude * 10 + Int128(byte - 0x30) }
      position += 1
    }
    guard position > first else { throw unexpected("a digit") }
    guard position == first + 1 || bytes[first] != 0x30 else {
      throw fault("a number cannot begin with 0", at: first)
    }
    let value = isNegative ? -magnitude : magnitude
    var isInteger = value <= Int128(UInt64.max) && value >= Int128(Int64.min)
    if take(0x2e) {
      isInteger = false
      try digits()
    }
    if next == 0x65 || next == 0x45 {
      isInteger = false
      position += 1
      if !take(0x2b) { _ = take(0x2d) }
      try digits()
    }
    // A number at the very end may have been cut.
    if position == end {
      throw CTF2Fault(
        message: "the text ends in a number", offset: position, code: .syntax, atEnd: true)
    }
    return isInteger ? .integer(value) : .real
  }

  private mutating func digits() throws(CTF2Fault) {
    guard let byte = next, 0x30...0x39 ~= byte else { throw unexpected("a digit") }
    while let byte = next, 0x30...0x39 ~= byte { position += 1 }
  }
}

/// Strings.
extension JSONParser {
  private mutating func string() throws(CTF2Fault) -> String {
    position += 1
    var text: [UInt8] = []
    while true {
      guard let byte = next else { throw unexpected("'\"'") }
      guard byte >= 0x20 else { throw fault("byte \(byte) stands in a string") }
      position += 1
      switch byte {
      case 0x22: return String(decoding: text, as: UTF8.self)
      case 0x5c: try escape(&text)
      default: text.append(byte)
      }
    }
  }

  private mutating func escape(_ text: inout [UInt8]) throws(CTF2Fault) {
    guard let byte = next else { throw unexpected("an escape") }
    position += 1
    switch byte {
    case 0x22, 0x5c, 0x2f: text.append(byte)
    case 0x62: text.append(0x08)
    case 0x66: text.append(0x0c)
    case 0x6e: text.append(0x0a)
    case 0x72: text.append(0x0d)
    case 0x74: text.append(0x09)
    case 0x75: text += Array(String(try scalar()).utf8)
    default: throw fault("no escape begins with byte \(byte)", at: position - 1)
    }
  }

  /// The scalar behind `\u`; half of a pair alone becomes U+FFFD.
  private mutating func scalar() throws(CTF2Fault) -> Character {
    let unit = try hex()
    if 0xd800...0xdbff ~= unit, next == 0x5c, position + 1 < end, bytes[position + 1] == 0x75 {
      let start = position
      position += 2
      let low = try hex()
      if 0xdc00...0xdfff ~= low {
        let scalar = UnicodeScalar(0x10000 + (unit - 0xd800) << 10 + (low - 0xdc00))
        return Character(scalar ?? "\u{fffd}")
      }
      position = start
    }
    return Character(UnicodeScalar(unit) ?? "\u{fffd}")
  }

  private mutating func hex() throws(CTF2Fault) -> UInt32 {
    var value: UInt32 = 0
    for _ in 0..<4 {
      guard let byte = next, let digit = Character(UnicodeScalar(byte)).hexDigitValue else {
        throw unexpected("a hexadecimal digit")
      }
      value = value << 4 | UInt32(digit)
      position += 1
    }
    return value
  }
}
