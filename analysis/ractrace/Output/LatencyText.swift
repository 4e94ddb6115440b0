// SPDX-License-Identifier: MIT

import CommandLineKit
import TraceAnalysis
import TraceModel

/// Latencies for people: the loss first, then the way from source to target, operators, schedulers,
/// and single deliveries.
struct LatencyText {
  let report: Latency.Report
  let traces: [String]
  let from: String?
  let to: String?
  /// How many rows a part may have; nil: 20.
  let limit: Int?
  let showsLoss: Bool
  let style: Style
  let width: Int?

  private var begin: Int64 { report.origin ?? 0 }
  private var most: Int { limit ?? 20 }

  func render() -> String {
    var text = ""
    if showsLoss {
      text += LossText(losses: report.trust.losses, begin: begin, open: report.trust.open)
        .render(style)
    }
    text += headline + notes
    if let path = report.path { text += "\n" + self.path(path) }
    if !report.rows.isEmpty { text += "\n" + operators }
    text += irregular
    if !report.schedulers.isEmpty { text += "\n" + schedulers }
    if !report.slowest.isEmpty { text += "\n" + slowest }
    if !report.open.isEmpty { text += "\n" + open }
    return text
  }

  private var headline: String {
    let names = traces.map(TerminalText.cleaned).joined(separator: ", ")
    let count = report.rows.reduce(UInt64(0)) { $0 &+ $1.count }
    return style.bold(names) + ": \(bound)\(Figures.deliveries(count)), "
      + "\(own) in subscribers themselves\n"
  }

  private var own: String {
    if report.own == 0, report.rows.contains(where: { $0.crossing > 0 }) { return "?" }
    let isPartial = report.rows.contains { $0.crossing + $0.open > 0 }
    return (isPartial ? "≥" : bound) + Figures.duration(report.own)
  }

  /// What stands before a figure that can only be greater.
  private var bound: String {
    showsLoss && report.rows.contains { $0.verdict != .exact } ? "≥" : ""
  }

  private var notes: String {
    var text = TraceNotes.render(report.trust.losses, begin: begin)
    text += MissingText(missing: report.missing).render()
    if report.missing.kinds.contains(EventKind.delivered.name ?? "") {
      text += "note: how long subscribers take is unknown: nothing tells when a delivery is over\n"
    } else if report.missing.contexts.contains(.vtid) {
      text +=
        "note: how long subscribers take is unknown: nothing tells which thread an event is of\n"
    }
    if report.isCurtailed {
      text += "note: more is open or named than can be followed: some figures are too low\n"
    }
    return text
  }

  // MARK: From a source to a target

  private func path(_ path: Latency.Path) -> String {
    let (from, to) = (TerminalText.cleaned(from ?? ""), TerminalText.cleaned(to ?? ""))
    var text = style.bold("from \(from) to \(to)") + "\n"
    text += "  \(Figures.count(path.from)) of \(from), of which "
    text += "\(Figures.count(path.fromWithoutTo)) led to none of \(to)\n"
    text += "  \(Figures.count(path.to)) of \(to), of which "
    text += "\(Figures.count(path.toWithoutFrom)) go back to none of \(from)"
    if path.unknown > 0 { text += ", and \(Figures.count(path.unknown)) to nobody knows what" }
    text += "\n"
    for (name, count, signals) in [(from, path.from, path.sources), (to, path.to, path.targets)]
    where count == 0 && signals == 0 {
      text += "note: \(CheckWords.noSuchSignal(name)), or it sent nothing\n"
    }
    guard path.times.count > 0 else { return text }
    text += "  time"
    for (name, share) in [("p50", 0.5), ("p90", 0.9), ("p99", 0.99)] {
      text += "  \(name) \(quantile(path.times, share))"
    }
    text += "  max \(maximum(path.times))\n"
    return text + HistogramText(histogram: path.times.histogram).render(indent: 2)
  }

  // MARK: Operators and schedulers

  private var operators: String {
    var table = Table([
      .init("signal → subscriber", .left), .init("count"), .init("self"),
      .init("self p50", rank: 4), .init("self p99", rank: 6), .init("total", rank: 3),
      .init("p50", rank: 2), .init("p90", rank: 7), .init("p99", rank: 1), .init("max", rank: 5),
    ])
    for row in report.rows.prefix(most) {
      let bound = row.verdict == .exact || !showsLoss ? "" : "≥"
      table.add([
        arrow(row.signal, row.subscriber), bound + Figures.count(row.count),
        sum(row.own, of: row, bound), quantile(row.own, 0.5), quantile(row.own, 0.99),
        row.total.count > 0 ? bound + Figures.duration(row.total.sum) : "-",
        quantile(row.total, 0.5) + (row.isNearFloor ? "~" : ""), quantile(row.total, 0.9),
        quantile(row.total, 0.99), maximum(row.total),
      ])
    }
    var text = table.render(width: width, style: style) + more(report.rows.count)
    if let floor = report.floor {
      text += "  floor: ≤ \(Figures.duration(floor)) (the shortest with nothing in it)"
      if report.rows.contains(where: \.isNearFloor) { text += "; ~ is below twice that" }
      text += "\n"
    }
    return text
  }

  /// What has no time, or none of its own.
  private var irregular: String {
    var text = ""
    for row in report.rows.prefix(most) where row.crossing + row.open + row.lost > 0 {
      var parts: [String] = []
      if row.crossing > 0 { parts.append("\(Figures.count(row.crossing)) crossing") }
      if row.open > 0 { parts.append("\(Figures.count(row.open)) without an end") }
      if row.lost > 0 { parts.append("\(Figures.count(row.lost)) torn by a loss") }
      text += "  \(arrow(row.signal, row.subscriber)): \(parts.joined(separator: ", "))\n"
    }
    if report.startUnknown > 0 {
      text += "  \(Figures.count(report.startUnknown, "end")) without a begin in the trace\n"
    }
    if report.lostEnds > 0 {
      text += "  \(Figures.count(report.lostEnds, "end")) whose begin a loss hides\n"
    }
    return text.isEmpty ? "" : "\n" + style.bold("not measured") + "\n" + text
  }

  private var schedulers: String {
    var table = Table([
      .init("scheduler", .left), .init("scheduled"), .init("began", rank: 4),
      .init("cancelled", rank: 3), .init("waiting", rank: 1), .init("running", rank: 5),
      .init("waited p50"), .init("p99"), .init("max", rank: 6), .init("ran p50", rank: 2),
      .init("p99", rank: 7),
    ])
    for row in report.schedulers.prefix(most) {
      table.add([
        row.scheduler.isEmpty ? "(unknown)" : TerminalText.cleaned(row.scheduler),
        Figures.count(row.scheduled), Figures.count(row.began), Figures.count(row.cancelled),
        Figures.count(row.waiting), Figures.count(row.running), quantile(row.waited, 0.5),
        quantile(row.waited, 0.99), maximum(row.waited), quantile(row.ran, 0.5),
        quantile(row.ran, 0.99),
      ])
    }
    return table.render(width: width, style: style) + more(report.schedulers.count)
  }

  // MARK: Single deliveries

  private var slowest: String {
    var table = Table([
      .init("slowest", .left), .init("self"), .init("total", rank: 1), .init("at"),
      .init("thread", rank: 2), .init("value", .left, rank: 3),
    ])
    for slow in report.slowest {
      let value = Table.shortened(TerminalText.cleaned(slow.text ?? ""), to: 40)
      table.add([
        arrow(slow.signal, slow.subscriber), Figures.duration(slow.own),
        Figures.duration(slow.total), Figures.seconds(slow.begin &- begin, digits: 6),
        "\(slow.thread)", slow.kind == .next ? value : "\(slow.kind) \(value)",
      ])
    }
    return table.render(width: width, style: style)
  }

  private var open: String {
    var table = Table([.init("without an end", .left), .init("at"), .init("at least")])
    for open in report.open.prefix(most) {
      table.add([
        arrow(open.signal, open.subscriber), Figures.seconds(open.begin &- begin, digits: 6),
        Figures.duration(open.atLeast),
      ])
    }
    return table.render(width: width, style: style) + more(report.open.count)
  }

  // MARK: Words

  private func arrow(_ signal: String, _ subscriber: String) -> String {
    TerminalText.cleaned(signal) + " → " + TerminalText.cleaned(subscriber)
  }

  /// The time of its own that an operator took: what crosses has none that is known.
  private func sum(_ own: Latency.Times, of row: Latency.Row, _ bound: String) -> String {
    if own.count == 0 { return row.crossing > 0 ? "?" : "-" }
    return (row.crossing > 0 ? "≥" : bound) + Figures.duration(own.sum)
  }

  private func maximum(_ times: Latency.Times) -> String {
    guard let maximum = times.histogram.maximum else { return "-" }
    let isKnown = times.quantile(1).high != nil
    return isKnown ? Figures.duration(maximum) : Figures.bounds((maximum, nil))
  }

  private func quantile(_ times: Latency.Times, _ share: Double) -> String {
    times.count > 0 ? Figures.bounds(times.quantile(share)) : "-"
  }

  private func more(_ count: Int) -> String {
    count > most ? "  … and \(count - most) more (--limit \(count) shows them)\n" : ""
  }
}

extension Figures {
  /// A number of deliveries, with its noun.
  static func deliveries(_ count: UInt64) -> String {
    "\(Self.count(count)) deliver\(count == 1 ? "y" : "ies")"
  }

  /// A quantile of which only bounds may be known: `1.23 µs`, `1.23 µs–1.3 µs`, `≥ 1.23 µs`.
  static func bounds(_ bounds: (low: UInt64?, high: UInt64?)) -> String {
    switch bounds {
    case (let low?, let high?):
      let (low, high) = (duration(low), duration(high))
      return low == high ? low : "\(low)–\(high)"
    case (let low?, nil): return "≥ " + duration(low)
    case (nil, let high?): return "≤ " + duration(high)
    case (nil, nil): return "?"
    }
  }
}
