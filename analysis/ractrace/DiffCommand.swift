// SPDX-License-Identifier: MIT

import CommandLineKit
import TraceAnalysis
import TraceModel

/// The command `ractrace diff A B`.
struct DiffCommand: AnswerCommand {
  static let name = "diff"
  static let abstract = "Show what changed between two traces, the largest change first"
  static let details = """
    Show what changed from trace A to trace B: signals that came and went, rates, errors, \
    intervals and how long deliveries take. Each of A and B is a folder; all traces below it, as the chunks of a rotated session, \
    are read as one. Only rates are compared, so that the traces need not be equally long. A change \
    is shown if it is beyond the threshold and noise alone does not explain it: slices of time are \
    exchanged between the traces in every possible way, and the result is corrected for the number \
    of figures.
    """
  static let arguments = ArgumentRule.exactly(2, "TRACE")
  static var statuses: [StatusMeaning] {
    [
      StatusMeaning("0", "nothing changed beyond the threshold"),
      StatusMeaning("1", "something did"),
      StatusMeaning("2", "wrong usage or unreadable input"),
      StatusMeaning(
        "3", "it cannot be told: a trace lost events, or nothing was compared (--on-loss=fail)"),
    ]
  }
  static var options: [Option<DiffCommand>] {
    [
      Option(
        "threshold", argument: "PERCENT", help: "The least change that is shown (default 10%)",
        set: \.threshold)
    ] + TraceOptions.options(for: Self.self)
  }
  static let examples = [
    Example("ractrace diff run1 run2", "What changed from run1 to run2."),
    Example(
      "ractrace diff yesterday today --signal 'search*' --threshold 25%",
      "Changes of some signals by a quarter or more."),
    Example(
      "ractrace diff run1 run2 --format json > changes.json",
      "For programs, one object a line; status 1 if something changed."),
  ]

  var trace = TraceOptions(onLoss: .fail)
  var paths: [String] = []
  var threshold = Percentage(parts: 0.1)

  mutating func take(_ arguments: [String]) { paths = arguments }

  mutating func run() throws -> ExitStatus {
    ShortenedTrace.watch()
    let before = try profile(paths[0])
    let after = try profile(paths[1])
    let diff = Diff(from: before, to: after, threshold: threshold.parts)
    switch trace.format {
    case .json:
      var json = JSONWriter(OutputBuffer())
      DiffJSON(diff: diff, traces: paths, limit: trace.limit).write(&json)
      try json.out.finish()
    case .csv:
      for side in [diff.before, diff.after] {
        trace.warnOfLoss(side.losses, begin: side.origin ?? 0)
      }
      var csv = CSVWriter(OutputBuffer())
      DiffCSV(diff: diff, limit: trace.limit).write(&csv)
      try csv.out.finish()
    default:
      var out = OutputBuffer()
      out.append(
        text: DiffText(
          diff: diff, traces: paths, threshold: threshold, limit: trace.limit,
          showsLoss: trace.onLoss != .ignore, style: Style(isOn: trace.color.isOn),
          width: Terminal.width
        ).render())
      try out.finish()
    }
    return status(diff)
  }

  private func profile(_ path: String) throws -> Profile.Report {
    let opened = try trace.open([path])
    if let failure = undecoded(opened) { throw failure }
    try requireContract(opened)
    return AnalysisRun.run(Profile(), over: opened, threads: Threads.available).result()
  }

  /// A change that is proven beats the doubt that a loss leaves.
  private func status(_ diff: Diff) -> ExitStatus {
    if !diff.changes.isEmpty { return .finding }
    let isOpen = diff.isTouchedByLoss || diff.isUndecided
    return trace.onLoss == .fail && isOpen ? .loss : .success
  }
}

/// A share that the command line tells in hundredths: `10` or `10%`.
struct Percentage: ArgumentConvertible {
  /// 0.1 for 10 %.
  var parts: Double

  init(parts: Double) { self.parts = parts }

  init(argument: String) throws(UsageError) {
    let digits = argument.hasSuffix("%") ? argument.dropLast() : argument[...]
    guard digits.utf8.allSatisfy({ 0x30...0x39 ~= $0 || $0 == 0x2E }), let number = Double(digits)
    else { throw UsageError("'\(argument)' is no percentage: say 10% or 2.5%") }
    parts = number / 100
  }

  /// The share as people read it: `10 %`.
  var text: String {
    let hundredths = parts * 100
    return hundredths == hundredths.rounded() && hundredths < 1e9
      ? "\(Int(hundredths)) %" : "\(hundredths) %"
  }
}
