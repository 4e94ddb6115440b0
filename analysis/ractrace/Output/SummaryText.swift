// SPDX-License-Identifier: MIT

import CommandLineKit
import TraceAnalysis
import TraceModel

/// A summary for people: the loss first, then signals, errors, open subscriptions, other events.
struct SummaryText {
  let report: Summary.Report
  let traces: [String]
  /// How many rows a part may have; nil: all signals and events, and 20 of what may be many.
  let limit: Int?
  let showsLoss: Bool
  let style: Style
  let width: Int?

  private static let usual = 20

  private var begin: Int64 { report.origin ?? 0 }

  func render() -> String {
    var text = ""
    if showsLoss {
      text += LossText(losses: report.trust.losses, begin: begin, open: report.trust.open)
        .render(style)
    }
    text += headline
    text += notes
    if !report.signals.isEmpty { text += "\n" + signals }
    if report.signals.contains(where: { $0.lastError != nil }) { text += "\n" + errors }
    text += breaches
    if !report.open.isEmpty { text += "\n" + open }
    if !report.events.isEmpty { text += "\n" + events }
    return text
  }

  private var headline: String {
    let names = traces.map(TerminalText.cleaned).joined(separator: ", ")
    var text = style.bold(names) + ": " + Figures.count(report.eventCount, "event")
    if report.begin != nil { text += " in \(Figures.duration(report.duration))" }
    let processes = report.processes.prefix(3).map(TerminalText.cleaned).joined(separator: ", ")
    if !processes.isEmpty { text += " from \(processes)" }
    if report.processes.count > 3 { text += " and \(report.processes.count - 3) more" }
    return text + "\n"
  }

  private var notes: String {
    var text = TraceNotes.render(report.trust.losses, begin: begin)
    if report.eventCount == 0, !report.trust.losses.isWhole {
      text += "note: no events: nothing matched, or all that there was is lost or damaged\n"
    } else if report.eventCount == 0 {
      text += "note: no events: nothing matched, or the program sent nothing while it was traced\n"
    } else if !report.missing.hasContract {
      text += "note: no racsignal events here; events of other providers are counted below\n"
    }
    return text + MissingText(missing: report.missing).render()
  }

  private var signals: String {
    var table = Table([
      .init(report.grouping.rawValue, .left), .init("subs"), .init("open", rank: 1), .init("next"),
      .init("rate", rank: 2), .init("error"), .init("completed", rank: 6),
      .init("disposed", rank: 7), .init("p50", rank: 3), .init("p90", rank: 5),
      .init("p99", rank: 4), .init("max", rank: 4), .init("activity", .left, rank: 8),
    ])
    let hasNext = report.hasNext
    for row in report.signals.prefix(limit ?? .max) {
      let (next, lifecycle) = (bound(row.trust.next), bound(row.trust.lifecycle))
      table.add([
        TerminalText.cleaned(row.signal), lifecycle + Figures.count(row.subscriptions),
        Figures.count(row.open) + (showsLoss && row.trust.open == .unknown ? "?" : ""),
        hasNext ? next + Figures.count(row.next) : "?",
        hasNext ? row.rate.map { next + Figures.rate($0) } ?? "-" : "?",
        lifecycle + Figures.count(row.error), lifecycle + Figures.count(row.completed),
        lifecycle + Figures.count(row.disposed), quantile(row, 0.5),
        quantile(row, 0.9), quantile(row, 0.99),
        maximum(row),
        Sparkline.text(row.activity),
      ])
    }
    return table.render(width: width, style: style) + more(report.signals.count, limit ?? .max)
  }

  /// What stands before a figure that can only be greater.
  private func bound(_ verdict: Verdict) -> String {
    verdict == .exact || !showsLoss ? "" : "≥"
  }

  private func maximum(_ row: Summary.Row) -> String {
    guard let maximum = row.intervals.maximum else { return "-" }
    let isWhole = row.lostIntervals == 0 || !showsLoss
    return isWhole ? Figures.duration(maximum) : Figures.bounds((maximum, nil))
  }

  private func quantile(_ row: Summary.Row, _ share: Double) -> String {
    row.intervals.count > 0 ? Figures.bounds(row.interval(share)) : "-"
  }

  private var errors: String {
    var text = style.bold("errors") + "\n"
    let failing = report.signals.filter { $0.lastError != nil }
    for row in failing.prefix(limit ?? Self.usual) {
      let after = Figures.seconds((row.lastErrorTime ?? begin) &- begin, digits: 3)
      let signal = TerminalText.cleaned(row.signal)
      let error = TerminalText.cleaned(row.lastError ?? "")
      let count = bound(row.trust.lifecycle) + Figures.count(row.error)
      text += "  \(signal): \(count), the last at \(after) s: \(error)\n"
    }
    return text + more(failing.count, limit ?? Self.usual)
  }

  /// Values that were lost on purpose, and rules that were broken.
  private var breaches: String {
    let rows = report.signals.filter { $0.violations > 0 || $0.dropped > 0 }
    if rows.isEmpty { return "" }
    var text = "\n" + style.bold("violations and drops") + "\n"
    for row in rows.prefix(limit ?? Self.usual) {
      var parts: [String] = []
      if row.violations > 0 { parts.append(Figures.count(row.violations, "violation")) }
      if row.dropped > 0 { parts.append(Figures.count(row.dropped, "value") + " dropped") }
      let signal = TerminalText.cleaned(row.signal)
      text += "  \(signal): \(parts.joined(separator: ", "))\n"
    }
    return text + more(rows.count, limit ?? Self.usual)
  }

  private var open: String {
    var table = Table([
      .init("open subscription", .left), .init("subscribed at", .left), .init("age"),
      .init("next"), .init("process", .left, rank: 1),
    ])
    let trusts = Dictionary(
      report.signals.map { ($0.signal, $0.trust.next) }, uniquingKeysWith: { first, _ in first })
    for subscription in report.open.prefix(limit ?? Self.usual) {
      let next =
        report.grouping == .signal
        ? trusts[subscription.signal] ?? report.trust.counts : report.trust.counts
      let age = subscription.began.flatMap { began in report.end.map { max(0, $0 &- began) } }
      table.add([
        TerminalText.cleaned(subscription.signal),
        TerminalText.cleaned(subscription.place ?? "?"),
        age.map { Figures.duration($0.magnitude) } ?? "?",
        report.hasNext ? bound(next) + Figures.count(subscription.next) : "?",
        TerminalText.cleaned(subscription.process),
      ])
    }
    return table.render(width: width, style: style) + more(report.open.count, limit ?? Self.usual)
  }

  private var events: String {
    var table = Table([.init("event", .left), .init("count")])
    for event in report.events.prefix(limit ?? .max) {
      table.add([
        TerminalText.cleaned(event.name), bound(report.trust.counts) + Figures.count(event.count),
      ])
    }
    return table.render(width: width, style: style) + more(report.events.count, limit ?? .max)
  }

  private func more(_ count: Int, _ limit: Int) -> String {
    count > limit ? "  … and \(count - limit) more (--limit \(count) shows them)\n" : ""
  }
}
