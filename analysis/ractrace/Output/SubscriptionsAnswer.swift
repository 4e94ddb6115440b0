// SPDX-License-Identifier: MIT

import CommandLineKit
import TraceAnalysis
import TraceModel

/// Subscriptions in any format, whether of a trace or of parts put together.
struct SubscriptionsAnswer {
  /// Which part of the answer is wanted.
  enum View {
    /// Each subscription.
    case all
    /// Each that is open.
    case open
    /// What is open, by place.
    case leaks
  }

  /// How many rows people get, and programs, if no limit is given.
  static let usualRows = 50
  static let usualRecords = 1_000

  let report: Subscriptions.Report
  let traces: [String]
  let options: TraceOptions
  let view: View

  private var losses: TraceLosses { report.trust.losses }
  private var begin: Int64 { report.trace.origin ?? 0 }

  /// The subscriptions to show.
  var rows: [Subscriptions.Row] {
    switch view {
    case .all: report.rows
    case .open: report.rows.filter(\.isOpen)
    case .leaks: []
    }
  }

  /// The places to show: those where something is open.
  var places: [Subscriptions.Place] {
    view == .leaks ? report.places.filter { $0.open > 0 || $0.isLeak } : []
  }

  func text() throws -> ExitStatus {
    var out = OutputBuffer()
    out.append(
      text: SubscriptionsText(
        answer: self, limit: options.limit ?? Self.usualRows,
        showsLoss: options.onLoss != .ignore, style: Style(isOn: options.color.isOn),
        width: Terminal.width
      ).render())
    try out.finish()
    return options.status(losses)
  }

  /// Writes all behind the header and the first trust.
  func json(_ json: inout JSONWriter) throws -> ExitStatus {
    SubscriptionsJSON(answer: self, limit: options.limit ?? Self.usualRecords).write(&json)
    try json.out.finish()
    return options.status(losses)
  }

  func csv() throws -> ExitStatus {
    options.warnOfLoss(losses, begin: begin)
    var csv = CSVWriter(OutputBuffer())
    let limit = options.limit ?? Self.usualRecords
    if view == .leaks {
      write(places.prefix(limit), &csv)
    } else {
      write(rows.prefix(limit), &csv)
    }
    try csv.out.finish()
    return options.status(losses)
  }

  private func write(_ rows: ArraySlice<Subscriptions.Row>, _ csv: inout CSVWriter) {
    for title in [
      "signal", "subscriber", "process", "subscription_id", "parent_id", "parent", "cause_id",
      "cause", "begin_ns", "end_ns", "outcome", "error", "age_ns", "values",
    ] {
      csv.text(title)
    }
    csv.endLine()
    for row in rows {
      let subscription = row.subscription
      csv.text(subscription.signal)
      csv.text(subscription.subscriber ?? "")
      csv.text(row.process)
      csv.number(subscription.key.id)
      csv.number(subscription.parent)
      csv.text(subscription.parentSignal ?? "")
      csv.number(subscription.cause)
      csv.text(subscription.causeSignal ?? "")
      csv.number(subscription.began.map { $0 &- begin })
      csv.number(subscription.ended.map { $0 &- begin })
      csv.text(row.outcome.rawValue)
      csv.text(subscription.error ?? "")
      csv.number(row.age)
      csv.number(subscription.values)
      csv.endLine()
    }
  }

  private func write(_ places: ArraySlice<Subscriptions.Place>, _ csv: inout CSVWriter) {
    for title in [
      "signal", "subscriber", "process", "subscriptions", "open", "open_at_exit", "peak", "grows",
      "leak", "values",
    ] {
      csv.text(title)
    }
    csv.endLine()
    for place in places {
      csv.text(place.signal ?? "")
      csv.text(place.subscriber ?? "")
      csv.text(place.process)
      csv.number(place.counts.subscriptions)
      csv.number(place.open)
      csv.number(place.counts.openAtExit)
      csv.number(place.series.peak)
      csv.text(place.series.grows ? "yes" : "no")
      csv.text(place.isLeak ? "yes" : "no")
      csv.number(place.counts.values)
      csv.endLine()
    }
  }
}

extension Subscriptions.Row {
  /// Whether its end is not in the trace.
  var isOpen: Bool { subscription.ended == nil }
}
