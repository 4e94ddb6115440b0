// SPDX-License-Identifier: MIT

import CommandLineKit

/// The command `ractrace completion SHELL`.
struct CompletionCommand: Command {
  static let name = "completion"
  static let abstract = "Print a script that completes the tool's words in a shell"
  static let details = """
    Print a script for bash that completes commands, options, the words that options take, and \
    files.
    """
  static let arguments = ArgumentRule.one(of: ["bash"], "SHELL")
  static let examples = [
    Example("source <(ractrace completion bash)", "Complete in this shell."),
    Example(
      "ractrace completion bash > ~/.local/share/bash-completion/completions/ractrace",
      "Complete in every shell of this user."),
    Example(
      "ractrace completion bash | sudo tee /etc/bash_completion.d/ractrace > /dev/null",
      "Complete for everybody."),
  ]

  mutating func take(_ arguments: [String]) throws {
    guard arguments == ["bash"] else {
      throw UsageError("'\(arguments[0])' is no shell that is known: bash")
    }
  }

  mutating func run() throws -> ExitStatus {
    var out = OutputBuffer()
    out.append(text: ractrace.bashCompletion)
    try out.finish()
    return .success
  }
}
