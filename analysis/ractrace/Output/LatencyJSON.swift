// SPDX-License-Identifier: MIT

import CommandLineKit
import TraceAnalysis
import TraceModel

/// Latencies as JSON: the way from source to target, operators, schedulers, the slowest deliveries,
/// and what is still open.
struct LatencyJSON {
  let report: Latency.Report
  let from: String?
  let to: String?
  let limit: Int

  private var begin: Int64 { report.origin ?? 0 }

  func write(_ json: inout JSONWriter) {
    json.missing(report.missing)
    if let path = report.path { self.path(path, &json) }
    for row in report.rows.prefix(limit) { self.row(row, &json) }
    for row in report.schedulers.prefix(limit) { scheduler(row, &json) }
    for slow in report.slowest { self.slow(slow, &json) }
    for open in report.open.prefix(limit) { self.open(open, &json) }
    json.beginLine("total")
    json.member("operators", report.rows.count)
    json.member("deliveries", report.rows.reduce(UInt64(0)) { $0 &+ $1.count })
    json.member("self_ns", report.own)
    json.member("floor_ns", report.floor)
    json.member("start_unknown", report.startUnknown)
    json.member("start_lost", report.lostEnds)
    json.member("curtailed", report.isCurtailed)
    json.member("end_ns", report.end.map { $0 &- begin })
    json.beginObject("trust")
    json.trust(report.trust, begin: begin)
    json.endObject()
    json.endLine()
  }

  private func path(_ path: Latency.Path, _ json: inout JSONWriter) {
    json.beginLine("path")
    json.member("from", from ?? "")
    json.member("to", to ?? "")
    json.member("from_signals", path.sources)
    json.member("to_signals", path.targets)
    json.member("from_count", path.from)
    json.member("to_count", path.to)
    json.member("from_without_to", path.fromWithoutTo)
    json.member("to_without_from", path.toWithoutFrom)
    json.member("to_unknown", path.unknown)
    times("time_ns", path.times, &json)
    json.endLine()
  }

  private func row(_ row: Latency.Row, _ json: inout JSONWriter) {
    json.beginLine("operator")
    json.member("signal", row.signal)
    json.member("subscriber", row.subscriber)
    json.member("count", row.count)
    json.member("open", row.open)
    json.member("lost", row.lost)
    json.member("crossing", row.crossing)
    times("total_ns", row.total, &json)
    times("self_ns", row.own, &json)
    json.member("near_floor", row.isNearFloor)
    json.member("verdict", row.verdict.rawValue)
    json.endLine()
  }

  private func scheduler(_ row: Latency.SchedulerRow, _ json: inout JSONWriter) {
    json.beginLine("scheduler")
    json.member("scheduler", row.scheduler)
    json.member("scheduled", row.scheduled)
    json.member("began", row.began)
    json.member("cancelled", row.cancelled)
    json.member("waiting", row.waiting)
    json.member("running", row.running)
    json.member("torn", row.torn)
    times("waited_ns", row.waited, &json)
    times("queued_ns", row.queued, &json)
    times("ran_ns", row.ran, &json)
    json.endLine()
  }

  private func slow(_ slow: Latency.SlowDelivery, _ json: inout JSONWriter) {
    json.beginLine("slow")
    json.member("event", slow.kind.name ?? "")
    json.member("signal", slow.signal)
    json.member("subscriber", slow.subscriber)
    if let text = slow.text { json.member("text", text) }
    json.member("ns", slow.begin &- begin)
    json.member("self_ns", slow.own)
    json.member("total_ns", slow.total)
    json.member("process", Int64(slow.process))
    json.member("thread", Int64(slow.thread))
    json.endLine()
  }

  private func open(_ open: Latency.OpenDelivery, _ json: inout JSONWriter) {
    json.beginLine("open")
    json.member("signal", open.signal)
    json.member("subscriber", open.subscriber)
    json.member("ns", open.begin &- begin)
    json.member("at_least_ns", open.atLeast)
    json.endLine()
  }

  /// Sum, quantiles and the histogram: the least and the greatest time of each bucket, and a count.
  private func times(_ name: StaticString, _ times: Latency.Times, _ json: inout JSONWriter) {
    json.beginObject(name)
    json.member("count", times.count)
    json.member("sum", times.sum)
    json.member("p50", bounds: times.quantile(0.5))
    json.member("p90", bounds: times.quantile(0.9))
    json.member("p99", bounds: times.quantile(0.99))
    json.member("max", times.histogram.maximum)
    json.beginArray("histogram")
    for bucket in times.histogram.buckets() {
      json.comma()
      json.open(0x5B)
      for number in [bucket.low, bucket.high, bucket.count] {
        json.comma()
        json.number(number)
      }
      json.endArray()
    }
    json.endArray()
    json.endObject()
  }
}
