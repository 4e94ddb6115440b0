// SPDX-License-Identifier: MIT

import TraceAnalysis
import TraceModel

/// What an analysis of latencies says, in a form to compare.
enum LatencyText {
  static func rows(_ report: Latency.Report) -> [String] {
    report.rows.map { row in
      var text = "\(row.signal) > \(row.subscriber): \(row.count) total \(times(row.total))"
      text += " own \(times(row.own))"
      if row.crossing > 0 { text += " crossing \(row.crossing)" }
      if row.open > 0 { text += " open \(row.open)" }
      if row.lost > 0 { text += " lost \(row.lost)" }
      return text
    }
  }

  /// Times in their order: short ones have a bucket each.
  static func times(_ times: Latency.Times) -> String {
    let all = times.histogram.buckets().flatMap {
      Array(repeating: $0.low, count: Int($0.count))
    }
    return "\(all)"
  }

  static func scheduler(_ row: Latency.SchedulerRow) -> String {
    "\(row.scheduler): \(row.scheduled) scheduled \(row.began) began \(row.cancelled) cancelled "
      + "\(row.waiting) waiting \(row.running) running \(row.torn) torn, "
      + "waited \(times(row.waited)) queued \(times(row.queued)) ran \(times(row.ran))"
  }

  static func path(_ path: Latency.Path) -> String {
    "\(path.fromWithoutTo) of \(path.from) without, \(path.to): \(path.toWithoutFrom) without, "
      + "\(path.unknown) unknown \(times(path.times))"
  }

  /// Everything.
  static func all(_ latency: Latency) -> [String] {
    let report = latency.result()
    var lines = rows(report)
    lines += report.rows.map { "\($0.verdict) \($0.total.lost ?? .max) \($0.isNearFloor)" }
    lines += report.schedulers.map(scheduler)
    lines += report.slowest.map { "\($0)" }
    lines += report.open.map { "\($0)" }
    lines.append(report.path.map(path) ?? "no path")
    lines.append("floor \(report.floor ?? 0) no start \(report.startUnknown) \(report.lostEnds)")
    lines.append("\(report.trust.counts) \(report.trust.quantiles) \(report.trust.open)")
    lines += latency.stacks().map { "\($0.frames) \($0.count) \($0.own)" }
    return lines
  }
}
