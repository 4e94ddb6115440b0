// SPDX-License-Identifier: MIT

import TraceAnalysis

/// A check as JSON: the trust, the findings, what became of rules and budgets, the total.
struct CheckJSON {
  let report: Check.Report
  let traces: [String]
  let limit: Int?

  private var begin: Int64 { report.trace.origin ?? 0 }

  func write(_ json: inout JSONWriter) {
    json.header("check", traces: traces, begin: report.trace.origin)
    json.beginLine("trust")
    json.trust(TrustReport(before: report.trace.losses), begin: begin)
    json.endLine()
    for finding in report.findings.prefix(limit ?? .max) { self.finding(finding, &json) }
    for result in report.rules { rule(result, &json) }
    for result in report.budgets { budget(result, &json) }
    json.beginLine("total")
    json.member("findings", report.findings.count)
    json.member("further_findings", report.furtherFindings)
    json.member("rules_broken", report.rules.count { $0.outcome == .broken })
    json.member("budgets_broken", report.budgets.count { $0.outcome == .broken })
    json.member("end_ns", report.trace.end.map { $0 &- begin })
    json.beginObject("trust")
    json.trust(TrustReport(before: report.trace.losses), begin: begin)
    json.endObject()
    json.endLine()
  }

  private func finding(_ finding: Check.Finding, _ json: inout JSONWriter) {
    json.beginLine("finding")
    json.member("rule", finding.rule.rawValue)
    json.member("severity", finding.rule.severity.rawValue)
    json.member("signal", finding.signal)
    text("subscriber", finding.subscriber, &json)
    text("process", finding.process, &json)
    json.member("count", finding.count)
    json.member("first_ns", finding.first.map { $0 &- begin })
    switch finding.measure {
    case .none: break
    case .silence(let silence, let interval):
      json.member("silence_ns", silence)
      json.member("p99_interval_ns", interval)
    case .slowest(let time): json.member("slowest_ns", time)
    case .waiting(let waiting): json.member("waiting", waiting)
    }
    json.member("explanation", finding.rule.explanation)
    json.member("remedy", finding.rule.remedy)
    json.endLine()
  }

  private func rule(_ result: Check.RuleResult, _ json: inout JSONWriter) {
    json.beginLine("rule")
    json.member("rule", result.rule.rawValue)
    outcome(result.outcome, &json)
    json.member("findings", result.findings)
    json.endLine()
  }

  private func budget(_ result: Check.BudgetResult, _ json: inout JSONWriter) {
    json.beginLine("budget")
    json.member("budget", result.budget.text)
    outcome(result.outcome, &json)
    json.member("low", result.low)
    json.member("high", result.high)
    json.endLine()
  }

  private func outcome(_ outcome: Check.Outcome, _ json: inout JSONWriter) {
    switch outcome {
    case .holds: json.member("outcome", text: "holds")
    case .broken: json.member("outcome", text: "broken")
    case .unknown(let doubt):
      json.member("outcome", text: "unknown")
      switch doubt {
      case .loss: json.member("reason", text: "loss")
      case .beganLate: json.member("reason", text: "began_late")
      case .notRecorded: json.member("reason", text: "not_recorded")
      case .noSuchSignal: json.member("reason", text: "no_such_signal")
      case .noSamples: json.member("reason", text: "no_samples")
      }
      json.member("detail", CheckWords.reason(doubt))
    }
  }

  private func text(_ name: StaticString, _ value: String?, _ json: inout JSONWriter) {
    if let value { json.member(name, value) } else { json.member(name, UInt64?.none) }
  }
}

/// A check for spreadsheets: the findings, then the budgets.
struct CheckCSV {
  let report: Check.Report
  let limit: Int?

  func write(_ csv: inout CSVWriter) {
    for title in [
      "type", "name", "outcome", "severity", "signal", "subscriber", "process", "count",
      "first_ns", "low", "high",
    ] {
      csv.text(title)
    }
    csv.endLine()
    let begin = report.trace.origin ?? 0
    for finding in report.findings.prefix(limit ?? .max) {
      for text in [
        "finding", finding.rule.rawValue, "broken", finding.rule.severity.rawValue,
        finding.signal, finding.subscriber ?? "", finding.process ?? "",
      ] {
        csv.text(text)
      }
      csv.number(finding.count)
      csv.number(finding.first.map { $0 &- begin })
      csv.number(UInt64?.none)
      csv.number(UInt64?.none)
      csv.endLine()
    }
    for result in report.budgets {
      let outcome =
        switch result.outcome {
        case .holds: "holds"
        case .broken: "broken"
        case .unknown: "unknown"
        }
      for text in ["budget", result.budget.text, outcome, "error", "", "", ""] { csv.text(text) }
      csv.number(UInt64?.none)
      csv.number(UInt64?.none)
      csv.number(result.low)
      csv.number(result.high)
      csv.endLine()
    }
  }
}
