// SPDX-License-Identifier: MIT

/// A fault in a metadata text, before the file's name is known.
struct TSDLFault: Error {
  var message: String
  var line: Int
  var column: Int
  /// Whether the text ended where more was expected: it may have been cut.
  var atEnd: Bool
}

/// Cuts a metadata text into tokens, one at a time.
struct TSDLLexer {
  private let bytes: [UInt8]
  private var position = 0
  private var line = 1
  private var lineStart = 0
  /// Where the current token begins.
  private(set) var tokenOffset = 0
  private(set) var tokenLine = 1
  private(set) var tokenColumn = 1

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  private func peek(_ distance: Int = 0) -> UInt8? {
    position + distance < bytes.count ? bytes[position + distance] : nil
  }

  private mutating func step() {
    if bytes[position] == UInt8(ascii: "\n") {
      line += 1
      lineStart = position + 1
    }
    position += 1
  }

  func fault(_ message: String, atEnd: Bool = false) -> TSDLFault {
    TSDLFault(message: message, line: tokenLine, column: tokenColumn, atEnd: atEnd)
  }

  /// Reads the next token.
  mutating func next() throws(TSDLFault) -> TSDLToken {
    try skipBlanks()
    tokenOffset = position
    tokenLine = line
    tokenColumn = position - lineStart + 1
    guard let byte = peek() else { return .end }
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "_"):
      return identifier()
    case UInt8(ascii: "0")...UInt8(ascii: "9"):
      return try number()
    case UInt8(ascii: "\""):
      return .text(try quoted(by: byte))
    case UInt8(ascii: "'"):
      let text = try quoted(by: byte)
      guard text.utf8.count == 1, let value = text.utf8.first else {
        throw fault("a character constant must hold one character")
      }
      return .number(UInt64(value))
    default:
      return try punctuation(byte)
    }
  }

  private mutating func skipBlanks() throws(TSDLFault) {
    while let byte = peek() {
      if byte == UInt8(ascii: "/"), peek(1) == UInt8(ascii: "*") {
        let (startLine, startColumn) = (line, position - lineStart + 1)
        position += 2
        while !(peek() == UInt8(ascii: "*") && peek(1) == UInt8(ascii: "/")) {
          guard peek() != nil else {
            throw TSDLFault(
              message: "a comment has no end", line: startLine, column: startColumn, atEnd: true)
          }
          step()
        }
        position += 2
      } else if byte == UInt8(ascii: "/"), peek(1) == UInt8(ascii: "/") {
        while let byte = peek(), byte != UInt8(ascii: "\n") { step() }
      } else if byte == UInt8(ascii: " ") || (9...13).contains(byte) {
        step()
      } else {
        return
      }
    }
  }

  private mutating func identifier() -> TSDLToken {
    let start = position
    while let byte = peek(), isWordByte(byte) { position += 1 }
    return .identifier(String(decoding: bytes[start..<position], as: UTF8.self))
  }

  private func isWordByte(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"):
      true
    default: false
    }
  }

  private mutating func number() throws(TSDLFault) -> TSDLToken {
    let start = position
    while let byte = peek(), isWordByte(byte) { position += 1 }
    var digits = String(decoding: bytes[start..<position], as: UTF8.self).lowercased()
    var radix = 10
    if digits.hasPrefix("0x") {
      radix = 16
      digits.removeFirst(2)
    } else if digits.hasPrefix("0b") {
      radix = 2
      digits.removeFirst(2)
    } else if digits.hasPrefix("0"), digits.count > 1 {
      radix = 8
    }
    while digits.last == "u" || digits.last == "l" { digits.removeLast() }
    guard let value = UInt64(digits, radix: radix) else {
      throw fault("this is not a number of at most 64 bits")
    }
    return .number(value)
  }

  private mutating func quoted(by quote: UInt8) throws(TSDLFault) -> String {
    var text: [UInt8] = []
    step()
    while let byte = peek() {
      step()
      if byte == quote { return String(decoding: text, as: UTF8.self) }
      guard byte == UInt8(ascii: "\\"), let escaped = peek() else {
        text.append(byte)
        continue
      }
      step()
      text.append(escape(escaped))
    }
    throw fault("a string has no end", atEnd: true)
  }

  /// Reads the text that the current token began once more, to the last `";` of its line.
  ///
  /// LTTng has written texts with a `"` in them as they were; each stands on a line of its own.
  ///
  /// - Returns: Nil, and nothing is changed, if the text is followed by a `;` as it should be,
  ///   or if its line has none.
  mutating func textToEndOfLine() -> String? {
    guard bytes.indices.contains(tokenOffset), bytes[tokenOffset] == UInt8(ascii: "\""),
      !isFollowed(by: UInt8(ascii: ";"))
    else { return nil }
    let rest = bytes[(tokenOffset + 1)...].prefix { $0 != UInt8(ascii: "\n") }
    var end: Int?
    for index in rest.indices where rest[index] == UInt8(ascii: "\"") {
      let behind = rest[(index + 1)...].first { $0 != UInt8(ascii: " ") && $0 != 9 }
      if behind == UInt8(ascii: ";") { end = index }
    }
    guard let end else { return nil }
    (position, line) = (tokenOffset + 1, tokenLine)
    var text: [UInt8] = []
    while position < end {
      let byte = bytes[position]
      step()
      guard byte == UInt8(ascii: "\\"), position < end else {
        text.append(byte)
        continue
      }
      let escaped = bytes[position]
      step()
      text.append(escape(escaped))
    }
    position = end + 1
    return String(decoding: text, as: UTF8.self)
  }

  private func isFollowed(by mark: UInt8) -> Bool {
    let next = bytes[min(position, bytes.count)...].first {
      $0 != UInt8(ascii: " ") && !(9...13 ~= $0)
    }
    return next == mark
  }

  private mutating func escape(_ byte: UInt8) -> UInt8 {
    switch byte {
    case UInt8(ascii: "n"): return 10
    case UInt8(ascii: "t"): return 9
    case UInt8(ascii: "r"): return 13
    case UInt8(ascii: "a"): return 7
    case UInt8(ascii: "b"): return 8
    case UInt8(ascii: "f"): return 12
    case UInt8(ascii: "v"): return 11
    case UInt8(ascii: "e"): return 27
    case UInt8(ascii: "x"): return digits(radix: 16, atMost: 2, first: 0)
    case UInt8(ascii: "0")...UInt8(ascii: "7"):
      return digits(radix: 8, atMost: 2, first: byte - UInt8(ascii: "0"))
    default: return byte
    }
  }

  private mutating func digits(radix: UInt8, atMost: Int, first: UInt8) -> UInt8 {
    var value = first
    for _ in 0..<atMost {
      guard let byte = peek(),
        let digit = Character(UnicodeScalar(byte)).hexDigitValue, digit < radix
      else { break }
      value = value &* radix &+ UInt8(digit)
      step()
    }
    return value
  }

  private mutating func punctuation(_ byte: UInt8) throws(TSDLFault) -> TSDLToken {
    if byte == UInt8(ascii: ":"), peek(1) == UInt8(ascii: "=") {
      position += 2
      return .punctuation(.assign)
    }
    if byte == UInt8(ascii: "."), peek(1) == byte, peek(2) == byte {
      position += 3
      return .punctuation(.range)
    }
    if byte == UInt8(ascii: "-"), peek(1) == UInt8(ascii: ">") {
      position += 2
      return .punctuation(.dot)
    }
    guard byte < 0x80,
      let mark = TSDLToken.Punctuation(rawValue: String(UnicodeScalar(byte)))
    else { throw fault("this byte (\(byte)) does not belong into a metadata text") }
    position += 1
    return .punctuation(mark)
  }
}
