// SPDX-License-Identifier: MIT

import CommandLineKit
import TraceAnalysis
import TraceModel

/// The command `ractrace latency TRACE...`.
struct LatencyCommand: TraceCommand {
  static let name = "latency"
  static let abstract = "Show how long subscribers take, and how long work waits in queues"
  static let details = """
    Show how long each subscriber takes, with and without what is nested in it (self), how long work \
    waits in the queues of schedulers, and the slowest deliveries with their values. With --from and \
    --to: how long it takes from a value of one signal to a value of another that it led to, also \
    across threads.
    """
  static var options: [Option<LatencyCommand>] {
    [
      Option("from", argument: "GLOB", help: "The signal where values start from (with --to)") {
        command, text in command.from = Glob(text)
      },
      Option("to", argument: "GLOB", help: "The signal whose values they lead to (with --from)") {
        command, text in command.to = Glob(text)
      },
      Option(
        "slowest", argument: "N", help: "Show the N slowest deliveries (default 10)",
        set: \.slowest),
      Option(
        "sort", argument: "ORDER", help: "\(orders) (default self)",
        words: Latency.Order.allCases.map(\.rawValue)
      ) { command, text in
        guard let order = Latency.Order(rawValue: text) else {
          throw UsageError("'\(text)' is none of: \(orders)")
        }
        command.order = order
      },
      Option(
        "folded",
        help: "Only the stacks and their self times in ns, as flame graph tools read them",
        set: \.isFolded),
      Option(
        "depth", argument: "N",
        help: "Of --folded: put together what is in more than N deliveries (default 128)"
      ) { command, text in
        guard let depth = Int(text), depth > 0 else {
          throw UsageError("'\(text)' is no number above 0")
        }
        command.depth = depth
      },
    ] + TraceOptions.options(for: Self.self)
  }
  static let examples = [
    Example("ractrace latency run1", "Which subscribers take the time."),
    Example(
      "ractrace latency run1 --from keystrokes --to '*.deliverOn'",
      "How long from a keystroke to its answer."),
    Example(
      "ractrace latency run1 --folded | flamegraph.pl --countname ns > run1.svg",
      "A flame graph of the self times."),
  ]

  private static let orders = Latency.Order.allCases.map(\.rawValue).joined(separator: ", ")

  var trace = TraceOptions()
  var paths: [String] = []
  var from: Glob?
  var to: Glob?
  var slowest = 10
  var order = Latency.Order.own
  var isFolded = false
  var depth: Int?

  func text(_ trace: SignalTrace) throws -> ExitStatus {
    let latency = try analyse(trace)
    guard !isFolded else {
      return try answer(latency).folded(latency.stacks(depth: depth ?? 128))
    }
    return try answer(latency).text()
  }

  func json(_ trace: SignalTrace) throws -> ExitStatus {
    try check(trace)
    var json = JSONWriter(OutputBuffer())
    json.begin("latency", traces: paths, trace)
    json.out.flush()
    return try answer(analyse(trace)).json(&json)
  }

  func csv(_ trace: SignalTrace) throws -> ExitStatus { try answer(analyse(trace)).csv() }

  private func check(_ trace: SignalTrace) throws {
    guard (from == nil) == (to == nil) else {
      throw UsageError(from == nil ? "--to needs --from" : "--from needs --to")
    }
    guard !isFolded || self.trace.format == .text else {
      throw UsageError("--folded is a format of its own")
    }
    guard depth == nil || isFolded else { throw UsageError("--depth needs --folded") }
    try requireContract(trace)
  }

  /// Analyses all signals, whichever are shown: an end of a delivery does not name its signal.
  private func analyse(_ trace: SignalTrace) throws -> Latency {
    try check(trace)
    let question = Latency.Question(
      from: from, to: to, slowest: slowest, signals: trace.selection.signals)
    var selection = trace.selection
    selection.signals = []
    return Latency.of(
      SignalTrace(trace.set, selection: selection), question, threads: Threads.available)
  }

  private func answer(_ latency: Latency) -> LatencyAnswer {
    var report = latency.result()
    report.sort(by: order)
    return LatencyAnswer(
      report: report, traces: paths, options: trace, from: from?.pattern, to: to?.pattern)
  }
}
