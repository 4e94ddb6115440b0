// SPDX-License-Identifier: MIT

import TraceAnalysis

/// A check as JUnit's XML: a test case for each rule and budget; what cannot be told is skipped.
struct CheckJUnit {
  let report: Check.Report

  func render() -> String {
    let outcomes = report.rules.map(\.outcome) + report.budgets.map(\.outcome)
    let failures = outcomes.count { $0 == .broken }
    let skipped = outcomes.count { $0 != .broken && $0 != .holds }
    let counts =
      "tests=\"\(outcomes.count)\" failures=\"\(failures)\" errors=\"0\" "
      + "skipped=\"\(skipped)\""
    var text = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
    text += "<testsuites name=\"ractrace check\" \(counts)>\n"
    text += "  <testsuite name=\"ractrace check\" \(counts)>\n"
    for result in report.rules {
      let findings = report.findings.filter { $0.rule == result.rule }.map(CheckWords.line)
      text += testCase(
        "rules", result.rule.rawValue, result.outcome, findings, remedy: result.rule.remedy)
    }
    for result in report.budgets {
      text += testCase(
        "budgets", result.budget.text, result.outcome, [CheckWords.line(result)], remedy: nil)
    }
    return text + "  </testsuite>\n</testsuites>\n"
  }

  private func testCase(
    _ group: String, _ name: String, _ outcome: Check.Outcome, _ lines: [String],
    remedy: String?
  ) -> String {
    let head = "    <testcase classname=\"ractrace.\(group)\" name=\"\(Self.escaped(name))\""
    switch outcome {
    case .holds: return head + "/>\n"
    case .unknown(let doubt):
      let reason = Self.escaped("cannot be told, " + CheckWords.reason(doubt))
      return head + ">\n      <skipped message=\"\(reason)\"/>\n    </testcase>\n"
    case .broken:
      let message = Self.escaped(lines.first ?? "")
      let all = lines + (remedy.map { ["remedy: " + $0] } ?? [])
      return head + ">\n      <failure message=\"\(message)\">"
        + all.map(Self.escaped).joined(separator: "\n") + "</failure>\n    </testcase>\n"
    }
  }

  /// A text as XML has it, without what XML cannot hold at all.
  static func escaped(_ text: String) -> String {
    var escaped = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": escaped += "&amp;"
      case "<": escaped += "&lt;"
      case ">": escaped += "&gt;"
      case "\"": escaped += "&quot;"
      case "'": escaped += "&apos;"
      case "\t", "\n", "\r": escaped += " "
      default:
        switch scalar.value {
        case 0..<0x20, 0x7F...0x9F, 0xFFFE, 0xFFFF: break
        case 0x200E, 0x200F, 0x2028...0x202E, 0x2066...0x2069: break
        default: escaped.unicodeScalars.append(scalar)
        }
      }
    }
    return escaped
  }
}
