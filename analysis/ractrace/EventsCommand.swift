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
    trace, event, signal, subscriber, the other fields, process and thread. Filters of different \
    names must all fit; of one that is repeated, one fit is enough.
    """
  static var options: [Option<EventsCommand>] {
    [
      Option(
        "kind", argument: "KIND",
        help: "Only events of this name: next, error … or a whole name such as 'other:*'; may be "
          + "repeated",
        words: EventKind.allCases.compactMap(\.name).compactMap { $0.split(separator: ":").last }
          .map(String.init)
      ) { command, text in command.trace.selection.kinds.append(Glob(text)) },
      Option(
        "subscriber", argument: "GLOB",
        help: "Only events whose subscriber, scheduler or compound disposable fits; may be repeated"
      ) { command, text in command.trace.selection.subscribers.append(Glob(text)) },
      Option(
        "value", argument: "TEXT",
        help: "Only values, errors, reasons … with TEXT in them; with * or ? in it, TEXT is a "
          + "pattern of the whole; may be repeated"
      ) { command, text in command.trace.selection.texts.append(TextPattern(text)) },
      Option("thread", argument: "TID", help: "Only events of this thread; may be repeated") {
        command, text in
        guard let thread = Int32(text) else { throw UsageError("'\(text)' is no thread's id") }
        command.trace.selection.threads.insert(thread)
      },
      Option(
        "time", argument: "STYLE",
        help: "Show in text the time from the start, the delta to the line before, the wall "
          + "clock's UTC, or the local time: start, delta, wall or local (default start)",
        set: \.time),
      Option(
        "follow-cause", "f",
        help: "Show each event with all that it led to, inside its delivery and over schedulers, "
          + "as an indented tree; --limit then counts trees", set: \.followsCause),
    ] + TraceOptions.options(for: Self.self)
  }
  static let examples = [
    Example(
      "ractrace events run1 --signal 'search*' --begin 1.5 --limit 20 | less",
      "The first 20 events of some signals from 1.5 seconds on."),
    Example(
      "ractrace events run1 --kind error --value timeout --format json",
      "The errors that speak of a timeout, for programs, one object a line."),
    Example(
      "ractrace events run1 --follow-cause --signal clicks --value 42",
      "What became of a value, also on other threads."),
  ]

  var trace = TraceOptions()
  var paths: [String] = []
  private var time = TimeStyle.start
  private var followsCause = false

  private var limit: UInt64 { trace.limit.map { UInt64(clamping: $0) } ?? .max }

  func text(_ trace: SignalTrace) throws -> ExitStatus {
    warnOfUnknownKinds(trace)
    let trace = try whole(trace)
    let told = trace.selectedLosses
    warnOfLoss(told, begin: trace.begin ?? 0)
    let out = UnsafeMutablePointer<OutputBuffer>.allocate(capacity: 1)
    out.initialize(to: OutputBuffer())
    defer { out.deinitialize(count: 1).deallocate() }
    let sink = EventsText(out, style: Style(isOn: self.trace.color.isOn), time: time)
    if followsCause {
      let line = UnsafeMutablePointer<OutputBuffer>.allocate(capacity: 1)
      line.initialize(to: OutputBuffer(descriptor: nil))
      defer { line.deinitialize(count: 1).deallocate() }
      let trees = trees(
        to: CausesText(out, line: line, style: Style(isOn: self.trace.color.isOn), time: time))
      warnOfMissing(trees, trace)
      _ = AnalysisRun.run(trees, over: trace)
    } else {
      _ = AnalysisRun.run(Events(to: sink, limit: limit), over: trace)
    }
    try out.pointee.finish()
    return finish(trace, told)
  }

  func json(_ trace: SignalTrace) throws -> ExitStatus {
    warnOfUnknownKinds(trace)
    let trace = try whole(trace)
    let json = UnsafeMutablePointer<JSONWriter>.allocate(capacity: 1)
    json.initialize(to: JSONWriter(OutputBuffer()))
    defer { json.deinitialize(count: 1).deallocate() }
    let begin = trace.begin ?? 0
    json.pointee.header("events", traces: paths, begin: trace.begin)
    json.pointee.beginLine("trust")
    json.pointee.trust(TrustReport(before: trace.selectedLosses), begin: begin)
    json.pointee.endLine()
    if followsCause {
      let trees = trees(to: CausesJSON(json))
      json.pointee.missing(trees.requirements.missing(in: trace))
      let count = AnalysisRun.run(trees, over: trace).result()
      json.pointee.beginLine("total")
      json.pointee.member("trees", count)
    } else {
      let events = AnalysisRun.run(Events(to: EventsJSON(json), limit: limit), over: trace)
      json.pointee.beginLine("total")
      json.pointee.member("events", events.result())
    }
    json.pointee.member("signals", trace.signals.count)
    json.pointee.member("streams", trace.streamCount)
    json.pointee.member("packets", trace.packetCount)
    json.pointee.member("end_ns", trace.end.map { $0 &- begin })
    json.pointee.beginObject("trust")
    json.pointee.trust(TrustReport(before: trace.selectedLosses), begin: begin)
    json.pointee.endObject()
    json.pointee.endLine()
    try json.pointee.out.finish()
    return status(trace.selectedLosses)
  }

  func csv(_ trace: SignalTrace) throws -> ExitStatus {
    warnOfUnknownKinds(trace)
    let trace = try whole(trace)
    let told = trace.selectedLosses
    warnOfLoss(told, begin: trace.begin ?? 0)
    let csv = UnsafeMutablePointer<CSVWriter>.allocate(capacity: 1)
    csv.initialize(to: CSVWriter(OutputBuffer()))
    defer { csv.deinitialize(count: 1).deallocate() }
    if followsCause {
      let trees = trees(to: CausesCSV(csv))
      warnOfMissing(trees, trace)
      _ = AnalysisRun.run(trees, over: trace)
    } else {
      _ = AnalysisRun.run(Events(to: EventsCSV(csv), limit: limit), over: trace)
    }
    try csv.pointee.out.finish()
    return finish(trace, told)
  }

  /// The trace to go over: what an event led to need not be selected itself.
  private func whole(_ trace: SignalTrace) throws -> SignalTrace {
    guard followsCause else { return trace }
    try requireContract(trace)
    return SignalTrace(trace.set, selection: trace.selection.withoutFilters)
  }

  private func trees<Sink: CausalSink>(to sink: Sink) -> CausalTrees<Sink> {
    CausalTrees(of: trace.selection, to: sink, limit: limit)
  }

  /// Says what the trace lacks to tell causes, for formats that have no place for it.
  private func warnOfMissing(_ trees: CausalTrees<some CausalSink>, _ trace: SignalTrace) {
    StandardError.write(
      MissingText(missing: trees.requirements.missing(in: trace)).render())
  }

  /// Says which names no event of the trace has: they are misspelt, or were not recorded.
  private func warnOfUnknownKinds(_ trace: SignalTrace) {
    for kind in trace.selection.kinds {
      var alone = TraceSelection()
      alone.kinds = [kind]
      guard !trace.eventNames.contains(where: { alone.wants(event: $0) }) else { continue }
      var names: [String] = []
      for name in trace.eventNames where !names.contains(name) && names.count < 30 {
        names.append(name)
      }
      StandardError.write(
        "note: the trace has no event '\(TerminalText.cleaned(kind.pattern))'; it has: "
          + "\(names.map { TerminalText.cleaned($0) }.sorted().joined(separator: ", "))\n")
    }
  }

  /// The status, and what was lost once more if reading has met damage that the packets' headers did
  /// not tell of.
  private func finish(_ trace: SignalTrace, _ told: TraceLosses) -> ExitStatus {
    let losses = trace.selectedLosses
    if losses != told { warnOfLoss(losses, begin: trace.begin ?? 0) }
    return status(losses)
  }
}
