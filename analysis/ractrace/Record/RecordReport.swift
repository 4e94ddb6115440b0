// SPDX-License-Identifier: MIT

internal import CommandLineKit
internal import TraceSession

/// What `record` says when the command has ended.
struct RecordReport {
  var result: RecordingResult
  var outcome: CommandOutcome
  var command: String
  var detail: RecordingOptions.Detail

  /// Prints it to standard error.
  func print() {
    StandardStream.error.write(
      lines.map { TerminalText.cleaned($0) + "\n" }.joined())
  }

  var lines: [String] {
    var lines: [String] = []
    if case .killed = outcome {
      lines.append("ractrace: \(Self.sentence(outcome, command: command))")
    }
    if result.rescue.packets > 0 {
      lines.append(
        "ractrace: \(Self.count(result.rescue.packets, "packet")) "
          + "(\(ByteCount.text(result.rescue.bytes))) that it left in its buffers joined the trace")
    }
    for problem in result.problems {
      lines.append("ractrace: \(problem.message)" + (problem.cause.map { ": \($0)" } ?? ""))
      if let hint = problem.hint { lines.append("hint: \(hint)") }
    }
    lines.append("ractrace: the trace is in '\(result.output)'")
    lines.append(
      "ractrace: \(Self.count(result.programs, "program")) recorded, buffers "
        + ByteCount.text(result.bufferMemory))
    return lines
  }

  /// How the command ended.
  static func sentence(_ outcome: CommandOutcome, command: String) -> String {
    switch outcome {
    case .exited(let status): "'\(command)' ended with status \(status)"
    case .killed(let signal): "'\(command)' was ended by signal \(signal)"
    }
  }

  private static func count(_ number: Int, _ noun: String) -> String {
    "\(number) \(noun)" + (number == 1 ? "" : "s")
  }
}
