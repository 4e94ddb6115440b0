// SPDX-License-Identifier: MIT

import CommandLineKit
import TraceAnalysis
import TraceModel

/// A comparison for people: the losses first, then the changes, then what is left open.
struct DiffText {
  let diff: Diff
  let traces: [String]
  let threshold: Percentage
  let limit: Int?
  let showsLoss: Bool
  let style: Style
  let width: Int?

  private static let usual = 20

  func render() -> String {
    var text = ""
    for (side, path) in zip([diff.before, diff.after], traces) {
      text += self.side(side, path)
    }
    for missing in [diff.before.missing, diff.after.missing] {
      let note = MissingText(missing: missing).render()
      if !text.contains(note) { text += note }
    }
    if let doubt = diff.doubt { return text + self.doubt(doubt) }
    text += "\n" + headline
    if !diff.changes.isEmpty { text += "\n" + table(diff.changes, "changed", limit ?? .max) }
    if !diff.rare.isEmpty {
      text += "\n" + table(diff.rare, "in one trace only, perhaps by chance", limit ?? Self.usual)
    }
    return text + notes
  }

  private func side(_ side: Profile.Report, _ path: String) -> String {
    var text = ""
    let name = TerminalText.cleaned(path)
    if showsLoss, !side.losses.isWhole || !side.losses.damage.isEmpty {
      text += LossText(losses: side.losses, begin: side.origin ?? 0).render(style)
    }
    text += style.bold(name) + ": " + Figures.count(UInt64(side.signalCount), "signal")
    text += " in \(Figures.duration(side.duration))"
    if side.isTouchedByLoss, side.wholeTime > 0 {
      text += ", of which \(Figures.duration(side.wholeTime)) without loss are compared"
    }
    return text + "\n"
  }

  private func doubt(_ doubt: Diff.Doubt) -> String {
    switch doubt {
    case .tooShort: "cannot be told: a trace is too short to be divided into 16 slices of time\n"
    case .tooUnequal:
      "cannot be told: one trace is too many times as long as the other (--begin, --end)\n"
    case .loss: "cannot be told: the losses leave fewer than 16 slices of time whole\n"
    }
  }

  private var headline: String {
    let compared = "\(Figures.count(UInt64(diff.rows), "figure")) compared"
    if diff.rows == 0 { return "cannot be told: there is no signal to compare\n" }
    if diff.changes.isEmpty, !diff.rare.isEmpty {
      let rare = Figures.count(UInt64(diff.rare.count), "signal")
      return "no change beyond \(threshold.text) is proven, but \(rare) "
        + "\(diff.rare.count == 1 ? "is" : "are") in one trace only (\(compared))\n"
    }
    if diff.changes.isEmpty {
      return "no change beyond \(threshold.text) that noise does not explain (\(compared))\n"
    }
    let changes = Figures.count(UInt64(diff.changes.count), "change")
    return style.alarm("\(changes) beyond \(threshold.text) that noise does not explain")
      + " (\(compared))\n"
  }

  private func table(_ rows: [Diff.Row], _ title: String, _ limit: Int) -> String {
    var table = Table([
      .init(title, .left), .init("figure", .left), .init("before"), .init("after"),
      .init("change", rank: 1), .init("by chance", rank: 2),
    ])
    for row in rows.prefix(limit) {
      table.add([
        TerminalText.cleaned(row.signal), row.figure.words, figure(row.before, row),
        figure(row.after, row), change(row), row.corrected.map(Figures.probability) ?? "?",
      ])
    }
    let more = rows.count > limit
    return table.render(width: width, style: style)
      + (more ? "  … and \(rows.count - limit) more (--limit \(rows.count) shows them)\n" : "")
  }

  private func figure(_ value: Double, _ row: Diff.Row) -> String {
    if value == 0 { return "-" }
    return row.figure.isTime ? Figures.duration(UInt64(value)) : Figures.rate(value)
  }

  private func change(_ row: Diff.Row) -> String {
    guard let change = row.change else { return "new" }
    if row.after == 0 { return "gone" }
    if change >= 9 { return "× \(Figures.count(UInt64(min(change + 1, 1e18).rounded())))" }
    let percent = Int((change * 100).rounded())
    return percent < 0 ? "−\(-percent) %" : "+\(percent) %"
  }

  private var notes: String {
    guard diff.undecided > 0 else { return "" }
    let verb = diff.undecided == 1 ? "differs" : "differ"
    return "note: \(Figures.count(UInt64(diff.undecided), "figure")) \(verb) beyond the threshold, "
      + "but in too few slices of time to tell them from chance\n"
  }
}

extension Diff.Figure {
  /// What people call it.
  var words: String {
    switch self {
    case .came: "came"
    case .went: "went"
    case .rate: "rate"
    case .errors: "errors"
    case .intervalP50: "interval p50"
    case .intervalP99: "interval p99"
    case .deliveryP99: "delivery p99"
    }
  }
}

extension Figures {
  /// A probability: `0.034`, `1.2e-7`.
  static func probability(_ value: Double) -> String {
    guard value < 0.001, value > 0 else {
      let thousandths = Int((min(max(value, 0), 1) * 1_000).rounded())
      let fraction = String(thousandths % 1_000)
      return "\(thousandths / 1_000)." + String(repeating: "0", count: 3 - fraction.count)
        + fraction
    }
    var (mantissa, exponent) = (value, 0)
    while mantissa < 0.995 {
      mantissa *= 10
      exponent += 1
    }
    let tenths = Int((mantissa * 10).rounded())
    return "\(tenths / 10).\(tenths % 10)e-\(exponent)"
  }
}
