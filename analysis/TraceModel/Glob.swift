// SPDX-License-Identifier: MIT

/// A pattern for names: `*` stands for any text, `?` for one character, `[a-z]` and `[!a-z]` for
/// one of a set; a backslash takes the next character as it is.
///
/// Unlike a shell's patterns these give no character a special place: `*` also matches dots.
///
/// - Complexity: Matching is O(*n* × *m*) at worst, whatever the pattern and the text.
public struct Glob: Equatable, Sendable {
  private enum Part: Equatable {
    case any
    case one
    case scalar(Unicode.Scalar)
    case set([ClosedRange<UInt32>], negated: Bool)
  }

  /// The pattern as it was given.
  public let pattern: String
  private let parts: [Part]

  /// A pattern.
  ///
  /// - Parameter pattern: Any text; a `[` without its `]` stands for itself.
  public init(_ pattern: String) {
    self.pattern = pattern
    parts = Self.parse(Array(pattern.unicodeScalars))
  }

  /// Whether the whole text is as the pattern says.
  ///
  /// - Parameter text: Any text.
  /// - Returns: True if it is.
  public func matches(_ text: String) -> Bool {
    let text = Array(text.unicodeScalars)
    var part = 0
    var place = 0
    var star = -1
    var resume = 0
    while place < text.count {
      if part < parts.count, parts[part] == .any {
        star = part
        resume = place
        part += 1
      } else if part < parts.count, accepts(parts[part], text[place]) {
        part += 1
        place += 1
      } else if star >= 0 {
        resume += 1
        place = resume
        part = star + 1
      } else {
        return false
      }
    }
    return parts[part...].allSatisfy { $0 == .any }
  }

  private func accepts(_ part: Part, _ scalar: Unicode.Scalar) -> Bool {
    switch part {
    case .any: false
    case .one: true
    case .scalar(let wanted): wanted == scalar
    case .set(let ranges, let negated): ranges.contains { $0.contains(scalar.value) } != negated
    }
  }

  private static func parse(_ text: [Unicode.Scalar]) -> [Part] {
    var parts: [Part] = []
    var place = 0
    while place < text.count {
      let scalar = text[place]
      place += 1
      switch scalar {
      case "*": if parts.last != .any { parts.append(.any) }
      case "?": parts.append(.one)
      case "\\" where place < text.count:
        parts.append(.scalar(text[place]))
        place += 1
      case "[":
        if let (set, next) = set(text, from: place) {
          parts.append(set)
          place = next
        } else {
          parts.append(.scalar(scalar))
        }
      default: parts.append(.scalar(scalar))
      }
    }
    return parts
  }

  private static func set(_ text: [Unicode.Scalar], from start: Int) -> (Part, Int)? {
    var place = start
    var negated = false
    if place < text.count, text[place] == "!" || text[place] == "^" {
      negated = true
      place += 1
    }
    var ranges: [ClosedRange<UInt32>] = []
    let first = place
    while place < text.count {
      if text[place] == "]", place > first { return (.set(ranges, negated: negated), place + 1) }
      let low = text[place].value
      if place + 2 < text.count, text[place + 1] == "-", text[place + 2] != "]" {
        let high = text[place + 2].value
        if low <= high { ranges.append(low...high) }
        place += 3
      } else {
        ranges.append(low...low)
        place += 1
      }
    }
    return nil
  }
}
