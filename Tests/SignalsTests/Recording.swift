// SPDX-License-Identifier: MIT

import TestSupport
import Testing

/// An event of this process, as babeltrace2 prints it.
struct RecordedEvent: Equatable {
  let name: String
  let fields: [String: String]

  subscript(_ field: String) -> String { fields[field] ?? "" }
}

/// A real session around something that this process does, in the daemon of the tests' own.
///
/// Other tests run meanwhile, and their events are recorded too: tell yours by names and ids.
enum Recording {
  /// Enables events by patterns, runs `body`, and returns what was recorded, in order.
  static func of(_ patterns: [String], _ body: () -> Void) throws -> [RecordedEvent] {
    try events(of: RecordedSession(events: patterns, body))
  }

  /// The same for an asynchronous `body`.
  static func of(
    _ patterns: [String], _ body: () async throws -> Void
  ) async throws -> [RecordedEvent] {
    try events(of: await RecordedSession(events: patterns, body))
  }

  private static func events(of session: RecordedSession) throws -> [RecordedEvent] {
    try Program.run(["babeltrace2", session.path]).lines.map { try parse($0) }
  }

  /// A line is `[time] (+delta) host provider:event: { context }, { field = value, … }`.
  private static func parse(_ line: Substring) throws -> RecordedEvent {
    var rest = line
    let begin = try #require(rest.range(of: ": { "))
    let name = rest[..<begin.lowerBound].split(separator: " ").last ?? ""
    rest = rest[begin.upperBound...]
    var fields: [String: String] = [:]
    while let equals = rest.range(of: " = ") {
      let key = rest[..<equals.lowerBound].split(separator: " ").last.map(String.init) ?? ""
      rest = rest[equals.upperBound...]
      fields[key] = takeValue(&rest)
    }
    return RecordedEvent(name: String(name), fields: fields)
  }

  private static func takeValue(_ rest: inout Substring) -> String {
    guard rest.first == "\"" else {
      let end = rest.firstIndex { $0 == "," || $0 == " " } ?? rest.endIndex
      defer { rest = rest[end...] }
      return String(rest[..<end])
    }
    rest.removeFirst()
    var value = ""
    while let character = rest.popFirst(), character != "\"" {
      value.append(character == "\\" ? rest.popFirst() ?? "\\" : character)
    }
    return value
  }
}

extension Substring {
  /// Foundation has it; the tests do without.
  fileprivate func range(of text: String) -> Range<Index>? {
    var start = startIndex
    while start < endIndex {
      let candidate = self[start...]
      if candidate.hasPrefix(text) {
        return start..<index(start, offsetBy: text.count)
      }
      start = index(after: start)
    }
    return nil
  }
}
