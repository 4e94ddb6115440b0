// SPDX-License-Identifier: MIT

import TestSupport

/// The tables of `Expectation.md`: one file says what is expected and why.
struct ExpectationTable {
  /// By signal: subscriptions, next, error, completed, disposed.
  private(set) var signals: [String: [Int]] = [:]
  /// By event.
  private(set) var events: [String: Int] = [:]
  /// What the commands must find.
  private(set) var findings: [String: String] = [:]
  /// What they must find at least, in ms.
  private(set) var bounds: [String: Int] = [:]

  init() throws {
    let file = #filePath.split(separator: "/").dropLast().reduce("") { $0 + "/" + $1 }
    var section = ""
    for line in try Files.text(of: file + "/Expectation.md").split(separator: "\n") {
      if line.hasPrefix("## ") { section = String(line.dropFirst(3)) }
      let cells = line.split(separator: "|").map { trimmed($0) }
      guard cells.count > 2, !["signal", "event", "finding"].contains(cells[0]),
        !cells[0].hasPrefix("-")
      else { continue }
      switch section {
      case "By signal": signals[cells[0]] = cells[1...5].compactMap { Int($0) }
      case "By event": events[cells[0]] = Int(cells[1])
      case "By command":
        if let bound = cells[2].wholeMatch(of: /at least (\d+) ms/) {
          bounds[cells[0]] = Int(bound.output.1)
        } else {
          findings[cells[0]] = cells[2]
        }
      default: continue
      }
    }
  }
}

private func trimmed(_ text: Substring) -> String {
  let inner = text.drop { $0 == " " }
  return String(inner.reversed().drop { $0 == " " }.reversed())
}
