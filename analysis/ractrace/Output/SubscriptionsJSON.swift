// SPDX-License-Identifier: MIT

import CommandLineKit
import TraceAnalysis
import TraceModel

/// Subscriptions as JSON: each or by place, then the compound disposables.
struct SubscriptionsJSON {
  let answer: SubscriptionsAnswer
  let limit: Int

  private var report: Subscriptions.Report { answer.report }
  private var begin: Int64 { report.trace.origin ?? 0 }

  func write(_ json: inout JSONWriter) {
    json.missing(report.trace.missing)
    for row in answer.rows.prefix(limit) { subscription(row, &json) }
    for place in answer.places.prefix(limit) { self.place(place, &json) }
    if answer.view != .open {
      for row in report.disposables.prefix(limit) { disposable(row, &json) }
    }
    json.beginLine("total")
    counts(report.counts, &json)
    json.member("unseen_at_exit", report.unseenAtExit)
    json.member("without_id", report.withoutID)
    json.member("places", report.places.count)
    json.member("further_places", report.hasFurtherPlaces)
    json.member("disposables_emptied", report.emptied)
    json.member("end_ns", report.trace.end.map { $0 &- begin })
    json.beginObject("trust")
    json.trust(report.trust, begin: begin)
    json.endObject()
    json.endLine()
  }

  private func subscription(_ row: Subscriptions.Row, _ json: inout JSONWriter) {
    let subscription = row.subscription
    json.beginLine("subscription")
    json.member("signal", subscription.signal)
    json.member("subscriber", optional: subscription.subscriber)
    json.member("subscription_id", subscription.key.id)
    json.member("process", row.process)
    json.member("parent_id", subscription.parent)
    json.member("parent", optional: subscription.parentSignal)
    json.member("cause_id", subscription.cause)
    json.member("cause", optional: subscription.causeSignal)
    json.member("begin_ns", subscription.began.map { $0 &- begin })
    json.member("end_ns", subscription.ended.map { $0 &- begin })
    json.member("outcome", row.outcome.rawValue)
    if let error = subscription.error { json.member("error", error) }
    json.member("disposed_ns", subscription.disposed.map { $0 &- begin })
    json.member("age_ns", row.age)
    json.member("values", subscription.values)
    json.member("whole", subscription.isProven)
    json.beginObject("verdicts")
    json.member("outcome", row.trust.open.rawValue)
    json.member("values", row.trust.values.rawValue)
    json.endObject()
    json.endLine()
  }

  private func place(_ place: Subscriptions.Place, _ json: inout JSONWriter) {
    json.beginLine("place")
    json.member("signal", optional: place.signal)
    json.member("subscriber", optional: place.subscriber)
    json.member("process", place.process)
    counts(place.counts, &json)
    json.member("leak", place.isLeak)
    json.member("proven_leaks", place.provenLeaks)
    json.member("grows", place.series.grows)
    json.member("peak", place.series.peak)
    json.member("slice_ns", place.series.width)
    json.beginArray("slices")
    for slice in place.series.slices {
      json.beginElement()
      json.member("begin_ns", slice.begin &- begin)
      json.member("least", slice.least)
      json.member("most", slice.most)
      json.member("last", slice.last)
      json.endObject()
    }
    json.endArray()
    json.beginObject("lifetime_ns")
    json.member("p50", place.lifetimes.quantile(0.5))
    json.member("p90", place.lifetimes.quantile(0.9))
    json.member("p99", place.lifetimes.quantile(0.99))
    json.member("max", place.lifetimes.maximum)
    json.endObject()
    json.member("unknown_lifetimes", place.brokenLifetimes)
    json.member("whole_subscriptions", place.proven)
    json.beginObject("verdicts")
    json.member("subscriptions", place.trust.counts.rawValue)
    json.member("open", place.trust.open.rawValue)
    json.member("values", place.trust.values.rawValue)
    json.endObject()
    json.endLine()
  }

  private func counts(_ counts: Subscriptions.Counts, _ json: inout JSONWriter) {
    json.member("subscriptions", counts.subscriptions)
    json.member("completed", counts.completed)
    json.member("error", counts.error)
    json.member("disposed", counts.disposed)
    json.member("replaced", counts.replaced)
    json.member("open", counts.open)
    json.member("open_at_exit", counts.openAtExit)
    json.member("start_not_in_trace", counts.startNotInTrace)
    json.member("values", counts.values)
  }

  private func disposable(_ row: Subscriptions.DisposableRow, _ json: inout JSONWriter) {
    json.beginLine("disposable")
    json.member("compound_disposable", optional: row.compound)
    json.member("process", row.process)
    json.member("total", row.total)
    json.member("most", row.most)
    json.member("adds", row.adds)
    json.member("removes", row.removes)
    json.endLine()
  }
}

extension JSONWriter {
  /// A text that may be missing.
  mutating func member(_ name: StaticString, optional value: String?) {
    if let value { member(name, value) } else { member(name, UInt64?.none) }
  }
}
