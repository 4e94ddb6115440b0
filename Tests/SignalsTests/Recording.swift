// SPDX-License-Identifier: MIT

import Glibc
import Synchronization
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
  static let isPossible: Bool = {
    #if LTTng
    getenv("RACTRACE_PRIVATE_SESSIOND") != nil
    #else
    false
    #endif
  }()

  static let reason: Comment =
    "needs the trait LTTng and a session daemon of its own: scripts/with-private-sessiond swift test"

  private static let counter = Atomic<Int>(0)

  /// Enables events by patterns, runs `body`, and returns what was recorded, in order.
  static func of(_ patterns: [String], _ body: () -> Void) throws -> [RecordedEvent] {
    let number = counter.wrappingAdd(1, ordering: .relaxed).newValue
    let session = "signals-tests-\(getpid())-\(number)"
    var template = Array("/tmp/ractrace-test-XXXXXX".utf8CString)
    let directory = String(cString: try #require(mkdtemp(&template)))
    defer { _ = try? run(["rm", "-rf", directory]) }
    try run(["lttng", "create", session, "--output", directory + "/trace"])
    for pattern in patterns {
      try run(["lttng", "enable-event", "-s", session, "-u", pattern])
    }
    try run(["lttng", "start", session])
    body()
    try run(["lttng", "stop", session])
    try run(["lttng", "destroy", session])
    return try run(["babeltrace2", directory + "/trace"])
      .split(separator: "\n").map { try parse($0) }
  }

  /// Runs a command, with a time limit, and returns its standard output.
  @discardableResult
  private static func run(_ command: [String]) throws -> String {
    let words = ["timeout", "60"] + command
    var pipes: [Int32] = [0, 0]
    try #require(pipe(&pipes) == 0)
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    posix_spawn_file_actions_adddup2(&actions, pipes[1], 1)
    posix_spawn_file_actions_addclose(&actions, pipes[0])
    var arguments = words.map { strdup($0) } + [nil]
    defer { for argument in arguments { free(argument) } }
    var process: pid_t = 0
    let status = posix_spawnp(&process, words[0], &actions, nil, &arguments, environ)
    posix_spawn_file_actions_destroy(&actions)
    close(pipes[1])
    try #require(status == 0, "cannot run \(words)")
    var output: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 65_536)
    while true {
      let count = read(pipes[0], &buffer, buffer.count)
      if count <= 0 { break }
      output += buffer[0..<count]
    }
    close(pipes[0])
    var exit: Int32 = 0
    while waitpid(process, &exit, 0) < 0 && errno == EINTR {}
    try #require(exit == 0, "\(command.joined(separator: " ")) failed")
    return String(decoding: output, as: UTF8.self)
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
