// SPDX-License-Identifier: MIT

/// A token of the metadata language of CTF 1.8.
enum TSDLToken: Equatable {
  case identifier(String)
  /// A number: its magnitude. A sign is a punctuation of its own.
  case number(UInt64)
  case text(String)
  case punctuation(Punctuation)
  case end

  enum Punctuation: String {
    case leftBrace = "{"
    case rightBrace = "}"
    case leftBracket = "["
    case rightBracket = "]"
    case leftAngle = "<"
    case rightAngle = ">"
    case leftParenthesis = "("
    case rightParenthesis = ")"
    case semicolon = ";"
    case colon = ":"
    case comma = ","
    case equals = "="
    case assign = ":="
    case dot = "."
    case range = "..."
    case minus = "-"
    case plus = "+"
    case star = "*"
  }

  /// How a message names it.
  var shown: String {
    switch self {
    case .identifier(let name): "'\(name)'"
    case .number(let value): "\(value)"
    case .text: "a string"
    case .punctuation(let mark): "'\(mark.rawValue)'"
    case .end: "the end of the metadata"
    }
  }
}
