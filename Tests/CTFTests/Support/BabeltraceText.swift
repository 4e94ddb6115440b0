// SPDX-License-Identifier: MIT

import CTF
import Glibc

/// Writes events as `babeltrace2` does with `clock-seconds`, `no-delta` and `field-default=hide`.
struct BabeltraceText: FieldVisitor {
  private let set: CTFTraceSet
  private(set) var text = ""
  /// For each open structure or array how many members it has; negative for an array.
  private var open: [(isArray: Bool, count: Int)] = []

  init(_ set: CTFTraceSet) { self.set = set }

  /// The line of an event.
  static func line(_ event: borrowing EventRecord, in set: CTFTraceSet) -> String {
    var writer = BabeltraceText(set)
    let (seconds, rest) = event.timestamp.quotientAndRemainder(dividingBy: 1_000_000_000)
    let fraction = String(rest)
    let zeros = String(repeating: "0", count: 9 - fraction.count)
    writer.text = "[\(seconds).\(zeros)\(fraction)] \(set.eventClasses[event.classIndex].name):"
    if let cpu = set.streams[event.streamIndex].cpu { writer.text += " { cpu_id = \(cpu) }," }
    event.visit(&writer)
    if writer.text.hasSuffix(",") { writer.text.removeLast() }
    return writer.text
  }

  /// Every event in order of time.
  static func lines(of set: CTFTraceSet) -> [String] {
    var lines: [String] = []
    set.forEachEvent { lines.append(line($0, in: set)) }
    return lines
  }

  private mutating func begin(_ field: FieldID) {
    guard let (isArray, count) = open.last else {
      text += " "
      return
    }
    open[open.count - 1].count += 1
    text += count > 0 ? ", " : " "
    text += isArray ? "[\(count)] = " : "\(set.fields[field.index].name) = "
  }

  private static func number(_ value: UInt64, _ integer: IntegerClass) -> String {
    switch integer.displayBase {
    case 16:
      let shift = UInt64(64 - integer.size)
      return "0x" + String((value << shift) >> shift, radix: 16, uppercase: true)
    default: return integer.isSigned ? String(Int64(bitPattern: value)) : String(value)
    }
  }

  private func integer(_ field: FieldID) -> IntegerClass? {
    switch set.fields[field.index].fieldClass {
    case .integer(let integer): integer
    case .enumeration(let enumeration): enumeration.container
    default: nil
    }
  }

  mutating func unsigned(_ value: UInt64, _ field: FieldID) {
    begin(field)
    if let integer = integer(field) { text += Self.number(value, integer) }
  }

  mutating func signed(_ value: Int64, _ field: FieldID) {
    unsigned(UInt64(bitPattern: value), field)
  }

  mutating func enumeration(_ value: Int64, _ field: FieldID) {
    begin(field)
    guard case .enumeration(let enumeration) = set.fields[field.index].fieldClass else { return }
    let labels = enumeration.labels(of: value).map { "\"\($0)\"" }
    let shown = labels.isEmpty ? "<unknown>" : labels.joined(separator: ", ")
    let number = Self.number(UInt64(bitPattern: value), enumeration.container)
    text += "( \(shown) : container = \(number) )"
  }

  mutating func floatingPoint(_ value: Double, size: Int, _ field: FieldID) {
    begin(field)
    var buffer = [UInt8](repeating: 0, count: 64)
    let count = buffer.withUnsafeMutableBytes { bytes in
      bytes.withMemoryRebound(to: CChar.self) { characters in
        withVaList([value]) { vsnprintf(characters.baseAddress, characters.count, "%g", $0) }
      }
    }
    text += String(decoding: buffer.prefix(Int(count)), as: UTF8.self)
  }

  mutating func text(_ bytes: RawSpan, _ field: FieldID) {
    begin(field)
    let content = bytes.withUnsafeBytes { String(decoding: $0, as: UTF8.self) }
    text += "\""
    for scalar in content.unicodeScalars {
      switch scalar {
      case "\\", "'", "\"", "?": text += "\\\(scalar)"
      case "\n": text += "\\n"
      case "\t": text += "\\t"
      case "\u{1b}": text += "\\e"
      default: text.unicodeScalars.append(scalar)
      }
    }
    text += "\""
  }

  mutating func beginStructure(_ field: FieldID) {
    begin(field)
    text += "{"
    open.append((false, 0))
  }

  mutating func endStructure(_ field: FieldID) {
    open.removeLast()
    text += open.isEmpty ? " }," : " }"
  }

  mutating func beginArray(count: Int, _ field: FieldID) {
    begin(field)
    text += "["
    open.append((true, 0))
  }

  mutating func endArray(_ field: FieldID) {
    open.removeLast()
    text += " ]"
  }

  mutating func beginVariant(_ field: FieldID) { beginStructure(field) }
  mutating func endVariant(_ field: FieldID) { endStructure(field) }
}
