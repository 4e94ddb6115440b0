// SPDX-License-Identifier: MIT

/// Receives the fields of any event, of any provider, in their order.
///
/// Contexts come first, then the payload. A field is told by its number, which indexes
/// `SignalTrace.fieldNames`; the elements of an array have none. Bytes last as long as the call.
public protocol EventFieldVisitor {
  /// The contexts are over, the payload begins. Not called for events without a payload.
  mutating func beginPayload()
  /// An unsigned integer.
  mutating func unsigned(_ value: UInt64, _ field: Int?)
  /// A signed integer.
  mutating func signed(_ value: Int64, _ field: Int?)
  /// An enumeration: its value, and its label if it has one.
  mutating func enumeration(_ value: Int64, _ label: String?, _ field: Int?)
  /// A floating-point number, which may be NaN or infinite.
  mutating func floatingPoint(_ value: Double, _ field: Int?)
  /// A text, which may hold any bytes but NUL.
  mutating func text(_ bytes: UnsafeRawBufferPointer, _ field: Int?)
  /// A structure begins.
  mutating func beginStructure(_ field: Int?)
  /// A structure ends.
  mutating func endStructure()
  /// An array begins.
  mutating func beginArray(_ field: Int?)
  /// An array ends.
  mutating func endArray()
  /// A boolean.
  mutating func boolean(_ value: Bool, _ field: Int?)
  /// A bit map: its value, and the names of the bits that are set.
  mutating func bitMap(_ value: UInt64, _ flags: [String], _ field: Int?)
  /// Bytes without a meaning to the reader.
  mutating func blob(_ bytes: UnsafeRawBufferPointer, _ field: Int?)
  /// An optional field that is not there.
  mutating func absent(_ field: Int?)
}
