// SPDX-License-Identifier: MIT

import Glibc

/// What a value's or an error's text is looked for by: a part of it, or a `Glob` of the whole.
public struct TextPattern: Equatable, Sendable {
  /// The pattern as it was given.
  public let pattern: String
  private let part: [UInt8]
  private let glob: Glob?

  /// A pattern.
  ///
  /// - Parameter pattern: Text that stands anywhere; with `*`, `?` or `[` in it a pattern that the
  ///   whole text must fit, as `Glob` tells.
  public init(_ pattern: String) {
    self.pattern = pattern
    part = Array(pattern.utf8)
    glob = pattern.contains { "*?[".contains($0) } ? Glob(pattern) : nil
  }

  /// Whether a text is as the pattern says.
  ///
  /// - Parameter text: The bytes; for a glob, what is no UTF-8 stands for U+FFFD.
  /// - Returns: True if it is.
  public func matches(_ text: UnsafeRawBufferPointer) -> Bool {
    if let glob { return glob.matches(String(decoding: text, as: UTF8.self)) }
    guard let first = part.first else { return true }
    guard let base = text.baseAddress else { return false }
    var place = 0
    while place + part.count <= text.count,
      let found = memchr(base + place, Int32(first), text.count - part.count - place + 1)
    {
      if memcmp(found, part, part.count) == 0 { return true }
      place = UnsafeRawPointer(found) - base + 1
    }
    return false
  }
}
