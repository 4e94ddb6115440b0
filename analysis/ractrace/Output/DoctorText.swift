// SPDX-License-Identifier: MIT

import CommandLineKit
import TraceSession

/// Findings for people: problems first, each with its remedy.
struct DoctorText {
  let findings: [Finding]
  let showsAll: Bool
  let style: Style

  func render() -> String {
    var text = ""
    for level in [Finding.Level.problem, .note, .ok] where level != .ok || showsAll {
      for finding in findings where finding.level == level {
        let mark = level == .problem ? style.alarm("problem:") : "\(level.rawValue):"
        text += "\(mark) \(TerminalText.cleaned(finding.message))\n"
        if let remedy = finding.remedy { text += "  hint: \(TerminalText.cleaned(remedy))\n" }
      }
    }
    func count(_ level: Finding.Level) -> UInt64 {
      UInt64(findings.count { $0.level == level })
    }
    text += "\(Figures.count(count(.problem), "problem")), \(Figures.count(count(.note), "note")), "
    let well = count(.ok)
    text += "\(Figures.count(well)) as \(well == 1 ? "it" : "they") should be"
    return text + (showsAll ? "\n" : " (--all shows \(well == 1 ? "it" : "them"))\n")
  }
}
