// SPDX-License-Identifier: MIT

/// Keeps the value of one field that is no structure and no list.
struct ValueVisitor: FieldVisitor {
  private(set) var number: UInt64 = 0
  private(set) var double = Double.nan
  private(set) var bytes: [UInt8] = []
  private var depth = 0

  mutating func unsigned(_ value: UInt64, _ field: FieldID) {
    if depth == 0 { number = value }
  }

  mutating func signed(_ value: Int64, _ field: FieldID) {
    unsigned(UInt64(bitPattern: value), field)
  }

  mutating func enumeration(_ value: Int64, _ field: FieldID) { signed(value, field) }

  mutating func floatingPoint(_ value: Double, size: Int, _ field: FieldID) {
    if depth == 0 { double = value }
  }

  mutating func text(_ bytes: RawSpan, _ field: FieldID) {
    if depth == 0 { unsafe bytes.withUnsafeBytes { unsafe self.bytes = Array($0) } }
  }

  mutating func blob(_ bytes: RawSpan, _ field: FieldID) { text(bytes, field) }

  mutating func beginStructure(_ field: FieldID) { depth += 1 }
  mutating func endStructure(_ field: FieldID) { depth -= 1 }
  mutating func beginArray(count: Int, _ field: FieldID) { depth += 1 }
  mutating func endArray(_ field: FieldID) { depth -= 1 }
  func beginVariant(_ field: FieldID) {}
  func endVariant(_ field: FieldID) {}
}
