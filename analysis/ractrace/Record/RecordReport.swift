// SPDX-License-Identifier: MIT

import CommandLineKit
import TraceSession

/// What `record` says when the command has ended.
struct RecordReport {
  var result: RecordingResult
  var events: RecordedEvents
  var outcome: CommandOutcome
  var command: String
  var detail: RecordingOptions.Detail
  var isLossless = false

  /// Prints it to standard error.
  func print() {
    StandardError.write(lines.map { TerminalText.cleaned($0) + "\n" }.joined())
  }

  /// What happened, then what there is, then what to do about it.
  var lines: [String] {
    var lines: [String] = []
    if case .killed = outcome {
      lines.append("ractrace: \(Self.sentence(outcome, command: command))")
    }
    if result.rescue.packets > 0 {
      lines.append(
        "ractrace: \(Self.count(result.rescue.packets, "packet")) "
          + "(\(ByteCount.text(result.rescue.bytes))) left in the buffers joined the trace, in "
          + "'\(result.rescue.directory ?? "")'")
    }
    for problem in result.problems {
      lines.append("ractrace: \(problem.message)" + (problem.cause.map { ": \($0)" } ?? ""))
      if let remedy = problem.remedy { lines.append("hint: \(remedy)") }
    }
    if let problem = events.problem { lines.append("ractrace: damage in \(problem)") }
    lines.append(
      "ractrace: \(Self.count(events.recorded, "event")) recorded, "
        + "\(Figures.count(events.discarded)) discarded, "
        + "of \(Self.count(result.programs, "program")); buffers took "
        + "\(ByteCount.text(result.bufferMemory)) of shared memory")
    lines.append("ractrace: the trace is in '\(result.output)'")
    if let hint { lines.append("hint: \(hint)") }
    return lines
  }

  private var hint: String? {
    if events.discarded > 0, isLossless {
      return
        "--lossless cannot wait for a thread that was stopped inside a write while others on its "
        + "processor went once round the buffers: larger ones prevent that, --subbuf-size 8M"
    }
    if events.discarded > 0 {
      return
        "larger buffers lose less: --subbuf-size 8M; --lossless lets the command wait instead; "
        + "--detail lifecycle records less"
    }
    guard events.recorded == 0 else { return nil }
    if result.programs == 0 {
      return
        "no program registered with this session: '\(command)' has no tracepoints in it (was it "
        + "built with the trait LTTng?), clears its environment, or runs as another user or in "
        + "another container than the daemon"
    }
    if events.known.isEmpty {
      return "the pattern 'rac*' matched no tracepoint of the program at --detail "
        + "\(detail.rawValue); 'lttng list --userspace' shows what a running program has"
    }
    return "the program has \(Self.count(events.known.count, "tracepoint")) that match 'rac*', and "
      + "passed none of them at --detail \(detail.rawValue)"
  }

  /// How the command ended.
  static func sentence(_ outcome: CommandOutcome, command: String) -> String {
    switch outcome {
    case .exited(let status): "'\(command)' ended with status \(status)"
    case .killed(let signal): "'\(command)' was ended by signal \(signal)"
    }
  }

  private static func count(_ number: Int, _ noun: String) -> String {
    Figures.count(UInt64(number.magnitude), noun)
  }
}
