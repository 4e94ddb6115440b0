// SPDX-License-Identifier: MIT

import CommandLineKit
import Glibc

/// The command `ractrace manual [COMMAND]`.
struct ManualCommand: Command {
  static let name = "manual"
  static let abstract = "Print a page of the manual, for man"
  static let details = """
    Print the page of the manual of the tool, or that of COMMAND, in the language of man; or write \
    all pages into a folder.
    """
  static let arguments = ArgumentRule.atMost(1, "COMMAND")
  static var options: [Option<Self>] {
    [
      Option(
        "output", "o", argument: "DIR", help: "Write all pages into DIR, which is there",
        set: \.output)
    ]
  }
  static let examples = [
    Example("ractrace manual summary | man -l -", "Read the page of a command."),
    Example("ractrace manual > ractrace.1", "Keep the page of the tool."),
    Example("ractrace manual --output ~/.local/share/man/man1", "Install all pages."),
  ]

  var output: String?
  var command: String?

  mutating func take(_ arguments: [String]) throws {
    command = arguments.first
    if command != nil, output != nil {
      throw UsageError("--output writes all pages: leave the command out")
    }
  }

  mutating func run() throws -> ExitStatus {
    if let output {
      for page in ractrace.manualPages {
        try write(try text(page), to: output + "/" + page + ".1")
      }
      return .success
    }
    var out = OutputBuffer()
    out.append(text: try text("ractrace" + (command.map { "-" + $0 } ?? "")))
    try out.finish()
    return .success
  }

  private func text(_ page: String) throws -> String {
    guard let text = ractrace.manual(page, source: "ractrace \(Version.tool)") else {
      throw UsageError("'\(command ?? "")' is no command")
    }
    return text
  }

  private func write(_ text: String, to path: String) throws {
    let file = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o644)
    guard file >= 0 else {
      throw Failure(
        "cannot write '\(path)': \(String(cString: strerror(errno)))", hint: "mkdir -p its folder")
    }
    defer { close(file) }
    var out = OutputBuffer(descriptor: file)
    out.append(text: text)
    try out.finish()
  }
}
