// SPDX-License-Identifier: MIT

/// Paths as strings that lose nothing.
///
/// To Linux a path is bytes, which need not be UTF-8. A byte that is none is carried through as
/// a character of a private area, so that the same file is opened in the end.
package enum PathText {
  /// Such a byte is this character, counted on by the byte: U+10FC80 to U+10FCFF.
  private static let base: UInt32 = 0x10_fc00

  /// The string for a path's bytes.
  ///
  /// - Parameter bytes: Any bytes but NUL.
  /// - Returns: The string, from which ``bytes(_:)`` gives the same bytes.
  package static func text(_ bytes: some Sequence<UInt8>) -> String {
    let bytes = Array(bytes)
    if let text = String(validating: bytes, as: UTF8.self),
      !text.unicodeScalars.contains(where: carries)
    {
      return text
    }
    var text = String.UnicodeScalarView()
    var rest = bytes[...]
    while let first = rest.first {
      // A scalar has at most four bytes.
      let whole = (1...4).lazy.compactMap { count -> (Unicode.Scalar, Int)? in
        guard count <= rest.count,
          let piece = String(validating: rest.prefix(count), as: UTF8.self),
          let scalar = piece.unicodeScalars.first, !carries(scalar)
        else { return nil }
        return (scalar, count)
      }.first
      if let (scalar, count) = whole {
        text.append(scalar)
        rest = rest.dropFirst(count)
      } else {
        if let scalar = Unicode.Scalar(base + UInt32(first)) { text.append(scalar) }
        rest = rest.dropFirst()
      }
    }
    return String(text)
  }

  /// The bytes of a path, without a NUL at the end.
  package static func bytes(_ text: String) -> [UInt8] {
    guard text.unicodeScalars.contains(where: carries) else { return Array(text.utf8) }
    return text.unicodeScalars.flatMap { scalar in
      carries(scalar) ? [UInt8(truncatingIfNeeded: scalar.value)] : Array(String(scalar).utf8)
    }
  }

  /// Hands out a path as the C library wants it.
  static func withCString<R>(_ text: String, _ body: (UnsafePointer<CChar>) -> R) -> R {
    let bytes = bytes(text).map { CChar(bitPattern: $0) } + [0]
    return unsafe bytes.withUnsafeBufferPointer { buffer in
      // There is at least the NUL.
      guard let base = buffer.baseAddress else { return unsafe "".withCString(body) }
      return unsafe body(base)
    }
  }

  private static func carries(_ scalar: Unicode.Scalar) -> Bool {
    base + 0x80...base + 0xff ~= scalar.value
  }
}
