// SPDX-License-Identifier: MIT

import CommandLineKit
import Testing

/// What the command of the tests was told.
private final class Notes: @unchecked Sendable {
  // Unchecked: each test has its own, and uses it on one thread.
  var lines: [String] = []
}

private struct Run: Command {
  static let name = "run"
  static let abstract = "Run something"
  static let arguments = ArgumentRule.command("COMMAND")
  static var options: [Option<Run>] {
    [
      Option("verbose", "v", help: "Say more", set: \.isVerbose),
      Option("count", "n", argument: "N", help: "How often", set: \.count),
      Option("name", argument: "NAME", help: "A name", set: \.name),
    ]
  }
  @TaskLocal static var notes = Notes()

  var isVerbose = false
  var count = 1
  var name: String?
  var words: [String] = []

  mutating func take(_ arguments: [String]) { words = arguments }

  mutating func run() throws -> CommandLineKit.ExitStatus {
    Self.notes.lines.append("\(isVerbose) \(count) \(name ?? "-") \(words)")
    return CommandLineKit.ExitStatus(rawValue: 42)
  }
}

@Suite("Program")
struct ProgramTests {
  private func run(_ words: [String]) -> (CommandLineKit.ExitStatus, [String]) {
    let program = Program(
      name: "tool", details: "A tool.", version: "1", commands: [Subcommand(Run.self)],
      examples: [], statuses: [])
    let notes = Notes()
    let status = Run.$notes.withValue(notes) { program.run(words) }
    return (status, notes.lines)
  }

  @Test(
    "stops parsing at the command that is to be run",
    arguments: [
      (["run", "ls", "-v", "--count=3"], #"false 1 - ["ls", "-v", "--count=3"]"#),
      (["run", "-v", "ls", "-n", "2"], #"true 1 - ["ls", "-n", "2"]"#),
      (["run", "--count=3", "--", "-v", "x"], #"false 3 - ["-v", "x"]"#),
      (
        ["run", "-n", "4", "--name", "a b", "--", "ls", "--", "y"],
        #"false 4 a b ["ls", "--", "y"]"#
      ),
      (["run", "--verb", "ls"], #"true 1 - ["ls"]"#),
      (["run", "-vn5", "ls", ""], #"true 5 - ["ls", ""]"#),
    ])
  func command(words: [String], expected: String) {
    let (status, lines) = run(words)
    #expect(status.rawValue == 42)
    #expect(lines == [expected])
  }

  @Test(
    "ends with status 2, and runs nothing, when the words make no sense",
    arguments: [
      [], ["walk"], ["run"], ["run", "--"], ["run", "-x", "ls"], ["run", "--count=many", "ls"],
      ["run", "--count"],
    ])
  func wrong(words: [String]) {
    let (status, lines) = run(words)
    #expect(status == .failure)
    #expect(lines == [])
  }

  @Test("runs nothing when help is asked for", arguments: [["--help"], ["run", "--help", "ls"]])
  func help(words: [String]) {
    let (status, lines) = run(words)
    #expect(status == .success)
    #expect(lines == [])
  }
}

@Suite("Failure")
struct FailureTests {
  @Test("is one line, its causes indented, and a hint, all of it clean")
  func rendering() {
    let failure = Failure(
      "cannot read 'run\u{1b}1': bad", causes: ["packet 7\n", "byte 3"], hint: "try again")
    #expect(
      failure.rendering(program: "tool") == """
        tool: cannot read 'run\\x1b1': bad
          packet 7\\n
          byte 3
        hint: try again

        """)
  }
}
