// SPDX-License-Identifier: MIT

import CommandLineKit
import TraceAnalysis
import TraceModel

/// What a check found, in words that every format for people uses.
///
/// Nothing of it is clean of control characters yet.
enum CheckWords {
  /// A finding in one line: what, where, how often.
  static func line(_ finding: Check.Finding) -> String {
    var text = "\(finding.signal)"
    if let subscriber = finding.subscriber { text += " → \(subscriber)" }
    text += ": \(finding.rule.explanation)"
    switch finding.measure {
    case .none: break
    case .silence(let silence, let interval):
      text += "; silent for \(Figures.duration(silence)), usually "
      text += "\(Figures.duration(interval)) at most"
    case .slowest(let time): text += "; \(Figures.duration(time)) at most"
    case .waiting(let waiting): text += "; \(Figures.count(UInt64(max(0, waiting)))) wait"
    }
    if finding.count > 1 { text += " (\(Figures.count(finding.count)) times)" }
    return text
  }

  /// What became of a budget in one line.
  static func line(_ result: Check.BudgetResult) -> String {
    switch result.outcome {
    case .holds: "\(result.budget.text): holds, it is \(value(result))"
    case .broken: "\(result.budget.text): does not hold, it is \(value(result))"
    case .unknown(let doubt):
      "\(result.budget.text): cannot be told, \(reason(doubt))"
        + (result.low == nil ? "" : "; it is \(value(result))")
    }
  }

  /// Why something cannot be told.
  static func reason(_ doubt: Check.Doubt) -> String {
    switch doubt {
    case .loss: return "since events were lost"
    case .beganLate(let count):
      return "since \(Figures.count(count)) more were open at exit than the trace shows"
    case .noSuchSignal(let glob): return "since \(noSuchSignal(glob))"
    case .noSamples: return "since there is nothing to measure"
    case .notRecorded(let missing):
      if missing.kinds.isEmpty {
        let contexts = missing.contexts.map(\.rawValue)
        return "since the context \(contexts.joined(separator: ", ")) was not recorded "
          + "(lttng add-context -u -t \(contexts.joined(separator: " -t ")))"
      }
      return "since \(missing.kinds.joined(separator: ", ")) was not recorded "
        + "(\(MissingText(missing: missing).remedy))"
    }
  }

  /// What is wrong with a name that nothing fits.
  static func noSuchSignal(_ glob: String) -> String { "no signal is called '\(glob)'" }

  /// The figure of a budget, or its bounds.
  static func value(_ result: Check.BudgetResult) -> String {
    guard let low = result.low else { return "unknown" }
    guard let high = result.high else { return "≥ " + figure(low, result.budget) }
    let (least, most) = (figure(low, result.budget), figure(high, result.budget))
    return least == most ? least : "\(least) to \(most)"
  }

  private static func figure(_ value: Double, _ budget: Budget) -> String {
    switch budget.figure {
    case .latency, .interval: Figures.duration(UInt64(min(max(value, 0), 1e18)))
    case .rate: Figures.rate(value)
    default: Figures.count(UInt64(min(max(value, 0), 1e18)))
    }
  }

  /// The file and the line of a place such as `App/Login.swift:42`.
  static func place(_ subscriber: String?) -> (file: String, line: Int)? {
    guard let subscriber, let colon = subscriber.lastIndex(of: ":"),
      let line = Int(subscriber[subscriber.index(after: colon)...]), line > 0
    else { return nil }
    let file = String(subscriber[..<colon])
    return file.hasSuffix(".swift") ? (file, line) : nil
  }
}
