// SPDX-License-Identifier: MIT

import CommandLineKit
import TraceAnalysis
import TraceModel

/// The command `ractrace events TRACE...`.
struct EventsCommand: TraceCommand {
  static let name = "events"
  static let abstract = "Show the events themselves, in the order of time"
  static let details = """
    Show the events themselves, in the order of time, one a line: seconds from the begin of the \
    trace, event, signal, subscriber, the other fields, process and thread.
    """
  static var options: [Option<EventsCommand>] {
    TraceOptions.options(for: Self.self)
  }
  static let examples = [
    Example("ractrace events run1 | less", "Read what happened."),
    Example(
      "ractrace events run1 --signal 'search*' --begin 1.5 --limit 20",
      "The first 20 events of some signals from 1.5 seconds on."),
    Example(
      "ractrace events run1 --format json | grep '\"racsignal:error\"'",
      "For programs, one object a line."),
  ]

  var trace = TraceOptions()
  var paths: [String] = []

  private var limit: UInt64 { trace.limit.map { UInt64(clamping: $0) } ?? .max }

  func text(_ trace: SignalTrace) throws -> ExitStatus {
    warnOfLoss(trace.selectedLosses, begin: trace.begin ?? 0)
    let out = UnsafeMutablePointer<OutputBuffer>.allocate(capacity: 1)
    out.initialize(to: OutputBuffer())
    defer { out.deinitialize(count: 1).deallocate() }
    let sink = EventsText(out, style: Style(isOn: self.trace.color.isOn))
    _ = AnalysisRun.run(Events(to: sink, limit: limit), over: trace)
    try out.pointee.finish()
    return finish(trace)
  }

  func json(_ trace: SignalTrace) throws -> ExitStatus {
    let json = UnsafeMutablePointer<JSONWriter>.allocate(capacity: 1)
    json.initialize(to: JSONWriter(OutputBuffer()))
    defer { json.deinitialize(count: 1).deallocate() }
    let begin = trace.begin ?? 0
    json.pointee.header("events", traces: paths, begin: trace.begin)
    json.pointee.beginLine("trust")
    json.pointee.trust(TrustReport(before: trace.selectedLosses), begin: begin)
    json.pointee.endLine()
    let events = AnalysisRun.run(Events(to: EventsJSON(json), limit: limit), over: trace)
    json.pointee.beginLine("total")
    json.pointee.member("events", events.result())
    json.pointee.member("signals", trace.signals.count)
    json.pointee.member("streams", trace.streamCount)
    json.pointee.member("packets", trace.packetCount)
    json.pointee.member("end_ns", trace.end.map { $0 &- begin })
    json.pointee.beginObject("trust")
    json.pointee.trust(TrustReport(before: trace.selectedLosses), begin: begin)
    json.pointee.endObject()
    json.pointee.endLine()
    try json.pointee.out.finish()
    return finish(trace)
  }

  func csv(_ trace: SignalTrace) throws -> ExitStatus {
    warnOfLoss(trace.selectedLosses, begin: trace.begin ?? 0)
    let csv = UnsafeMutablePointer<CSVWriter>.allocate(capacity: 1)
    csv.initialize(to: CSVWriter(OutputBuffer()))
    defer { csv.deinitialize(count: 1).deallocate() }
    _ = AnalysisRun.run(Events(to: EventsCSV(csv), limit: limit), over: trace)
    try csv.pointee.out.finish()
    return finish(trace)
  }

  /// The status; reading may have met damage that the packets' headers did not tell of.
  private func finish(_ trace: SignalTrace) -> ExitStatus {
    status(trace.selectedLosses)
  }
}
