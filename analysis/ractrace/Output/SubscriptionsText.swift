// SPDX-License-Identifier: MIT

import CommandLineKit
import TraceAnalysis
import TraceModel

/// Subscriptions for people: the loss first, then the listing or the leaks, then the disposables.
struct SubscriptionsText {
  let answer: SubscriptionsAnswer
  let limit: Int
  let showsLoss: Bool
  let style: Style
  let width: Int?

  private static let usualDisposables = 20

  private var report: Subscriptions.Report { answer.report }
  private var begin: Int64 { report.trace.origin ?? 0 }
  private var manyProcesses: Bool { report.trace.processes.count > 1 }

  func render() -> String {
    var text = ""
    if showsLoss {
      text += LossText(losses: report.trust.losses, begin: begin, open: report.trust.open)
        .render(style)
    }
    text += headline
    text += TraceNotes.render(report.trust.losses, begin: begin)
    text += MissingText(missing: report.trace.missing).render()
    if report.unseenAtExit > 0 {
      let lost = report.trust.losses.isWhole ? "it began late" : "it began late, or lost them"
      text += "note: \(Figures.count(report.unseenAtExit)) more were open at exit than the trace "
      text += "shows; \(lost)\n"
    }
    if report.withoutID > 0 {
      text += "note: \(Figures.count(report.withoutID)) more began without an id: nothing tells "
      text += "them apart, or when they end\n"
    }
    if report.hasFurtherPlaces {
      text += "note: too many places to keep all apart: further ones are put together as …\n"
    }
    switch answer.view {
    case .all, .open: text += listing
    case .leaks: text += leaks
    }
    return text + disposables
  }

  private var headline: String {
    let names = answer.traces.map(TerminalText.cleaned).joined(separator: ", ")
    let counts = report.counts
    let bound = report.lifeTrust.counts == .exact || !showsLoss ? "" : "≥"
    var text = style.bold(names) + ": \(bound)"
    text += Figures.count(counts.subscriptions, "subscription")
    if report.trace.begin != nil { text += " in \(Figures.duration(report.trace.duration))" }
    var parts: [String] = []
    for (count, what) in [
      (counts.completed, "completed"), (counts.error, "failed"), (counts.disposed, "disposed"),
      (counts.replaced, "replaced"), (counts.open, "open"),
    ] where count > 0 {
      parts.append("\(Figures.count(count)) \(what)")
    }
    if !parts.isEmpty { text += ": " + parts.joined(separator: ", ") }
    if counts.openAtExit > 0 {
      text += " (\(Figures.count(counts.openAtExit)) when the process exited)"
    }
    if counts.startNotInTrace > 0 {
      text += "; the start of \(Figures.count(counts.startNotInTrace)) is not in the trace"
    }
    return text + "\n"
  }

  private var nothing: String {
    report.unseenAtExit > 0 ? "\nnothing that the trace shows is open\n" : "\nnothing is open\n"
  }

  // MARK: Each subscription

  private var listing: String {
    let rows = answer.rows
    guard !rows.isEmpty else {
      return answer.view == .open ? nothing : ""
    }
    var table = Table([
      .init("subscription", .left), .init("at", .left), .init("parent", .left, rank: 3),
      .init("begin", rank: 2), .init("age"), .init("end", .left), .init("values"),
      .init("id", rank: 4), .init("process", .left, rank: manyProcesses ? 1 : 5),
    ])
    for row in rows.prefix(limit) {
      let subscription = row.subscription
      table.add([
        TerminalText.cleaned(subscription.signal),
        listener(subscription.subscriber), parent(subscription),
        subscription.began.map { Figures.seconds($0 &- begin, digits: 6) } ?? "before",
        (subscription.began == nil ? "≥" : "") + Figures.duration(row.age), end(row),
        bound(row.trust.values) + Figures.count(subscription.values),
        String(subscription.key.id), TerminalText.cleaned(row.process),
      ])
    }
    var text = "\n" + table.render(width: width, style: style)
    text += more(rows.count, limit, andOthers: answer.view == .all ? report.unlisted : 0)
    for row in rows.prefix(limit) where row.subscription.error != nil {
      text += "  \(TerminalText.cleaned(row.subscription.signal)) \(row.subscription.key.id): "
      text += TerminalText.cleaned(row.subscription.error ?? "") + "\n"
    }
    return text
  }

  /// What listens, shortened so that it leaves room for the rest.
  private func listener(_ name: String?) -> String {
    let name = TerminalText.cleaned(name ?? "?")
    return width.map { Table.shortened(name, to: max(20, $0 / 4)) } ?? name
  }

  /// The parent, if the subscriber does not name it.
  private func parent(_ subscription: Subscription<String>) -> String {
    if subscription.parentSignal == subscription.subscriber { return "" }
    if let signal = subscription.parentSignal { return TerminalText.cleaned(signal) }
    return subscription.parent == 0 ? "" : "(\(subscription.parent))"
  }

  private func end(_ row: Subscriptions.Row) -> String {
    let doubt = row.trust.open == .exact || !showsLoss ? "" : "?"
    switch row.outcome {
    case .completed: return "completed" + doubt
    case .error: return "error" + doubt
    case .disposed: return "disposed" + doubt
    case .replaced: return "not in trace"
    case .exited: return "never: leaked" + doubt
    case .open: return "open" + doubt
    }
  }

  /// What stands before a figure that can only be greater.
  private func bound(_ verdict: Verdict) -> String {
    verdict == .exact || !showsLoss ? "" : "≥"
  }

  private func more(_ count: Int, _ limit: Int, andOthers others: UInt64 = 0) -> String {
    let rest = UInt64(max(0, count - limit)) &+ others
    guard rest > 0 else { return "" }
    return "  … and \(Figures.count(rest)) more (--limit \(rest &+ UInt64(min(count, limit))) "
      + "shows them)\n"
  }

  // MARK: Places

  private var leaks: String {
    let places = answer.places
    guard !places.isEmpty else { return nothing }
    var table = Table([
      .init("signal", .left), .init("at", .left), .init("open"), .init("of", rank: 2),
      .init("peak", rank: 3), .init("open over time", .left, rank: 1), .init("", .left),
      .init("process", .left, rank: manyProcesses ? 4 : 5),
    ])
    for place in places.prefix(limit) {
      table.add([
        TerminalText.cleaned(place.signal ?? "…"), listener(place.subscriber),
        Figures.count(place.open), Figures.count(place.counts.subscriptions),
        Figures.count(UInt64(clamping: place.series.peak)),
        Sparkline.text(place.series.slices.map { UInt64(clamping: $0.last) }), verdict(place),
        TerminalText.cleaned(place.process),
      ])
    }
    return "\n" + table.render(width: width, style: style) + more(places.count, limit)
  }

  private func verdict(_ place: Subscriptions.Place) -> String {
    let isKnown = place.trust.open == .exact || !showsLoss
    if place.provenLeaks > 0 || isKnown && place.counts.openAtExit > 0 {
      return isKnown && place.series.grows ? "leak: at exit, grows" : "leak: open at exit"
    }
    guard isKnown else { return "unknown: losses" }
    return place.series.grows ? "leak: grows" : "open at the end"
  }

  // MARK: Disposables

  private var disposables: String {
    guard answer.view != .open, !report.disposables.isEmpty else { return "" }
    var table = Table([
      .init("compound disposable", .left), .init("total"), .init("most"), .init("adds"),
      .init("removes"), .init("process", .left, rank: 1),
    ])
    let limit = min(self.limit, Self.usualDisposables)
    for row in report.disposables.prefix(limit) {
      table.add([
        TerminalText.cleaned(row.compound ?? "…"), String(row.total), String(row.most),
        Figures.count(row.adds), Figures.count(row.removes), TerminalText.cleaned(row.process),
      ])
    }
    var text = "\n" + table.render(width: width, style: style)
    if report.emptied > 0 {
      text += "  not shown: \(Figures.count(report.emptied)) that hold no more than at first\n"
    }
    if report.disposables.count > limit {
      text += "  … and \(report.disposables.count - limit) more (--format json shows them)\n"
    }
    return text
  }
}
