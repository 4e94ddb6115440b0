// SPDX-License-Identifier: MIT

import CTF

/// Turns what the reader hands out into what `EventFieldVisitor` takes.
///
/// The contexts and the payload as a whole are structures to the reader, a variant or an optional
/// field stands around what was chosen: neither is one to the visitor.
struct FieldAdapter<V: EventFieldVisitor>: FieldVisitor {
  let set: CTFTraceSet
  var visitor: V
  private let firstPayloadField: Int
  /// How many structures, arrays and variants are open, and two bits for each of the innermost:
  /// deeper ones than fit are never looked at again.
  private var depth = 0
  private var levels: UInt128 = 0
  private var variant = 0

  private static var structure: UInt128 { 1 }
  private static var array: UInt128 { 2 }
  private static var variant: UInt128 { 3 }

  init(_ visitor: V, _ set: CTFTraceSet, firstPayloadField: Int) {
    self.visitor = visitor
    self.set = set
    self.firstPayloadField = firstPayloadField
  }

  /// The number to tell of a field that arrives.
  @inline(__always)
  private mutating func number(_ field: FieldID) -> Int? {
    if field.index == firstPayloadField, depth == 1 { visitor.beginPayload() }
    switch levels & 3 {
    case Self.array: return nil
    case Self.variant: return variant
    default: return field.index
    }
  }

  @inline(__always)
  private mutating func push(_ level: UInt128) {
    levels = levels << 2 | level
    depth += 1
  }

  @inline(__always)
  private mutating func pop() {
    levels >>= 2
    depth -= 1
  }

  mutating func unsigned(_ value: UInt64, _ field: FieldID) {
    visitor.unsigned(value, number(field))
  }

  mutating func signed(_ value: Int64, _ field: FieldID) { visitor.signed(value, number(field)) }

  mutating func enumeration(_ value: Int64, _ field: FieldID) {
    visitor.enumeration(value, set.label(of: value, field.index), number(field))
  }

  mutating func floatingPoint(_ value: Double, size: Int, _ field: FieldID) {
    visitor.floatingPoint(value, number(field))
  }

  mutating func text(_ bytes: RawSpan, _ field: FieldID) {
    let number = number(field)
    bytes.withUnsafeBytes { visitor.text($0, number) }
  }

  mutating func boolean(_ value: Bool, _ field: FieldID) { visitor.boolean(value, number(field)) }

  mutating func bitMap(_ value: UInt64, _ field: FieldID) {
    let flags = set.fields[field.index].fieldClass.labels(of: Int64(bitPattern: value))
    visitor.bitMap(value, flags, number(field))
  }

  mutating func blob(_ bytes: RawSpan, _ field: FieldID) {
    let number = number(field)
    bytes.withUnsafeBytes { visitor.blob($0, number) }
  }

  mutating func absent(_ field: FieldID) { visitor.absent(number(field)) }

  mutating func beginStructure(_ field: FieldID) {
    if depth > 0 { visitor.beginStructure(number(field)) }
    push(Self.structure)
  }

  mutating func endStructure(_ field: FieldID) {
    pop()
    if depth > 0 { visitor.endStructure() }
  }

  mutating func beginArray(count: Int, _ field: FieldID) {
    visitor.beginArray(number(field))
    push(Self.array)
  }

  mutating func endArray(_ field: FieldID) {
    pop()
    visitor.endArray()
  }

  mutating func beginVariant(_ field: FieldID) {
    variant = number(field) ?? field.index
    push(Self.variant)
  }

  mutating func endVariant(_ field: FieldID) { pop() }
}
