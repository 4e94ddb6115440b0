// SPDX-License-Identifier: MIT

import CommandLineKit
import TraceAnalysis
import TraceModel

/// Writes events for people, one a line: time, event, signal, subscriber, the other fields, and
/// who wrote it.
///
/// The buffer is reached by a pointer because sink and visitor both write to it in turn, many
/// times for each event; who makes the sink owns it.
struct EventsText: EventSink {
  private let out: UnsafeMutablePointer<OutputBuffer>
  private let style: Style
  private var begin: Int64 = 0
  private var names = LabelTable([])
  private var fieldNames = LabelTable([])

  private static let nameWidth = 22

  init(_ out: UnsafeMutablePointer<OutputBuffer>, style: Style) {
    self.out = out
    self.style = style
  }

  mutating func begin(_ trace: SignalTrace) {
    begin = trace.begin ?? 0
    names = LabelTable(
      trace.eventNames.map { name in
        let name = TerminalText.cleaned(name)
        let pad = String(repeating: " ", count: max(0, Self.nameWidth - Terminal.columns(of: name)))
        return ("  " + style.bold(name) + pad, 0)
      })
    fieldNames = FieldsText.labels(trace.fieldNames)
  }

  mutating func take(_ event: borrowing ModelEvent) -> Bool {
    time(event.time &- begin)
    out.pointee.append(bytes: names.access.bytes(event.classIndex))
    var visitor = FieldsText(out, fieldNames.access, isContract: event.kind != .other)
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
}
