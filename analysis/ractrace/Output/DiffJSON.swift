// SPDX-License-Identifier: MIT

import TraceAnalysis

/// A comparison as JSON: the trust in both traces, the changes, what may be chance, the total.
struct DiffJSON {
  let diff: Diff
  let traces: [String]
  let limit: Int?

  func write(_ json: inout JSONWriter) {
    json.header("diff", traces: traces, begin: diff.before.origin)
    for (side, name) in [(diff.before, "before"), (diff.after, "after")] {
      json.beginLine("trust")
      json.member("side", name)
      json.trust(TrustReport(before: side.losses), begin: side.origin ?? 0)
      json.endLine()
      json.missing(side.missing)
    }
    for row in diff.changes.prefix(limit ?? .max) { self.row(row, "change", &json) }
    for row in diff.rare.prefix(limit ?? .max) { self.row(row, "rare", &json) }
    json.beginLine("total")
    json.member("changes", diff.changes.count)
    json.member("rare", diff.rare.count)
    json.member("compared", diff.rows)
    json.member("undecided", diff.undecided)
    if let doubt = diff.doubt { json.member("cannot_be_told", doubt.rawValue) }
    side("before", diff.before, &json)
    side("after", diff.after, &json)
    json.endLine()
  }

  private func row(_ row: Diff.Row, _ type: StaticString, _ json: inout JSONWriter) {
    json.beginLine(type)
    json.member("signal", row.signal)
    json.member("figure", row.figure.rawValue)
    json.member("unit", text: row.figure.isTime ? "ns" : "hz")
    json.member("before", row.before)
    json.member("after", row.after)
    json.member("change", row.change)
    json.member("p", row.p)
    json.member("corrected_p", row.corrected)
    json.endLine()
  }

  private func side(_ name: StaticString, _ side: Profile.Report, _ json: inout JSONWriter) {
    json.beginObject(name)
    json.member("begin", side.origin.map { String($0) } ?? "")
    json.member("signals", side.signalCount)
    json.member("duration_ns", side.duration)
    json.member("whole_ns", side.wholeTime)
    json.beginObject("trust")
    json.trust(TrustReport(before: side.losses), begin: side.origin ?? 0)
    json.endObject()
    json.endObject()
  }
}

/// A comparison for spreadsheets.
struct DiffCSV {
  let diff: Diff
  let limit: Int?

  func write(_ csv: inout CSVWriter) {
    for title in [
      "signal", "figure", "unit", "before", "after", "change", "p", "corrected_p", "is_proven",
    ] {
      csv.text(title)
    }
    csv.endLine()
    for (rows, isProven) in [(diff.changes, true), (diff.rare, false)] {
      for row in rows.prefix(limit ?? .max) {
        csv.text(row.signal)
        csv.text(row.figure.rawValue)
        csv.text(row.figure.isTime ? "ns" : "hz")
        csv.number(row.before)
        csv.number(row.after)
        csv.number(row.change)
        csv.number(row.p)
        csv.number(row.corrected)
        csv.text(isProven ? "yes" : "no")
        csv.endLine()
      }
    }
  }
}
