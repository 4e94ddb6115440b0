// SPDX-License-Identifier: MIT

/// Makes text of unknown origin safe for a terminal, and keeps it readable.
///
/// What comes from a trace, a file name or a program may hold escape sequences that recolour,
/// clear or reprogram a terminal, turn the direction of writing round, or make two names that
/// differ look alike, since they show nothing. Each such character is written as an escape that
/// shows it: `\n`, `\t`, `\r`, `\0`, `\x1b`, `\u{202e}`, `\u{200b}`; a byte that is no UTF-8
/// becomes `\xNN`, also one that a path carries as U+10FC80 to U+10FCFF. All else, also the
/// backslash, stays as it is; and so do U+FE00 to U+FE0F, which only choose how a character looks.
public enum TerminalText {
  /// The text without anything that a terminal would obey.
  ///
  /// - Parameter text: Any text.
  /// - Returns: Text that a terminal only shows.
  /// - Complexity: O(*n*); allocates only if there is something to replace.
  public static func cleaned(_ text: String) -> String {
    var text = text
    return text.withUTF8 { bytes in
      isClean(UnsafeRawBufferPointer(bytes)) ? nil : cleaned(UnsafeRawBufferPointer(bytes))
    } ?? text
  }

  /// The bytes, taken as UTF-8, without anything that a terminal would obey.
  ///
  /// - Parameter bytes: Any bytes.
  /// - Returns: Text that a terminal only shows.
  public static func cleaned(_ bytes: UnsafeRawBufferPointer) -> String {
    var result: [UInt8] = []
    result.reserveCapacity(bytes.count + 16)
    scan(bytes) { piece in
      switch piece {
      case .plain(let range): result.append(contentsOf: bytes[range])
      case .control(let scalar): result.append(contentsOf: escape(scalar).utf8)
      case .invalid(let byte): result.append(contentsOf: "\\x\(hex(byte))".utf8)
      }
    }
    return String(decoding: result, as: UTF8.self)
  }

  /// Whether all bytes are printable ASCII, so that nothing has to be looked at again.
  ///
  /// - Parameter bytes: Any bytes.
  /// - Returns: False also for harmless text beyond ASCII.
  /// - Complexity: O(*n*), without allocation.
  public static func isClean(_ bytes: UnsafeRawBufferPointer) -> Bool {
    isPlain(bytes, without: 0x7F)
  }

  /// Whether all bytes are printable ASCII and none is a given one.
  ///
  /// - Parameters:
  ///   - bytes: Any bytes.
  ///   - unwanted: A byte that must not be among them, such as a quotation mark.
  /// - Returns: False also for harmless text beyond ASCII.
  /// - Complexity: O(*n*), eight bytes at a time, without allocation.
  public static func isPlain(_ bytes: UnsafeRawBufferPointer, without unwanted: UInt8) -> Bool {
    let ones: UInt64 = 0x0101_0101_0101_0101
    let unwantedInAll = ones &* UInt64(unwanted)
    var bad: UInt64 = 0
    var place = 0
    // Exact for "is there any": a borrow between bytes only comes from one that is bad itself.
    while place &+ 8 <= bytes.count {
      let word = bytes.loadUnaligned(fromByteOffset: place, as: UInt64.self)
      let delete = word ^ (ones &* 0x7F)
      let other = word ^ unwantedInAll
      bad |= word | (word &- ones &* 0x20) | (delete &- ones) | (other &- ones)
      place &+= 8
    }
    guard bad & (ones &* 0x80) == 0 else { return false }
    while place < bytes.count {
      let byte = bytes[place]
      if byte &- 0x20 >= 0x5F || byte == unwanted { return false }
      place &+= 1
    }
    return true
  }

  /// A part of a text, as `scan` hands it out.
  public enum Piece {
    /// Valid UTF-8 that a terminal only shows.
    case plain(Range<Int>)
    /// A character that a terminal would obey, or that shows nothing.
    case control(Unicode.Scalar)
    /// A byte that belongs to no character.
    case invalid(UInt8)
  }

  /// Splits bytes into what may be shown and what may not, in order.
  ///
  /// - Parameters:
  ///   - bytes: Any bytes.
  ///   - body: Called for each part.
  public static func scan(_ bytes: UnsafeRawBufferPointer, _ body: (Piece) -> Void) {
    var start = 0
    var index = 0
    func close(_ end: Int) { if end > start { body(.plain(start..<end)) } }
    while index < bytes.count {
      if bytes[index] &- 0x20 < 0x5F {
        index += 1
        continue
      }
      let (scalar, length) = decode(bytes, at: index)
      guard let scalar else {
        close(index)
        body(.invalid(bytes[index]))
        index += 1
        start = index
        continue
      }
      if obeyed(scalar) {
        close(index)
        body(.control(scalar))
        start = index + length
      }
      index += length
    }
    close(index)
  }

  /// How a character that a terminal would obey is written.
  ///
  /// - Parameter scalar: The character.
  /// - Returns: Printable ASCII.
  public static func escape(_ scalar: Unicode.Scalar) -> String {
    switch scalar.value {
    case 0x00: "\\0"
    case 0x09: "\\t"
    case 0x0A: "\\n"
    case 0x0D: "\\r"
    case 0...0x7F, carriedBytes: "\\x\(hex(UInt8(truncatingIfNeeded: scalar.value)))"
    default: "\\u{\(String(scalar.value, radix: 16))}"
    }
  }

  /// The characters that stand for bytes of a path that are no UTF-8, counted on by the byte.
  private static let carriedBytes: ClosedRange<UInt32> = 0x10FC80...0x10FCFF

  private static func obeyed(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0...0x1F, 0x7F...0x9F, 0xAD, carriedBytes: true
    // Between are letters and their accents alone, but for the grapheme joiner.
    case 0x20..<0x600: scalar.value == 0x34F
    case 0xFE00...0xFE0F: false
    default: isUnseen(scalar.properties)
    }
  }

  /// Whether a character only tells how others are to be shown, or shows nothing.
  private static func isUnseen(_ properties: Unicode.Scalar.Properties) -> Bool {
    switch properties.generalCategory {
    case .format, .lineSeparator, .paragraphSeparator: true
    default: properties.isDefaultIgnorableCodePoint
    }
  }

  private static func hex(_ byte: UInt8) -> String {
    (byte < 16 ? "0" : "") + String(byte, radix: 16)
  }

  /// The scalar that starts at `index`, or nil, and the number of its bytes.
  private static func decode(
    _ bytes: UnsafeRawBufferPointer, at index: Int
  ) -> (Unicode.Scalar?, Int) {
    let first = bytes[index]
    if first < 0x80 { return (Unicode.Scalar(first), 1) }
    let length = first < 0xC2 ? 0 : first < 0xE0 ? 2 : first < 0xF0 ? 3 : first < 0xF5 ? 4 : 0
    guard length > 0, bytes.count - index >= length else { return (nil, 1) }
    var value = UInt32(first) & (0x7F >> UInt32(length))
    for offset in 1..<length {
      let next = bytes[index + offset]
      guard next & 0xC0 == 0x80 else { return (nil, 1) }
      value = value << 6 | UInt32(next & 0x3F)
    }
    let least: UInt32 = length == 2 ? 0x80 : length == 3 ? 0x800 : 0x10000
    guard value >= least, let scalar = Unicode.Scalar(value) else { return (nil, 1) }
    return (scalar, length)
  }
}
