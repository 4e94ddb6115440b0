// SPDX-License-Identifier: MIT

import CommandLineKit
import TraceAnalysis
import TraceModel

/// The command `ractrace summary TRACE...`.
struct SummaryCommand: TraceCommand {
  static let name = "summary"
  static let abstract = "Show what each signal did, the busiest first"
  static let details = """
    Show what each signal did: subscriptions, values, rates, intervals, errors and ends, what is \
    still open, and what the trace lost. Events of other providers are counted by name.
    """
  static var options: [Option<SummaryCommand>] {
    [
      Option(
        "by", argument: "WHAT", help: "A row for each signal, subscriber, process or thread",
        words: Summary.Grouping.allCases.map(\.rawValue)
      ) { command, text in
        guard let grouping = Summary.Grouping(rawValue: text) else {
          let words = Summary.Grouping.allCases.map(\.rawValue).joined(separator: ", ")
          throw UsageError("'\(text)' is none of: \(words)")
        }
        command.grouping = grouping
      }
    ] + TraceOptions.options(for: Self.self)
  }
  static let examples = [
    Example("ractrace summary run1", "Summarise what `ractrace record --output run1' recorded."),
    Example(
      "ractrace summary run1 --signal 'search*' --begin 1.5 --end 3",
      "Only signals named search…, from 1.5 to 3 seconds after the begin."),
    Example(
      "ractrace summary run1 --format json --on-loss fail > run1.json",
      "For programs, one object a line; status 3 if the trace lost events."),
  ]

  var trace = TraceOptions()
  var paths: [String] = []
  var grouping = Summary.Grouping.signal

  func text(_ trace: SignalTrace) throws -> ExitStatus { try answer(trace).text() }

  func json(_ trace: SignalTrace) throws -> ExitStatus {
    var json = JSONWriter(OutputBuffer())
    json.begin("summary", traces: paths, trace)
    json.out.flush()
    return try answer(trace).json(&json)
  }

  func csv(_ trace: SignalTrace) throws -> ExitStatus { try answer(trace).csv() }

  private func answer(_ trace: SignalTrace) -> SummaryAnswer {
    SummaryAnswer(
      report: Summary.of(trace, by: grouping, threads: Threads.available).result(), traces: paths,
      options: self.trace)
  }
}
