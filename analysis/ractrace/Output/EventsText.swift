// SPDX-License-Identifier: MIT

internal import CommandLineKit
internal import TraceAnalysis
internal import TraceModel

/// Writes events for people, one a line: time, event, signal, subscriber, the other fields, and
/// who wrote it.
///
/// The buffer is reached by a pointer because sink and visitor both write to it in turn, many
/// times for each event; who makes the sink owns it.
struct EventsText: EventSink {
  private let out: UnsafeMutablePointer<OutputBuffer>
  private let style: Style
  private var begin: Int64 = 0
  private var trace: SignalTrace?
  private var names: [String] = []
  private var fields = FieldLabels()

  private static let nameWidth = 22

  init(_ out: UnsafeMutablePointer<OutputBuffer>, style: Style) {
    self.out = out
    self.style = style
  }

  mutating func begin(_ trace: SignalTrace) {
    self.trace = trace
    begin = trace.begin ?? 0
    names = trace.eventNames.map { name in
      let name = TerminalText.cleaned(name)
      let pad = String(repeating: " ", count: max(0, Self.nameWidth - Terminal.columns(of: name)))
      return "  " + style.bold(name) + pad
    }
    fields = FieldLabels(trace.fieldNames)
  }

  mutating func take(_ event: borrowing ModelEvent) -> Bool {
    guard let trace else { return false }
    time(event.time &- begin)
    out.pointee.append(text: names[event.classIndex])
    if let signal = event.signal { name(signal, trace.signals) }
    if let subscriber = event.subscriber { name(subscriber, trace.subscribers) }
    var visitor = FieldsText(out, fields, isContract: event.kind != .other)
    event.visit(&visitor)
    if event.key.process >= 0 {
      out.pointee.append("  [")
      if let procname = visitor.procname {
        out.pointee.append(cleaned: procname)
        out.pointee.append(byte: 0x20)
      }
      out.pointee.append(decimal: Int64(event.key.process))
      if let thread = event.thread, thread != event.key.process {
        out.pointee.append(byte: 0x2F)
        out.pointee.append(decimal: Int64(thread))
      }
      out.pointee.append(byte: 0x5D)
    }
    out.pointee.append(byte: 0x0A)
    return !out.pointee.isClosed
  }

  private func time(_ nanoseconds: Int64) {
    let magnitude = nanoseconds.magnitude
    if nanoseconds < 0 { out.pointee.append(byte: 0x2D) }
    let (seconds, rest) = magnitude.quotientAndRemainder(dividingBy: 1_000_000_000)
    out.pointee.append(spaces: seconds < 10 ? 2 : seconds < 100 ? 1 : 0)
    out.pointee.append(decimal: seconds)
    out.pointee.append(byte: 0x2E)
    out.pointee.append(decimal: rest, width: 9)
  }

  private func name(_ id: NameID, _ table: NameTable) {
    out.pointee.append("  ")
    table.withBytes(of: id) { out.pointee.append(cleaned: $0) }
  }
}

/// What stands before the value of each field, and which fields are not repeated.
struct FieldLabels {
  /// The cleaned name of each field, as bytes of one text.
  private var bytes: [UInt8] = []
  private var ends: [Int] = []
  /// Whether the line shows the field elsewhere, in events of the contract and in all.
  private var shownByContract: [Bool] = []
  private var shownAlways: [Bool] = []
  private var procnames: [Bool] = []

  init() {}

  init(_ names: [String]) {
    for name in names {
      bytes.append(contentsOf: TerminalText.cleaned(name).utf8)
      ends.append(bytes.count)
      shownByContract.append(
        ["signal", "subscriber", "scheduler", "compound_disposable"].contains(name))
      shownAlways.append(["vpid", "vtid", "procname"].contains(name))
      procnames.append(name == "procname")
    }
  }

  /// Appends the name of a field.
  func append(_ field: Int, to out: UnsafeMutablePointer<OutputBuffer>) {
    let start = field == 0 ? 0 : ends[field - 1]
    bytes.withUnsafeBytes {
      out.pointee.append(bytes: UnsafeRawBufferPointer(rebasing: $0[start..<ends[field]]))
    }
  }

  /// Whether the line shows a payload field elsewhere.
  func isShownByContract(_ field: Int) -> Bool { shownByContract[field] }
  /// Whether the line shows a context elsewhere.
  func isShownAlways(_ field: Int) -> Bool { shownAlways[field] }
  /// Whether a context is the name of the thread.
  func isProcname(_ field: Int) -> Bool { procnames[field] }
}

/// Writes the fields of one event as `name=value`, with two spaces before the first.
struct FieldsText: EventFieldVisitor {
  let out: UnsafeMutablePointer<OutputBuffer>
  let fields: FieldLabels
  let isContract: Bool
  var isPayload = false
  var isFirst = true
  /// The name of the thread, which stands at the end of the line.
  var procname: UnsafeRawBufferPointer?
  var depth = 0

  init(_ out: UnsafeMutablePointer<OutputBuffer>, _ fields: FieldLabels, isContract: Bool) {
    self.out = out
    self.fields = fields
    self.isContract = isContract
  }

  /// Writes what stands before a value, unless the value is shown elsewhere.
  private mutating func label(_ field: Int?) -> Bool {
    if let field, depth == 0 {
      let isShown =
        isPayload ? isContract && fields.isShownByContract(field) : fields.isShownAlways(field)
      if isShown { return false }
    }
    if depth == 0 {
      out.pointee.append(byte: 0x20)
      if isFirst { out.pointee.append(byte: 0x20) }
    } else if !isFirst {
      out.pointee.append(", ")
    }
    isFirst = false
    if let field {
      fields.append(field, to: out)
      out.pointee.append(byte: 0x3D)
    }
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
    if !isPayload, let field, fields.isProcname(field) { procname = bytes }
    guard label(field) else { return }
    out.pointee.append(byte: 0x22)
    if bytes.contains(0x22) {
      for part in bytes.split(separator: 0x22, omittingEmptySubsequences: false).enumerated() {
        if part.offset > 0 { out.pointee.append("\\\"") }
        out.pointee.append(cleaned: UnsafeRawBufferPointer(rebasing: part.element))
      }
    } else {
      out.pointee.append(cleaned: bytes)
    }
    out.pointee.append(byte: 0x22)
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
