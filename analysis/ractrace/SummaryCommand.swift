// SPDX-License-Identifier: MIT

import CommandLineKit
import TraceAnalysis
import TraceModel

/// The command `ractrace summary TRACE...`.
struct SummaryCommand: TraceCommand {
  static let name = "summary"
  static let abstract = "Show what each signal did, the busiest first"
  static let details = """
    Show what each signal did: subscriptions, values, rates, intervals, errors and ends, what is \
    still open, and what the trace lost. Events of other providers are counted by name.
    """
  static var options: [Option<SummaryCommand>] { TraceOptions.options(for: Self.self) }
  static let examples = [
    Example("ractrace summary run1", "Summarise what `ractrace record --output run1' recorded."),
    Example(
      "ractrace summary run1 --signal 'search*' --begin 1.5 --end 3",
      "Only signals named search…, from 1.5 to 3 seconds after the begin."),
    Example(
      "ractrace summary run1 --format json --on-loss fail > run1.json",
      "For programs, one object a line; status 3 if the trace lost events."),
  ]

  var trace = TraceOptions()
  var paths: [String] = []

  private var limit: Int { trace.limit ?? .max }

  func text(_ trace: SignalTrace) throws -> ExitStatus {
    let report = Summary.of(trace, threads: Threads.available).result()
    var out = OutputBuffer()
    out.append(
      text: SummaryText(
        report: report, traces: paths, limit: self.trace.limit,
        showsLoss: self.trace.onLoss != .ignore,
        style: Style(isOn: self.trace.color.isOn), width: Terminal.width
      ).render())
    try out.finish()
    return status(report.trust.losses)
  }

  func json(_ trace: SignalTrace) throws -> ExitStatus {
    var json = JSONWriter(OutputBuffer())
    json.header("summary", traces: paths, begin: trace.begin)
    json.beginLine("trust")
    json.trust(TrustReport(before: trace.selectedLosses), begin: trace.begin ?? 0)
    json.endLine()
    json.out.flush()
    let report = Summary.of(trace, threads: Threads.available).result()
    SummaryJSON(report: report, limit: limit).write(&json)
    try json.out.finish()
    return status(report.trust.losses)
  }

  func csv(_ trace: SignalTrace) throws -> ExitStatus {
    let report = Summary.of(trace, threads: Threads.available).result()
    warnOfLoss(report.trust.losses, begin: report.origin ?? 0)
    var csv = CSVWriter(OutputBuffer())
    for title in [
      "signal", "subscriptions", "open", "next", "error", "completed", "disposed", "first_ns",
      "last_ns", "rate_hz", "p50_ns", "p90_ns", "p99_ns", "max_ns",
    ] {
      csv.text(title)
    }
    csv.endLine()
    let begin = report.origin ?? 0
    for row in report.signals.prefix(limit) {
      csv.text(row.signal)
      for count in [
        row.subscriptions, row.open, row.next, row.error, row.completed, row.disposed,
      ] {
        csv.number(count)
      }
      csv.number(row.first &- begin)
      csv.number(row.last &- begin)
      csv.number(row.rate)
      for share in [0.5, 0.9, 0.99] {
        let (low, high) = row.interval(share)
        csv.number(low == high ? low : nil)
      }
      csv.number(row.intervals.maximum)
      csv.endLine()
    }
    try csv.out.finish()
    return status(report.trust.losses)
  }
}
