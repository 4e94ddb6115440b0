// SPDX-License-Identifier: MIT

import CommandLineKit
import TraceModel

/// Writes the fields of one event as `name=value`.
///
/// The names that events of the contract begin with, the signal's and the subscriber's, stand
/// bare in columns of their own. Process and thread are left to the end of the line.
struct FieldsText: EventFieldVisitor {
  private enum Mark {
    static let column: UInt8 = 1
    static let process: UInt8 = 2
    static let procname: UInt8 = 3
  }

  let out: UnsafeMutablePointer<OutputBuffer>
  private let labels: LabelTable.Access
  private let isContract: Bool
  private let showsColumns: Bool
  private var isPayload = false
  private var isFirst = true
  private var depth = 0
  /// The name of the thread.
  private(set) var procname: UnsafeRawBufferPointer?

  init(
    _ out: UnsafeMutablePointer<OutputBuffer>, _ labels: LabelTable.Access, isContract: Bool,
    showsColumns: Bool = true
  ) {
    self.out = out
    self.labels = labels
    self.isContract = isContract
    self.showsColumns = showsColumns
  }

  /// What stands before the value of each field.
  static func labels(_ names: [String]) -> LabelTable {
    LabelTable(
      names.map { name in
        let mark: UInt8 =
          switch name {
          case "signal", "subscriber", "scheduler", "compound_disposable": Mark.column
          case "vpid", "vtid": Mark.process
          case "procname": Mark.procname
          default: 0
          }
        return (TerminalText.cleaned(name) + "=", mark)
      })
  }

  /// What a field is shown as; 0: in the usual way.
  private func mark(_ field: Int?) -> UInt8 {
    guard let field, depth == 0 else { return 0 }
    let mark = labels.mark(field)
    return (mark == Mark.column) == isPayload && (isContract || !isPayload) ? mark : 0
  }

  /// Writes what stands before a value, unless the value is shown elsewhere.
  private mutating func label(_ field: Int?) -> Bool {
    guard mark(field) == 0 else { return false }
    if depth == 0 {
      out.pointee.append(byte: 0x20)
      if isFirst { out.pointee.append(byte: 0x20) }
    } else if !isFirst {
      out.pointee.append(", ")
    }
    isFirst = false
    if let field { out.pointee.append(bytes: labels.bytes(field)) }
    return true
  }

  mutating func beginPayload() { isPayload = true }

  mutating func unsigned(_ value: UInt64, _ field: Int?) {
    if label(field) { out.pointee.append(decimal: value) }
  }

  mutating func signed(_ value: Int64, _ field: Int?) {
    if label(field) { out.pointee.append(decimal: value) }
  }

  mutating func enumeration(_ value: Int64, _ name: String?, _ field: Int?) {
    guard label(field) else { return }
    out.pointee.append(cleaned: name ?? "<unknown>")
    out.pointee.append(byte: 0x28)
    out.pointee.append(decimal: value)
    out.pointee.append(byte: 0x29)
  }

  mutating func floatingPoint(_ value: Double, _ field: Int?) {
    if label(field) { out.pointee.append(text: value.description) }
  }

  mutating func text(_ bytes: UnsafeRawBufferPointer, _ field: Int?) {
    switch mark(field) {
    case Mark.column:
      guard showsColumns else { return }
      out.pointee.append("  ")
      out.pointee.append(cleaned: bytes)
    case Mark.procname: procname = bytes
    case Mark.process: break
    default:
      _ = label(field)
      quoted(bytes)
    }
  }

  private func quoted(_ bytes: UnsafeRawBufferPointer) {
    out.pointee.append(byte: 0x22)
    if TerminalText.isPlain(bytes, without: 0x22) {
      out.pointee.append(bytes: bytes)
    } else {
      let parts = bytes.split(separator: 0x22, omittingEmptySubsequences: false)
      for (index, part) in parts.enumerated() {
        if index > 0 { out.pointee.append("\\\"") }
        out.pointee.append(cleaned: UnsafeRawBufferPointer(rebasing: part))
      }
    }
    out.pointee.append(byte: 0x22)
  }

  mutating func boolean(_ value: Bool, _ field: Int?) {
    if label(field) { out.pointee.append(value ? "true" : "false") }
  }

  mutating func bitMap(_ value: UInt64, _ flags: [String], _ field: Int?) {
    guard label(field) else { return }
    for (index, flag) in flags.enumerated() {
      if index > 0 { out.pointee.append(byte: 0x7C) }
      out.pointee.append(cleaned: flag)
    }
    out.pointee.append(byte: 0x28)
    out.pointee.append(decimal: value)
    out.pointee.append(byte: 0x29)
  }

  mutating func blob(_ bytes: UnsafeRawBufferPointer, _ field: Int?) {
    guard label(field) else { return }
    out.pointee.append("0x")
    out.pointee.append(hex: bytes)
  }

  mutating func absent(_ field: Int?) {
    if label(field) { out.pointee.append("<absent>") }
  }

  mutating func beginStructure(_ field: Int?) { open(field, 0x7B) }
  mutating func endStructure() { close(0x7D) }
  mutating func beginArray(_ field: Int?) { open(field, 0x5B) }
  mutating func endArray() { close(0x5D) }

  private mutating func open(_ field: Int?, _ bracket: UInt8) {
    _ = label(field)
    out.pointee.append(byte: bracket)
    depth += 1
    isFirst = true
  }

  private mutating func close(_ bracket: UInt8) {
    out.pointee.append(byte: bracket)
    depth -= 1
    isFirst = false
  }
}
