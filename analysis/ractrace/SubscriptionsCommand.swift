// SPDX-License-Identifier: MIT

import CommandLineKit
import TraceAnalysis
import TraceModel

/// The command `ractrace subscriptions TRACE...`.
struct SubscriptionsCommand: TraceCommand {
  static let name = "subscriptions"
  static let abstract = "Show when each subscription began and ended, and what leaks"
  static let details = """
    Show each subscription: what listens, for whose sake it was made, when it began, how and when it \
    ended, how many values it got; then how compound disposables grow. A subscription leaks if it \
    is open when its process exits, or if there are more and more of its place: over sixteenths of \
    the trace the number of open ones never falls, and rises three times or more.
    """
  static var options: [Option<SubscriptionsCommand>] {
    [
      Option(
        "leaks", help: "Show what is open by place, with its growth over time", set: \.showsLeaks),
      Option(
        "open", help: "Show only subscriptions whose end is not in the trace", set: \.showsOpen),
      Option("sort", argument: "KEY", help: "begin, end, age or values (default begin)") {
        command, text in
        guard let order = Subscriptions.Order(rawValue: text) else {
          let words = Subscriptions.Order.allCases.map(\.rawValue).joined(separator: ", ")
          throw UsageError("'\(text)' is none of: \(words)")
        }
        command.order = order
      },
    ] + TraceOptions.options(for: Self.self)
  }
  static let examples = [
    Example("ractrace subscriptions run1", "List the first 50 in the order of their begins."),
    Example("ractrace subscriptions run1 --leaks", "Show what was never disposed, by place."),
    Example(
      "ractrace subscriptions run1 --open --sort age --format json",
      "For programs: what is open, the oldest first."),
  ]

  var trace = TraceOptions()
  var paths: [String] = []
  var showsLeaks = false
  var showsOpen = false
  var order = Subscriptions.Order.begin

  func text(_ trace: SignalTrace) throws -> ExitStatus {
    try answer(trace, usual: SubscriptionsAnswer.usualRows).text()
  }

  func json(_ trace: SignalTrace) throws -> ExitStatus {
    try requireContract(trace)
    var json = JSONWriter(OutputBuffer())
    json.begin("subscriptions", traces: paths, trace)
    json.out.flush()
    return try answer(trace, usual: SubscriptionsAnswer.usualRecords).json(&json)
  }

  func csv(_ trace: SignalTrace) throws -> ExitStatus {
    try answer(trace, usual: SubscriptionsAnswer.usualRecords).csv()
  }

  private func answer(_ trace: SignalTrace, usual: Int) throws -> SubscriptionsAnswer {
    try requireContract(trace)
    let listed = showsLeaks || showsOpen ? 0 : self.trace.limit ?? usual
    let report = Subscriptions.of(
      trace, limit: listed, order: order, threads: Threads.available
    ).result()
    return SubscriptionsAnswer(
      report: report, traces: paths, options: self.trace,
      view: showsLeaks ? .leaks : showsOpen ? .open : .all)
  }
}
