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
  private let timeStyle: TimeStyle
  private var time: TimeColumn
  private var names = LabelTable([])
  private var fieldNames = LabelTable([])

  private static let nameWidth = 22

  init(_ out: UnsafeMutablePointer<OutputBuffer>, style: Style, time: TimeStyle = .start) {
    self.out = out
    self.style = style
    timeStyle = time
    self.time = TimeColumn(time, begin: 0)
  }

  mutating func begin(_ trace: SignalTrace) {
    time = TimeColumn(timeStyle, begin: trace.begin ?? 0)
    names = LabelTable(
      trace.eventNames.map { name in
        let name = TerminalText.cleaned(name)
        let pad = String(repeating: " ", count: max(0, Self.nameWidth - Terminal.columns(of: name)))
        return ("  " + style.bold(name) + pad, 0)
      })
    fieldNames = FieldsText.labels(trace.fieldNames)
  }

  mutating func take(_ event: borrowing ModelEvent) -> Bool {
    line(event, depth: 0)
    out.pointee.append(byte: 0x0A)
    return !out.pointee.isClosed
  }

  /// Writes the line of an event without its end, the event's name so many steps to the right.
  @inline(__always)
  mutating func line(_ event: borrowing ModelEvent, depth: Int) {
    time.append(event.time, to: &out.pointee)
    out.pointee.append(spaces: 2 * depth)
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
  }
}
