// SPDX-License-Identifier: MIT

import TraceSession

/// Findings for programs, one a line, in the order in which they were made.
struct DoctorJSON {
  let findings: [Finding]
  let target: String?

  func write(_ json: inout JSONWriter) {
    json.header("doctor", traces: [], begin: nil)
    for finding in findings {
      json.beginLine("finding")
      json.member("level", finding.level.rawValue)
      json.member("topic", finding.topic.rawValue)
      json.member("message", finding.message)
      if let remedy = finding.remedy {
        json.member("remedy", remedy)
      } else {
        json.member("remedy", Int64?.none)
      }
      json.endLine()
    }
    json.beginLine("total")
    if let target { json.member("target", target) } else { json.member("target", Int64?.none) }
    for (name, level) in levels { json.member(name, findings.count { $0.level == level }) }
    json.endLine()
  }

  private var levels: [(StaticString, Finding.Level)] {
    [("problems", .problem), ("notes", .note), ("ok", .ok)]
  }
}
