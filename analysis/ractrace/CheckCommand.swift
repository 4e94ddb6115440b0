// SPDX-License-Identifier: MIT

import CommandLineKit
import Glibc
import TraceAnalysis
import TraceModel

/// The command `ractrace check TRACE...`.
struct CheckCommand: TraceCommand {
  static let name = "check"
  static let abstract = "Check a trace against rules and budgets"
  static let details = """
    Check a trace against rules of reactive code and against budgets of your own. Each finding \
    names its rule, signal and place, and what to do about it. A budget is a line such as \
    p99(latency "search") < 2 ms, errors("login*") == 0, rate("ticks") > 10 /s, leaks == 0 or \
    lost == 0; there are p50, p90, p99 and max of latency and interval, and errors, rate, next, \
    open and subscriptions.
    """
  static var arguments: ArgumentRule { .atLeast(0, "TRACE") }
  static var formats: [OutputFormat] { [.text, .json, .csv, .junit, .github] }
  static var statuses: [StatusMeaning] {
    [
      StatusMeaning("0", "all rules and budgets hold"),
      StatusMeaning("1", "one is proven to be broken"),
      StatusMeaning("2", "wrong usage or unreadable input"),
      StatusMeaning("3", "one cannot be told, as where the trace lost events (--on-loss=fail)"),
    ]
  }
  static var options: [Option<CheckCommand>] {
    [
      Option(
        "budget", argument: "BUDGET", help: "A figure and its bound; may be repeated"
      ) { command, text in command.budgets.append(try budget(text)) },
      Option("budgets", argument: "FILE", help: "Budgets, one a line; # begins a comment") {
        command, path in command.budgetFiles.append(path)
      },
      Option("rule", argument: "RULE", help: "Only this rule; may be repeated") {
        command, text in command.only.append(try rule(text))
      },
      Option("disable", argument: "RULE", help: "Not this rule; may be repeated") {
        command, text in command.disabled.append(try rule(text))
      },
      Option("list-rules", help: "Explain the rules, and end", set: \.listsRules),
    ] + TraceOptions.options(for: Self.self)
  }
  static let examples = [
    Example("ractrace check run1", "Look for what reactive code should not do."),
    Example(
      "ractrace check run1 --disable reentrancy --budget 'errors(\"login*\") == 0'",
      "All rules but one, and a budget."),
    Example(
      "ractrace check run1 --budgets budgets.txt --format junit > check.xml",
      "For a build server; --format github annotates lines of code."),
  ]

  var trace = TraceOptions(onLoss: .fail)
  var paths: [String] = []
  var budgets: [Budget] = []
  var budgetFiles: [String] = []
  var only: [Rule] = []
  var disabled: [Rule] = []
  var listsRules = false

  mutating func run() throws -> ExitStatus {
    if listsRules {
      guard trace.format == .text else { throw UsageError("--list-rules gives text only") }
      return try listRules()
    }
    guard !rules.isEmpty || !budgets.isEmpty || !budgetFiles.isEmpty else {
      throw UsageError("--disable leaves no rule to check, and there is no budget")
    }
    guard !paths.isEmpty else { throw UsageError("TRACE is missing") }
    budgets = try budgetFiles.flatMap(Self.budgets) + budgets
    ShortenedTrace.watch()
    let opened = try openTrace()
    try requireContract(opened)
    let status = try answer(opened)
    if let failure = undecoded(opened) { throw failure }
    return status
  }

  func text(_ trace: SignalTrace) throws -> ExitStatus {
    let report = report(trace)
    return try write(
      CheckText(
        report: report, traces: paths, limit: self.trace.limit,
        showsLoss: self.trace.onLoss != .ignore, style: Style(isOn: self.trace.color.isOn),
        width: Terminal.width
      ).render(), report)
  }

  func json(_ trace: SignalTrace) throws -> ExitStatus {
    let report = report(trace)
    var json = JSONWriter(OutputBuffer())
    CheckJSON(report: report, traces: paths, limit: self.trace.limit).write(&json)
    try json.out.finish()
    return status(report)
  }

  func csv(_ trace: SignalTrace) throws -> ExitStatus {
    let report = report(trace)
    warnOfLoss(report.trace.losses, begin: report.trace.origin ?? 0)
    var csv = CSVWriter(OutputBuffer())
    CheckCSV(report: report, limit: self.trace.limit).write(&csv)
    try csv.out.finish()
    return status(report)
  }

  func other(_ format: OutputFormat, _ trace: SignalTrace) throws -> ExitStatus {
    let report = report(trace)
    warnOfLoss(report.trace.losses, begin: report.trace.origin ?? 0)
    let text =
      format == .junit ? CheckJUnit(report: report).render() : CheckGitHub(report: report).render()
    return try write(text, report)
  }

  private func write(_ text: String, _ report: Check.Report) throws -> ExitStatus {
    var out = OutputBuffer()
    out.append(text: text)
    try out.finish()
    return status(report)
  }

  private var rules: [Rule] {
    (only.isEmpty ? Rule.allCases : only).filter { !disabled.contains($0) }
  }

  private func report(_ trace: SignalTrace) -> Check.Report {
    AnalysisRun.run(
      Check(rules: rules, budgets: budgets), over: trace, threads: Threads.available
    ).result()
  }

  /// What is proven beats what cannot be told.
  private func status(_ report: Check.Report) -> ExitStatus {
    if report.isBroken { return .finding }
    return trace.onLoss == .fail && report.isOpen ? .loss : .success
  }

  private func listRules() throws -> ExitStatus {
    var out = OutputBuffer()
    for rule in Rule.allCases {
      out.append(text: "\(rule.rawValue) (\(rule.severity.rawValue))\n")
      out.append(text: "    \(rule.explanation)\n    remedy: \(rule.remedy)\n")
    }
    try out.finish()
    return .success
  }

  // MARK: Options

  private static func rule(_ text: String) throws(UsageError) -> Rule {
    guard let rule = Rule(rawValue: text) else {
      let names = Rule.allCases.map(\.rawValue).joined(separator: ", ")
      throw UsageError("'\(text)' is none of: \(names)")
    }
    return rule
  }

  private static func budget(_ text: String) throws(UsageError) -> Budget {
    do { return try Budget(text) } catch {
      throw UsageError("budget '\(text)': \(error.message)")
    }
  }

  private static func budgets(in path: String) throws -> [Budget] {
    let text = try BudgetFile.text(path)
    do { return try Budget.all(in: text) } catch {
      throw Failure("cannot read the budgets in '\(path)': \(error.message)")
    }
  }
}

/// A file of budgets.
enum BudgetFile {
  /// More than anybody writes.
  private static let most = 1 << 20

  static func text(_ path: String) throws(Failure) -> String {
    guard let file = fopen(path, "re") else {
      throw Failure("cannot read '\(path)': \(String(cString: strerror(errno)))")
    }
    defer { fclose(file) }
    var bytes = [UInt8](repeating: 0, count: most + 1)
    let count = fread(&bytes, 1, bytes.count, file)
    guard ferror(file) == 0, count <= most else {
      throw Failure("cannot read '\(path)': it is no file of budgets")
    }
    return String(decoding: bytes.prefix(count), as: UTF8.self)
  }
}
