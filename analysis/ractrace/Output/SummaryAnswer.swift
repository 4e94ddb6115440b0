// SPDX-License-Identifier: MIT

import CommandLineKit
import TraceAnalysis
import TraceModel

/// A summary in any format, whether of a trace or of parts put together.
struct SummaryAnswer {
  let report: Summary.Report
  let traces: [String]
  let options: TraceOptions

  private var limit: Int { options.limit ?? .max }
  private var losses: TraceLosses { report.trust.losses }

  func text() throws -> ExitStatus {
    var out = OutputBuffer()
    out.append(
      text: SummaryText(
        report: report, traces: traces, limit: options.limit,
        showsLoss: options.onLoss != .ignore,
        style: Style(isOn: options.color.isOn), width: Terminal.width
      ).render())
    try out.finish()
    return options.status(losses)
  }

  /// Writes all behind the header and the first trust.
  func json(_ json: inout JSONWriter) throws -> ExitStatus {
    SummaryJSON(report: report, limit: limit).write(&json)
    try json.out.finish()
    return options.status(losses)
  }

  func csv() throws -> ExitStatus {
    let begin = report.origin ?? 0
    options.warnOfLoss(losses, begin: begin)
    var csv = CSVWriter(OutputBuffer())
    for title in [
      report.grouping.rawValue, "subscriptions", "open", "next", "error", "completed", "disposed",
      "first_ns",
      "last_ns", "rate_hz", "p50_ns", "p90_ns", "p99_ns", "max_ns",
    ] {
      csv.text(title)
    }
    csv.endLine()
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
    return options.status(losses)
  }
}
