// SPDX-License-Identifier: MIT

import CTF

/// Writes an event's fields as `Tests/BabeltraceExact` does, with nothing rounded and nothing ambiguous.
struct ExactText: FieldVisitor {
  private let set: CTFTraceSet
  private(set) var text: String
  /// For each open structure or array how many members it has; negative for an array.
  private var open: [(isArray: Bool, count: Int)] = []

  /// The text of an event: its name and its fields.
  static func of(_ event: borrowing EventRecord, in set: CTFTraceSet) -> String {
    var writer = ExactText(set: set, text: "\(set.eventClasses[event.classIndex].name) ")
    event.visit(&writer)
    return writer.text
  }

  private init(set: CTFTraceSet, text: String) {
    self.set = set
    self.text = text
  }

  private mutating func begin(_ field: FieldID) {
    guard let (isArray, count) = open.last else { return }
    open[open.count - 1].count += 1
    if count > 0 { text += "," }
    if !isArray { text += "\(set.fields[field.index].name)=" }
  }

  private mutating func quote(_ label: String) {
    text += "\""
    for byte in label.utf8 { append(byte) }
    text += "\""
  }

  private mutating func append(_ byte: UInt8) {
    if byte < 0x20 || byte > 0x7E || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") {
      text += "\\" + String(byte >> 4, radix: 16) + String(byte & 15, radix: 16)
    } else {
      text.unicodeScalars.append(Unicode.Scalar(byte))
    }
  }

  private mutating func number(_ value: UInt64, _ integer: IntegerClass, labels: [String]) {
    text += integer.isSigned ? String(Int64(bitPattern: value)) : String(value)
    for label in labels { quote(label) }
    text += ":\(integer.isSigned ? "i" : "u")\(integer.size)"
    if integer.displayBase != 10 { text += "/\(integer.displayBase)" }
  }

  mutating func unsigned(_ value: UInt64, _ field: FieldID) {
    begin(field)
    guard case .integer(let integer) = set.fields[field.index].fieldClass else { return }
    number(value, integer, labels: [])
  }

  mutating func signed(_ value: Int64, _ field: FieldID) {
    unsigned(UInt64(bitPattern: value), field)
  }

  mutating func enumeration(_ value: Int64, _ field: FieldID) {
    begin(field)
    guard case .enumeration(let enumeration) = set.fields[field.index].fieldClass else { return }
    let bits = UInt64(bitPattern: value)
    number(bits, enumeration.container, labels: enumeration.labels(of: value))
  }

  mutating func floatingPoint(_ value: Double, size: Int, _ field: FieldID) {
    begin(field)
    if value.isNaN {
      text += "nan"
    } else if size == 32 {
      text += String(Float(value).bitPattern, radix: 16)
    } else {
      text += String(value.bitPattern, radix: 16)
    }
    text += ":f\(size)"
  }

  mutating func text(_ bytes: RawSpan, _ field: FieldID) {
    begin(field)
    text += "\""
    bytes.withUnsafeBytes { for byte in $0 { append(byte) } }
    text += "\""
  }

  mutating func beginStructure(_ field: FieldID) {
    begin(field)
    text += "{"
    open.append((false, 0))
  }

  mutating func endStructure(_ field: FieldID) {
    open.removeLast()
    text += "}"
  }

  mutating func beginArray(count: Int, _ field: FieldID) {
    begin(field)
    text += "["
    open.append((true, 0))
  }

  mutating func endArray(_ field: FieldID) {
    open.removeLast()
    text += "]"
  }

  mutating func beginVariant(_ field: FieldID) {
    begin(field)
    text += "<"
    open.append((true, 0))
  }

  mutating func endVariant(_ field: FieldID) {
    open.removeLast()
    text += ">"
  }
}
