// SPDX-License-Identifier: MIT

internal import CTF

/// Receives the fields of any event, of any provider, in their order.
///
/// Contexts come first, then the payload. A name is nil for the elements of an array. Bytes and
/// names last as long as the call.
public protocol EventFieldVisitor {
  /// The contexts are over, the payload begins.
  mutating func beginPayload()
  /// An unsigned integer.
  mutating func unsigned(_ value: UInt64, _ name: String?)
  /// A signed integer.
  mutating func signed(_ value: Int64, _ name: String?)
  /// An enumeration: its value, and its label if it has one.
  mutating func enumeration(_ value: Int64, _ label: String?, _ name: String?)
  /// A floating-point number, which may be NaN or infinite.
  mutating func floatingPoint(_ value: Double, _ name: String?)
  /// A text, which may hold any bytes but NUL.
  mutating func text(_ bytes: UnsafeRawBufferPointer, _ name: String?)
  /// A structure begins.
  mutating func beginStructure(_ name: String?)
  /// A structure ends.
  mutating func endStructure()
  /// An array begins.
  mutating func beginArray(_ name: String?)
  /// An array ends.
  mutating func endArray()
}

/// Turns what the reader hands out into what `EventFieldVisitor` takes.
struct FieldAdapter<V: EventFieldVisitor>: FieldVisitor {
  let set: CTFTraceSet
  var visitor: V
  /// For each open structure, array or variant what it is.
  private var open: [Level] = []
  private let firstPayloadField: Int?

  private enum Level {
    /// The contexts or the payload as a whole, which the visitor does not see.
    case top
    case structure
    case array
    case variant(name: String?)
  }

  init(_ visitor: V, _ set: CTFTraceSet, firstPayloadField: Int?) {
    self.visitor = visitor
    self.set = set
    self.firstPayloadField = firstPayloadField
  }

  /// The name to tell of a field that arrives.
  private mutating func name(_ field: FieldID) -> String? {
    if field.index == firstPayloadField, open.count == 1 { visitor.beginPayload() }
    return switch open.last {
    case .array: nil
    case .variant(let name): name
    default: set.fields[field.index].name
    }
  }

  mutating func unsigned(_ value: UInt64, _ field: FieldID) {
    visitor.unsigned(value, name(field))
  }

  mutating func signed(_ value: Int64, _ field: FieldID) { visitor.signed(value, name(field)) }

  mutating func enumeration(_ value: Int64, _ field: FieldID) {
    var label: String?
    if case .enumeration(let type) = set.fields[field.index].fieldClass {
      label = type.labels(of: value).first
    }
    visitor.enumeration(value, label, name(field))
  }

  mutating func floatingPoint(_ value: Double, size: Int, _ field: FieldID) {
    visitor.floatingPoint(value, name(field))
  }

  mutating func text(_ bytes: RawSpan, _ field: FieldID) {
    let name = name(field)
    bytes.withUnsafeBytes { visitor.text($0, name) }
  }

  mutating func beginStructure(_ field: FieldID) {
    if open.isEmpty {
      open.append(.top)
    } else {
      visitor.beginStructure(name(field))
      open.append(.structure)
    }
  }

  mutating func endStructure(_ field: FieldID) {
    if case .structure? = open.popLast() { visitor.endStructure() }
  }

  mutating func beginArray(count: Int, _ field: FieldID) {
    visitor.beginArray(name(field))
    open.append(.array)
  }

  mutating func endArray(_ field: FieldID) {
    open.removeLast()
    visitor.endArray()
  }

  mutating func beginVariant(_ field: FieldID) { open.append(.variant(name: name(field))) }
  mutating func endVariant(_ field: FieldID) { open.removeLast() }
}
