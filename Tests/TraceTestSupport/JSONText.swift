// SPDX-License-Identifier: MIT

/// A JSON value that a test writes, its members in their order.
package indirect enum JSONText {
  case object([(String, JSONText)])
  case array([JSONText])
  case integer(Int64)
  case unsigned(UInt64)
  case text(String)

  static func texts(_ texts: [String]) -> JSONText { .array(texts.map { .text($0) }) }

  /// The text; without blanks.
  var text: String {
    switch self {
    case .object(let members):
      let inner = members.map { "\(Self.quoted($0.0)):\($0.1.text)" }
      return "{\(inner.joined(separator: ","))}"
    case .array(let elements): return "[\(elements.map(\.text).joined(separator: ","))]"
    case .integer(let value): return String(value)
    case .unsigned(let value): return String(value)
    case .text(let text): return Self.quoted(text)
    }
  }

  /// A text as JSON has it, in its quotes.
  package static func quoted(_ text: String) -> String {
    var quoted = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"", "\\": quoted += "\\\(scalar)"
      case "\0"..<" ":
        let digits = String(scalar.value, radix: 16)
        quoted += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      default: quoted.unicodeScalars.append(scalar)
      }
    }
    return quoted + "\""
  }
}
