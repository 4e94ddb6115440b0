// SPDX-License-Identifier: MIT

import CommandLineKit
import TraceAnalysis

/// A check as GitHub's workflow commands, which annotate the lines of code where subscriptions are
/// made.
struct CheckGitHub {
  let report: Check.Report

  func render() -> String {
    var text = ""
    for finding in report.findings {
      var properties: [String] = []
      if let place = CheckWords.place(finding.subscriber) {
        properties.append("file=\(Self.property(place.file))")
        properties.append("line=\(place.line)")
      }
      properties.append("title=\(finding.rule.rawValue)")
      text += "::\(finding.rule.severity.rawValue) \(properties.joined(separator: ","))::"
      text += Self.message(CheckWords.line(finding), "remedy: " + finding.rule.remedy) + "\n"
    }
    for result in report.budgets where result.outcome != .holds {
      let severity = result.outcome == .broken ? "error" : "warning"
      text += "::\(severity) title=budget::\(Self.message(CheckWords.line(result)))\n"
    }
    for result in report.rules {
      guard case .unknown(let doubt) = result.outcome, [.loss, .noSamples].contains(doubt) else {
        continue
      }
      let line = "\(result.rule.rawValue): cannot be told, \(CheckWords.reason(doubt))"
      text += "::warning title=\(result.rule.rawValue)::\(Self.message(line))\n"
    }
    return text
  }

  /// Lines as the message of a command.
  ///
  /// The line breaks of a trace are shown, not written.
  static func message(_ lines: String...) -> String {
    lines.map { escaped(TerminalText.cleaned($0), "%") }.joined(separator: "%0A")
  }

  /// A text as a property of a command.
  static func property(_ text: String) -> String { escaped(TerminalText.cleaned(text), "%:,") }

  private static func escaped(_ text: String, _ special: String) -> String {
    // By scalars: an accent behind a sign would hide it in one character.
    text.unicodeScalars.reduce(into: "") { escaped, scalar in
      switch scalar {
      case "%": escaped += "%25"
      case ":" where special.contains(":"): escaped += "%3A"
      case "," where special.contains(","): escaped += "%2C"
      default: escaped.unicodeScalars.append(scalar)
      }
    }
  }
}
