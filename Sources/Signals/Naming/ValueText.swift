// SPDX-License-Identifier: MIT

import SignalProbes

/// The texts of values and errors in traces.
enum ValueText {
  /// What stands in the place of a value of a redacted signal.
  static let redacted = TraceText("(redacted)")

  /// Calls `body` with the text of a value: clean, cut, and valid during the call only.
  ///
  /// An integer is written by its digits, a string is taken as it is, nil reads `nil` and
  /// `.some(x)` reads as `x`; a ``TraceDescribable`` speaks for itself; anything else is
  /// `String(describing:)`.
  ///
  /// - Complexity: no allocation for `Int` and `String`; of a string only the begin is looked at.
  @inline(__always)
  static func withCString<Value>(of value: Value, _ body: (UnsafePointer<CChar>) -> Void) {
    if Value.self == String.self {
      withUnsafePointer(to: value) { pointer in
        TraceText.withCString(UnsafeRawPointer(pointer).load(as: String.self)) { characters, _ in
          body(characters)
        }
      }
    } else {
      withCString(ofAny: value, body)
    }
  }

  @inline(never)
  private static func withCString<Value>(ofAny value: Value, _ body: (UnsafePointer<CChar>) -> Void)
  {
    switch value {
    case let describable as any TraceDescribable:
      TraceText.withCString(describable.traceDescription) { characters, _ in body(characters) }
    case let optional as any OptionalValue:
      optional.withTraceCString(body)
    case let integer as any FixedWidthInteger:
      withCString(integer: integer, body)
    default:
      TraceText.withCString(String(describing: value)) { characters, _ in body(characters) }
    }
  }

  private static func withCString(
    integer: some FixedWidthInteger, _ body: (UnsafePointer<CChar>) -> Void
  ) {
    TraceText.withCString(decimal: integer, body)
  }
}

/// Lets an optional be told from other values.
private protocol OptionalValue {
  func withTraceCString(_ body: (UnsafePointer<CChar>) -> Void)
}

extension Optional: OptionalValue {
  fileprivate func withTraceCString(_ body: (UnsafePointer<CChar>) -> Void) {
    switch self {
    case .some(let wrapped): ValueText.withCString(of: wrapped, body)
    case .none: TraceText.withCString("nil") { characters, _ in body(characters) }
    }
  }
}
