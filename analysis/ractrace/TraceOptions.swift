// SPDX-License-Identifier: MIT

import CTF
import CommandLineKit
import TraceModel

/// The formats of a command's results; which ones a command has is `TraceCommand.formats`.
enum OutputFormat: String {
  case text
  case json
  case csv
  /// JUnit's XML, which build servers show.
  case junit
  /// GitHub's workflow commands, which annotate lines of code.
  case github
  /// Graphviz' language for graphs.
  case dot
  /// Mermaid's flowcharts, which Markdown shows.
  case mermaid

  /// The format that a word names, if it is one of some.
  init(argument: String, among formats: [OutputFormat]) throws(UsageError) {
    guard let format = formats.first(where: { $0.rawValue == argument }) else {
      let words = formats.map(\.rawValue).joined(separator: ", ")
      throw UsageError("'\(argument)' is none of: \(words)")
    }
    self = format
  }
}

/// What to do about losses.
enum LossPolicy: String, CaseIterable, ArgumentConvertible {
  /// Tell, and go on.
  case warn
  /// Tell, and end with status 3 if the loss touches the answer.
  case fail
  /// Say nothing.
  case ignore
}

/// The options that mean the same for every command that reads traces.
struct TraceOptions {
  var format = OutputFormat.text
  var color = ColorChoice.auto
  var onLoss = LossPolicy.warn
  var limit: Int?
  var selection = TraceSelection()
  /// How the traces are opened.
  var opening = CTFTraceSet.Options()

  /// Opens traces.
  func open(_ paths: [String]) throws -> SignalTrace {
    let opened = try SignalTrace.open(paths, options: opening, selection: selection)
    if !selection.processes.isEmpty, opened.missingContexts.contains(.vpid) {
      throw Failure(
        "--process cannot be answered: the trace has no vpid context",
        hint: "record with `lttng add-context -u -t vpid -t vtid -t procname', or ractrace record")
    }
    if !selection.threads.isEmpty, opened.missingContexts.contains(.vtid) {
      throw Failure(
        "--thread cannot be answered: the trace has no vtid context",
        hint: "record with `lttng add-context -u -t vpid -t vtid -t procname', or ractrace record")
    }
    return opened
  }

  /// The status of an answer that such losses touch.
  func status(_ losses: TraceLosses) -> ExitStatus {
    onLoss == .fail && !losses.isWhole ? .loss : .success
  }

  /// Tells losses on standard error, for formats that have no place for them.
  func warnOfLoss(_ losses: TraceLosses, begin: Int64) {
    guard onLoss != .ignore, !losses.isWhole || !losses.damage.isEmpty else { return }
    StandardError.write(
      LossText(losses: losses, begin: begin).render(Style(isOn: false))
        + TraceNotes.render(losses, begin: begin))
  }

  /// All of them.
  static func options<C: AnswerCommand>(for type: C.Type) -> [Option<C>] {
    selecting(for: type) + answering(for: type)
  }

  /// Those that say how an answer is given.
  static func answering<C: AnswerCommand>(for type: C.Type) -> [Option<C>] {
    [
      Option(
        "format", argument: "FORMAT", help: "\(choice(C.formats)) (default text)",
        section: .common, words: C.formats.map(\.rawValue)
      ) { command, text in
        command.trace.format = try OutputFormat(argument: text, among: C.formats)
      },
      Option(
        "limit", argument: "N", help: "Show at most N rows", section: .common, set: \.trace.limit),
      Option(
        "color", argument: "WHEN", help: "auto, always or never (default auto)", section: .common,
        set: \.trace.color),
      Option(
        "on-loss", argument: "POLICY",
        help: "warn, fail (status 3) or ignore, if the trace lost events "
          + "(default \(C().trace.onLoss.rawValue))",
        section: .common, set: \.trace.onLoss),
    ]
  }

  /// Those that say what is read.
  static func selecting<C: AnswerCommand>(for type: C.Type) -> [Option<C>] {
    [
      Option(
        "signal", argument: "GLOB", help: "Only signals whose name fits; may be repeated",
        section: .common
      ) { command, text in command.trace.selection.signals.append(Glob(text)) },
      Option(
        "process", argument: "PROCESS",
        help: "Only processes whose vpid or name fits; may be repeated", section: .common
      ) { command, text in command.trace.selection.processes.append(Glob(text)) },
      Option(
        "begin", argument: "TIME",
        help: "Not before: 1.5, 200ms … from the trace's begin, or @SECONDS since 1970",
        section: .common
      ) { command, text in command.trace.selection.begin = try instant(text) },
      Option("end", argument: "TIME", help: "Not after, likewise", section: .common) {
        command, text in command.trace.selection.end = try instant(text)
      },
      Option(
        "clock-offset", argument: "TRACE=SECONDS",
        help: "Add to the times below a folder, or of a host: run2=-0.25, box=30us",
        section: .common
      ) { command, text in
        let (trace, offset) = try clockOffset(text)
        command.trace.opening.clockOffsets[trace] = offset
      },
      Option(
        "metadata", argument: "FILE",
        help: "Metadata of a session alike, for traces whose own is empty or unreadable",
        section: .common
      ) { command, text in command.trace.opening.metadata = text },
    ]
  }

  /// Words to choose from: `text, json or csv`.
  private static func choice(_ formats: [OutputFormat]) -> String {
    formats.dropLast().map(\.rawValue).joined(separator: ", ")
      + " or \(formats.last?.rawValue ?? "")"
  }

  /// Reads a point in time.
  static func instant(_ text: String) throws(UsageError) -> TraceSelection.Instant {
    let wrong = UsageError("'\(text)' is no time: say 1.5, 200ms, 30us or @1796032039.65")
    if text.hasPrefix("@") {
      guard let time = nanoseconds(text.dropFirst(), unit: 9) else { throw wrong }
      return .absolute(time)
    }
    guard let time = duration(text[...]) else { throw wrong }
    return .fromBegin(time)
  }

  /// Reads a folder or host and what is added to its times, in ns.
  static func clockOffset(_ text: String) throws(UsageError) -> (trace: String, offset: Int64) {
    let wrong = UsageError("'\(text)' is no clock offset: say run2=-0.25 or host=30us")
    guard let sign = text.lastIndex(of: "="), sign > text.startIndex else { throw wrong }
    var time = text[text.index(after: sign)...]
    let isNegative = time.hasPrefix("-")
    if isNegative || time.hasPrefix("+") { time.removeFirst() }
    // No clocks are a hundred years apart; beyond three times that, times would wrap.
    guard let offset = duration(time), offset <= 3_155_760_000_000_000_000 else { throw wrong }
    return (String(text[..<sign]), isNegative ? -offset : offset)
  }

  /// A decimal number of seconds or of another unit, in ns.
  private static func duration(_ text: Substring) -> Int64? {
    for (suffix, unit) in [("ns", 0), ("us", 3), ("µs", 3), ("ms", 6), ("s", 9)]
    where text.hasSuffix(suffix) {
      return nanoseconds(text.dropLast(suffix.count), unit: unit)
    }
    return nanoseconds(text, unit: 9)
  }

  /// A decimal number of units of 10^`unit` ns, exactly.
  private static func nanoseconds(_ text: Substring, unit: Int) -> Int64? {
    let parts = text.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.allSatisfy({ $0.utf8.allSatisfy { 0x30...0x39 ~= $0 } }), parts[0] != "" else {
      return nil
    }
    let fraction = parts.count > 1 ? parts[1].prefix(unit) : ""
    let zeros = String(repeating: "0", count: unit - fraction.count)
    return Int64(parts[0] + fraction + zeros)
  }
}
