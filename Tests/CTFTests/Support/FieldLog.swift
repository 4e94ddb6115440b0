// SPDX-License-Identifier: MIT

import CTF

/// Shows the fields of an event, every kind in its own way: `{ a = 1, b = "x", c = true }`.
struct FieldLog: FieldVisitor {
  private let set: CTFTraceSet
  private(set) var text = ""
  /// For each open structure, array or variant, what is open and how much of it is shown.
  private var open: [(kind: Kind, count: Int)] = []

  private enum Kind { case structure, array, variant }

  init(_ set: CTFTraceSet) { self.set = set }

  /// Every event in order of time, without its header.
  static func lines(of set: CTFTraceSet) -> [String] {
    var lines: [String] = []
    set.forEachEvent { event in
      var log = FieldLog(set)
      event.visit(&log)
      lines.append(log.text)
    }
    return lines
  }

  private mutating func begin(_ field: FieldID) {
    guard let (kind, count) = open.last else {
      text += text.isEmpty ? "" : " "
      return
    }
    open[open.count - 1].count += 1
    text += count > 0 ? ", " : kind == .variant ? "" : " "
    let name = set.fields[field.index].name
    if kind != .array, !name.isEmpty { text += "\(name) = " }
  }

  private mutating func show(_ value: String, _ field: FieldID) {
    begin(field)
    text += value
  }

  private mutating func open(_ kind: Kind, _ bracket: String, _ field: FieldID) {
    show(bracket, field)
    open.append((kind, 0))
  }

  private mutating func close(_ bracket: String) {
    open.removeLast()
    text += bracket
  }

  private func labels(_ value: Int64, _ field: FieldID) -> String {
    set.fields[field.index].fieldClass.labels(of: value).joined(separator: "|")
  }

  private func isSigned(_ field: FieldID) -> Bool {
    switch set.fields[field.index].fieldClass {
    case .enumeration(let enumeration): enumeration.container.isSigned
    case .variableLengthInteger(let integer): integer.isSigned
    default: false
    }
  }

  mutating func unsigned(_ value: UInt64, _ field: FieldID) { show("\(value)", field) }
  mutating func signed(_ value: Int64, _ field: FieldID) { show("\(value)", field) }

  mutating func enumeration(_ value: Int64, _ field: FieldID) {
    let number = isSigned(field) ? "\(value)" : "\(UInt64(bitPattern: value))"
    show("\(labels(value, field))(\(number))", field)
  }

  mutating func floatingPoint(_ value: Double, size: Int, _ field: FieldID) {
    show("\(value)", field)
  }

  mutating func text(_ bytes: RawSpan, _ field: FieldID) {
    show(bytes.withUnsafeBytes { "\"\(String(decoding: $0, as: UTF8.self))\"" }, field)
  }

  mutating func boolean(_ value: Bool, _ field: FieldID) { show("\(value)", field) }

  mutating func bitMap(_ value: UInt64, _ field: FieldID) {
    show("\(labels(Int64(bitPattern: value), field))<\(value)>", field)
  }

  mutating func blob(_ bytes: RawSpan, _ field: FieldID) {
    show(bytes.withUnsafeBytes { "\(Array($0))" }, field)
  }

  mutating func absent(_ field: FieldID) { show("absent", field) }

  mutating func beginStructure(_ field: FieldID) { open(.structure, "{", field) }
  mutating func endStructure(_ field: FieldID) { close(" }") }
  mutating func beginArray(count: Int, _ field: FieldID) { open(.array, "[", field) }
  mutating func endArray(_ field: FieldID) { close(" ]") }
  mutating func beginVariant(_ field: FieldID) { open(.variant, "<", field) }
  mutating func endVariant(_ field: FieldID) { close(">") }
}
