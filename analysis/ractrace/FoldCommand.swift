// SPDX-License-Identifier: MIT

import CommandLineKit
import TraceAnalysis
import TraceModel

/// The command `ractrace fold TRACE... > part`.
struct FoldCommand: AnswerCommand {
  static let name = "fold"
  static let abstract = "Analyse a part of a trace, to be put together by merge"
  static let details = """
    Analyse a trace, or one rotated chunk of it, and write what is needed to put it together with \
    other parts by `ractrace merge'. A part has kilobytes where the trace has gigabytes: it holds \
    what was counted, what is open, and the events of its first and last moments, in which those \
    of a neighbouring chunk may lie.
    """
  static let arguments = ArgumentRule.atLeast(1, "TRACE")
  static var options: [Option<FoldCommand>] {
    [
      Option(
        "overlap", argument: "TIME",
        help: "How far streams may reach into the time of a neighbouring part (default 100ms)"
      ) { command, text in
        guard case .fromBegin(let time) = try TraceOptions.instant(text) else {
          throw UsageError("'\(text)' is no length of time: say 100ms or 1.5")
        }
        command.overlap = time
      }
    ] + TraceOptions.selecting(for: Self.self)
  }
  static let statuses = Statuses.reading.filter { $0.status != "3" }
  static let examples = [
    Example("ractrace fold run1/archives/1 > 1.part", "Analyse a rotated chunk."),
    Example(
      "for c in run1/archives/*; do ractrace fold $c > ${c##*/}.part; done",
      "Analyse each chunk by itself, here or where it was recorded."),
    Example("ractrace merge *.part", "Put the parts together: what `summary' says of the whole."),
  ]

  var trace = TraceOptions()
  var paths: [String] = []
  var overlap: Int64 = 100_000_000

  mutating func take(_ arguments: [String]) { paths = arguments }

  mutating func run() throws -> ExitStatus {
    ShortenedTrace.watch()
    let opened = try trace.open(paths)
    if let failure = undecoded(opened) { throw failure }
    try PartFile.write(
      TracePart(
        of: opened, traces: paths, selection: trace.selection.description, overlap: overlap))
    return .success
  }
}
