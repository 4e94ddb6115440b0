// SPDX-License-Identifier: MIT

/// Receives the fields of an event in their order.
///
/// Names and types are in ``CTFTraceSet/fields``, by the id. Bytes are views of the file that
/// last as long as the call.
public protocol FieldVisitor {
  /// An unsigned integer.
  mutating func unsigned(_ value: UInt64, _ field: FieldID)
  /// A signed integer.
  mutating func signed(_ value: Int64, _ field: FieldID)
  /// An enumeration: its value, as a bit pattern if the container is unsigned.
  mutating func enumeration(_ value: Int64, _ field: FieldID)
  /// A floating-point number, and its size in bits.
  mutating func floatingPoint(_ value: Double, size: Int, _ field: FieldID)
  /// A string, a text array or a text sequence, up to its first NUL.
  mutating func text(_ bytes: RawSpan, _ field: FieldID)
  /// A structure begins.
  mutating func beginStructure(_ field: FieldID)
  /// A structure ends.
  mutating func endStructure(_ field: FieldID)
  /// An array or a sequence of elements other than characters begins.
  mutating func beginArray(count: Int, _ field: FieldID)
  /// An array or a sequence ends.
  mutating func endArray(_ field: FieldID)
  /// A variant or an optional field that is there begins; the chosen field follows, then the end.
  mutating func beginVariant(_ field: FieldID)
  /// A variant or an optional field ends.
  mutating func endVariant(_ field: FieldID)
  /// A boolean; without a method of your own, an unsigned integer of 0 or 1.
  mutating func boolean(_ value: Bool, _ field: FieldID)
  /// A bit map, whose names ``FieldClass/labels(of:)`` gives; without a method of your own, an
  /// unsigned integer.
  mutating func bitMap(_ value: UInt64, _ field: FieldID)
  /// A blob; without a method of your own, nothing.
  mutating func blob(_ bytes: RawSpan, _ field: FieldID)
  /// An optional field is not there; without a method of your own, nothing.
  mutating func absent(_ field: FieldID)
}

extension FieldVisitor {
  /// Takes it for an unsigned integer of 0 or 1.
  public mutating func boolean(_ value: Bool, _ field: FieldID) { unsigned(value ? 1 : 0, field) }

  /// Takes it for an unsigned integer.
  public mutating func bitMap(_ value: UInt64, _ field: FieldID) { unsigned(value, field) }

  /// Takes no notice.
  public mutating func blob(_ bytes: RawSpan, _ field: FieldID) {}

  /// Takes no notice.
  public mutating func absent(_ field: FieldID) {}
}

/// Takes no notice.
struct NoVisitor: FieldVisitor {
  // Without it ThreadSanitizer, as of Swift 6.3.1, looks at any address when the visitor is lent.
  private let place: UInt8 = 0

  func unsigned(_ value: UInt64, _ field: FieldID) {}
  func signed(_ value: Int64, _ field: FieldID) {}
  func enumeration(_ value: Int64, _ field: FieldID) {}
  func floatingPoint(_ value: Double, size: Int, _ field: FieldID) {}
  func text(_ bytes: RawSpan, _ field: FieldID) {}
  func beginStructure(_ field: FieldID) {}
  func endStructure(_ field: FieldID) {}
  func beginArray(count: Int, _ field: FieldID) {}
  func endArray(_ field: FieldID) {}
  func beginVariant(_ field: FieldID) {}
  func endVariant(_ field: FieldID) {}
}
