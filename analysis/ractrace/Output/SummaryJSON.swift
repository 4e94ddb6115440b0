// SPDX-License-Identifier: MIT

import CommandLineKit
import TraceAnalysis
import TraceModel

/// A summary as JSON: signals and events, the busiest first, then the open subscriptions.
struct SummaryJSON {
  let report: Summary.Report
  let limit: Int

  func write(_ json: inout JSONWriter) {
    let begin = report.origin ?? 0
    for row in report.signals.prefix(limit) { signal(row, &json, begin) }
    for event in report.events.prefix(limit) {
      json.beginLine("event")
      json.member("event", event.name)
      json.member("count", event.count)
      json.endLine()
    }
    for subscription in report.open.prefix(limit) { open(subscription, &json, begin) }
    json.beginLine("total")
    json.member("events", report.eventCount)
    json.member("signals", report.signals.count)
    json.member("streams", report.streams)
    json.member("packets", report.packets)
    json.member("end_ns", report.end.map { $0 &- begin })
    json.beginObject("trust")
    json.trust(report.trust, begin: begin)
    json.endObject()
    json.endLine()
  }

  private func signal(_ row: Summary.Row, _ json: inout JSONWriter, _ begin: Int64) {
    json.beginLine("signal")
    json.member(report.grouping.key, row.signal)
    json.member("subscriptions", row.subscriptions)
    json.member("next", report.hasNext ? row.next : nil)
    json.member("error", row.error)
    json.member("completed", row.completed)
    json.member("disposed", row.disposed)
    json.member("first_ns", row.first &- begin)
    json.member("last_ns", row.last &- begin)
    json.member("rate_hz", report.hasNext ? row.rate : nil)
    json.beginObject("interval_ns")
    json.member("p50", bounds: row.interval(0.5))
    json.member("p90", bounds: row.interval(0.9))
    json.member("p99", bounds: row.interval(0.99))
    json.member("max", row.intervals.maximum)
    json.endObject()
    json.beginObject("activity")
    json.member("begin_ns", report.slices.begin &- begin)
    json.member("width_ns", report.slices.width)
    json.beginArray("next")
    for count in row.activity {
      json.comma()
      json.number(count)
    }
    json.endArray()
    json.endObject()
    json.member("open", row.open)
    json.member("whole_subscriptions", row.whole)
    json.beginObject("verdicts")
    json.member("next", row.trust.next.rawValue)
    json.member("lifecycle", row.trust.lifecycle.rawValue)
    json.member("quantiles", row.trust.quantiles.rawValue)
    json.member("open", row.trust.open.rawValue)
    json.endObject()
    if row.dropped > 0 { json.member("dropped", row.dropped) }
    if row.violations > 0 { json.member("violations", row.violations) }
    if let text = row.lastError {
      json.beginObject("last_error")
      json.member("error", text)
      json.member("ns", row.lastErrorTime.map { $0 &- begin })
      json.endObject()
    }
    json.endLine()
  }

  private func open(
    _ subscription: Summary.OpenSubscription, _ json: inout JSONWriter, _ begin: Int64
  ) {
    json.beginLine("open")
    json.member("signal", subscription.signal)
    if let place = subscription.place {
      json.member("subscriber", place)
    } else {
      json.member("subscriber", UInt64?.none)
    }
    json.member("subscription_id", subscription.key.id)
    json.member("process", subscription.process)
    json.member("since_ns", subscription.began.map { $0 &- begin })
    json.member("age_ns", age(subscription))
    json.member("next", subscription.next)
    json.endLine()
  }

  private func age(_ subscription: Summary.OpenSubscription) -> Int64? {
    guard let began = subscription.began, let end = report.end else { return nil }
    return max(0, end &- began)
  }
}

extension Summary.Grouping {
  /// The name of the member that tells what a row stands for.
  fileprivate var key: StaticString {
    switch self {
    case .signal: "signal"
    case .subscriber: "subscriber"
    case .process: "process"
    case .thread: "thread"
    }
  }
}
