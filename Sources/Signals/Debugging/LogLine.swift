// SPDX-License-Identifier: MIT

/// A line that is safe to show on a terminal, and has at most so many bytes.
///
/// Values and names come from users of the program: what would recolour or reprogram a terminal, or
/// turn the direction of writing round, is written as an escape that shows it, `\x1b` or `\u{202e}`.
/// The backslash itself stays as it is.
struct LogLine {
  private(set) var text = ""
  private var count = 0
  private let limit: Int
  private var isCut = false

  private static let ellipsis = "…"

  /// Makes an empty one; `limit` is in bytes.
  init(limit: Int) {
    self.limit = limit
  }

  /// Appends text that needs no cleaning.
  mutating func append(_ piece: String) {
    let length = piece.utf8.count
    guard !isCut else { return }
    guard count + length <= limit - Self.ellipsis.utf8.count else {
      isCut = true
      text += Self.ellipsis
      return
    }
    text += piece
    count += length
  }

  /// Appends a text that may hold anything.
  mutating func append(cleaning characters: UnsafePointer<CChar>) {
    let piece = String(cString: characters)
    guard piece.unicodeScalars.contains(where: Self.isObeyed) else { return append(piece) }
    for scalar in piece.unicodeScalars {
      append(Self.isObeyed(scalar) ? Self.escape(scalar) : String(scalar))
    }
  }

  /// Whether a terminal would do something else than show a character.
  private static func isObeyed(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0...0x1F, 0x7F...0x9F: true
    case 0x61C, 0x200E, 0x200F, 0x2028...0x202E, 0x2066...0x2069, 0xFEFF: true
    case 0xE0000...0xE007F: true
    default: false
    }
  }

  private static func escape(_ scalar: Unicode.Scalar) -> String {
    let digits = String(scalar.value, radix: 16)
    guard scalar.value < 0x80 else { return "\\u{\(digits)}" }
    return digits.utf8.count < 2 ? "\\x0\(digits)" : "\\x\(digits)"
  }
}
