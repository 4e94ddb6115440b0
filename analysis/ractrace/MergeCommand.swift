// SPDX-License-Identifier: MIT

import CommandLineKit
import TraceAnalysis

/// The command `ractrace merge PART...`.
struct MergeCommand: AnswerCommand {
  /// What is asked of the whole.
  enum Question: String, CaseIterable, ArgumentConvertible {
    case summary
    case subscriptions
    case leaks
    case latency
  }

  static let name = "merge"
  static let abstract = "Put parts of a trace together that fold made"
  static let details = """
    Put parts together that `ractrace fold' made of the chunks of a trace, or of traces of other \
    processes and hosts, and answer as if all had been analysed at once. The order of the parts \
    does not matter. Parts that overlap in time and share a process or a buffer are refused.
    """
  static let arguments = ArgumentRule.atLeast(1, "PART")
  static var options: [Option<MergeCommand>] {
    [
      Option(
        "analysis", "a", argument: "NAME", help: "\(Question.names) (default summary)",
        set: \.question)
    ] + TraceOptions.answering(for: Self.self)
  }
  static let statuses = Statuses.reading
  static let examples = [
    Example("ractrace merge 1.part 2.part 3.part", "Summarise three chunks as one trace."),
    Example("ractrace merge --format json *.part > run1.json", "For programs."),
    Example("ssh box ractrace fold run1 | ractrace merge - here.part", "With a part of elsewhere."),
  ]

  var trace = TraceOptions()
  var paths: [String] = []
  var question = Question.summary

  mutating func take(_ arguments: [String]) { paths = arguments }

  mutating func run() throws -> ExitStatus {
    let parts = try paths.map { try PartFile.read($0) }
    let fold = try Fold.merged(parts)
    let traces = parts.flatMap(\.traces)
    switch question {
    case .summary:
      let report = fold.summary.result()
      let answer = SummaryAnswer(report: report, traces: traces, options: trace)
      return try trace.answer(
        "summary", traces: traces, report.trust, at: report.origin, text: answer.text,
        json: answer.json, csv: answer.csv)
    case .subscriptions, .leaks:
      let report = fold.subscriptions.result()
      let answer = SubscriptionsAnswer(
        report: report, traces: traces, options: trace, view: question == .leaks ? .leaks : .all)
      return try trace.answer(
        "subscriptions", traces: traces, report.trust, at: report.trace.origin, text: answer.text,
        json: answer.json, csv: answer.csv)
    case .latency:
      let report = fold.latency.result()
      let answer = LatencyAnswer(report: report, traces: traces, options: trace)
      return try trace.answer(
        "latency", traces: traces, report.trust, at: report.origin, text: answer.text,
        json: answer.json, csv: answer.csv)
    }
  }
}

extension MergeCommand.Question {
  static var names: String { allCases.map(\.rawValue).joined(separator: ", ") }
}

extension TraceOptions {
  /// Gives an answer of parts in the format that is asked for.
  fileprivate func answer(
    _ analysis: StaticString, traces: [String], _ trust: TrustReport, at begin: Int64?,
    text: () throws -> ExitStatus, json: (inout JSONWriter) throws -> ExitStatus,
    csv: () throws -> ExitStatus
  ) throws -> ExitStatus {
    switch format {
    case .text: return try text()
    case .csv: return try csv()
    default:
      var writer = JSONWriter(OutputBuffer())
      // As one run begins, which has not seen any event by then.
      writer.begin(analysis, traces: traces, TrustReport(before: trust.losses), at: begin)
      return try json(&writer)
    }
  }
}
