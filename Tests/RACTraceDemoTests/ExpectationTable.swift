// SPDX-License-Identifier: MIT

import TestSupport

/// The tables of `Expectation.md`: one file says what is expected and why.
struct ExpectationTable {
  /// By signal: subscriptions, next, error, completed, disposed.
  private(set) var signals: [String: [Int]] = [:]
  /// By event.
  private(set) var events: [String: Int] = [:]

  init() throws {
    let file = #filePath.split(separator: "/").dropLast().reduce("") { $0 + "/" + $1 }
    for line in try Files.text(of: file + "/Expectation.md").split(separator: "\n") {
      let cells = line.split(separator: "|").map { trimmed($0) }
      let numbers = cells.dropFirst().prefix { Int($0) != nil }.compactMap { Int($0) }
      switch numbers.count {
      case 5: signals[cells[0]] = numbers
      case 1: events[cells[0]] = numbers[0]
      default: continue
      }
    }
  }
}

private func trimmed(_ text: Substring) -> String {
  let inner = text.drop { $0 == " " }
  return String(inner.reversed().drop { $0 == " " }.reversed())
}
