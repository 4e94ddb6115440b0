// SPDX-License-Identifier: MIT

import CommandLineKit
import TraceAnalysis
import TraceModel

/// Latencies in any format, whether of a trace or of parts put together.
struct LatencyAnswer {
  let report: Latency.Report
  let traces: [String]
  let options: TraceOptions
  var from: String?
  var to: String?

  private var losses: TraceLosses { report.trust.losses }

  func text() throws -> ExitStatus {
    var out = OutputBuffer()
    out.append(
      text: LatencyText(
        report: report, traces: traces, from: from, to: to, limit: options.limit,
        showsLoss: options.onLoss != .ignore, style: Style(isOn: options.color.isOn),
        width: Terminal.width
      ).render())
    try out.finish()
    return options.status(losses)
  }

  /// Writes all behind the header and the first trust.
  func json(_ json: inout JSONWriter) throws -> ExitStatus {
    LatencyJSON(report: report, from: from, to: to, limit: options.limit ?? .max).write(&json)
    try json.out.finish()
    return options.status(losses)
  }

  func csv() throws -> ExitStatus {
    options.warnOfLoss(losses, begin: report.origin ?? 0)
    var csv = CSVWriter(OutputBuffer())
    for title in [
      "signal", "subscriber", "count", "open", "lost", "crossing", "total_ns", "self_ns",
      "total_p50_ns", "total_p90_ns", "total_p99_ns", "total_max_ns", "self_p50_ns", "self_p90_ns",
      "self_p99_ns", "self_max_ns", "near_floor",
    ] {
      csv.text(title)
    }
    csv.endLine()
    for row in report.rows.prefix(options.limit ?? .max) {
      csv.text(row.signal)
      csv.text(row.subscriber)
      for count in [row.count, row.open, row.lost, row.crossing, row.total.sum, row.own.sum] {
        csv.number(count)
      }
      for times in [row.total, row.own] {
        for share in [0.5, 0.9, 0.99] {
          let (low, high) = times.quantile(share)
          csv.number(low == high ? low : nil)
        }
        csv.number(times.histogram.maximum)
      }
      csv.number(UInt64(row.isNearFloor ? 1 : 0))
      csv.endLine()
    }
    try csv.out.finish()
    return options.status(losses)
  }

  /// The stacks as flame graph tools read them: frames, outermost first, and a number.
  func folded(_ stacks: [Latency.Stack]) throws -> ExitStatus {
    options.warnOfLoss(losses, begin: report.origin ?? 0)
    let deep = stacks.filter { $0.frames.last == Latency.deeperFrame }
    if let depth = deep.first.map({ $0.frames.count / 2 }) {
      let count = deep.reduce(UInt64(0)) { $0 &+ $1.count }
      StandardError.write(
        "note: \(Figures.deliveries(count)) that are more than \(depth) deep stand together as "
          + "\(Latency.deeperFrame) (--depth tells how many)\n")
    }
    var out = OutputBuffer()
    for stack in stacks {
      let frames = stack.frames.map { frame in
        // What separates frames cannot be part of one.
        TerminalText.cleaned(frame).unicodeScalars.map { $0 == ";" ? ":" : String($0) }.joined()
      }
      out.append(text: frames.joined(separator: ";"))
      out.append(byte: 0x20)
      out.append(decimal: stack.own)
      out.append(byte: 0x0A)
    }
    try out.finish()
    return options.status(losses)
  }
}
