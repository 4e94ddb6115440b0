// SPDX-License-Identifier: MIT

import CommandLineKit
import TraceAnalysis
import TraceModel

/// A check for people: the losses first, then the findings, the budgets, and what is open.
struct CheckText {
  let report: Check.Report
  let traces: [String]
  let limit: Int?
  let showsLoss: Bool
  let style: Style
  let width: Int?

  private static let usual = 20
  private var begin: Int64 { report.trace.origin ?? 0 }

  func render() -> String {
    var text = ""
    if showsLoss {
      text += LossText(losses: report.trace.losses, begin: begin).render(style)
    }
    text += style.bold(traces.map(TerminalText.cleaned).joined(separator: ", ")) + ": "
    text += headline + "\n"
    if !report.findings.isEmpty { text += "\n" + findings }
    if !report.budgets.isEmpty { text += "\n" + budgets }
    return text + open
  }

  private var headline: String {
    let broken = report.rules.count { $0.outcome == .broken }
    let held = report.rules.count { $0.outcome == .holds }
    var parts: [String] = []
    if broken > 0 {
      parts.append(
        style.alarm(Figures.count(UInt64(report.findings.count), "finding"))
          + " by \(Figures.count(UInt64(broken), "rule"))")
    }
    parts.append("\(Figures.count(UInt64(held), "rule")) \(held == 1 ? "holds" : "hold")")
    if !report.budgets.isEmpty {
      let holding = report.budgets.count { $0.outcome == .holds }
      parts.append("\(holding) of \(Figures.count(UInt64(report.budgets.count), "budget")) held")
    }
    return parts.joined(separator: ", ")
  }

  private var findings: String {
    let limit = limit ?? Self.usual
    var text = ""
    var lastRule: Rule?
    var byRule: [Rule] = []
    for finding in report.findings where !byRule.contains(finding.rule) {
      byRule.append(finding.rule)
    }
    for rule in byRule {
      let all = report.findings.filter { $0.rule == rule }
      if lastRule != nil { text += "\n" }
      lastRule = rule
      text += style.bold(rule.rawValue) + " (\(rule.severity.rawValue)): \(rule.explanation)\n"
      var table = Table([
        .init("  signal", .left), .init("subscriber", .left), .init("times"),
        .init("first at", rank: 1), .init("process", .left, rank: 2), .init("", .left, rank: 3),
      ])
      for finding in all.prefix(limit) { table.add(row(finding)) }
      text += table.render(width: width, style: style)
      if all.count > limit {
        text += "  … and \(all.count - limit) more (--limit \(all.count) shows them)\n"
      }
      text += "  remedy: \(rule.remedy)\n"
    }
    if report.furtherFindings > 0 {
      text += "  … and \(Figures.count(report.furtherFindings)) breaches at further places\n"
    }
    return text
  }

  private func row(_ finding: Check.Finding) -> [String] {
    let measure: String =
      switch finding.measure {
      case .none: ""
      case .silence(let silence, let interval):
        "silent for \(Figures.duration(silence)), p99 \(Figures.duration(interval))"
      case .slowest(let time): "\(Figures.duration(time)) at most"
      case .waiting(let waiting): "\(Figures.count(UInt64(max(0, waiting)))) wait"
      }
    return [
      "  " + TerminalText.cleaned(finding.signal),
      TerminalText.cleaned(finding.subscriber ?? "-"), Figures.count(finding.count),
      finding.first.map { Figures.seconds($0 &- begin, digits: 6) + " s" } ?? "-",
      TerminalText.cleaned(finding.process ?? "-"), measure,
    ]
  }

  private var budgets: String {
    var text = style.bold("budgets") + "\n"
    for result in report.budgets {
      let line = TerminalText.cleaned(CheckWords.line(result))
      text += "  " + (result.outcome == .broken ? style.alarm(line) : line) + "\n"
    }
    return text
  }

  /// The rules that cannot be told, by reason.
  private var open: String {
    var reasons: [(reason: String, rules: [String])] = []
    for result in report.rules {
      guard case .unknown(let doubt) = result.outcome else { continue }
      let reason = CheckWords.reason(doubt)
      if let index = reasons.firstIndex(where: { $0.reason == reason }) {
        reasons[index].rules.append(result.rule.rawValue)
      } else {
        reasons.append((reason, [result.rule.rawValue]))
      }
    }
    return reasons.reduce(into: "") { text, open in
      text += "note: cannot be told \(open.reason): \(open.rules.joined(separator: ", "))\n"
    }
  }
}
