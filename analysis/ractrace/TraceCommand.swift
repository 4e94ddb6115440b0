// SPDX-License-Identifier: MIT

import CTF
import CommandLineKit
import TraceModel

/// A command that answers in some format.
protocol AnswerCommand: Command {
  var trace: TraceOptions { get set }
  /// The formats that it has: text, JSON and CSV unless told otherwise.
  static var formats: [OutputFormat] { get }
}

extension AnswerCommand {
  static var formats: [OutputFormat] { [.text, .json, .csv] }

  /// Refuses a question that only a trace with events of the contract can answer.
  func requireContract(_ opened: SignalTrace) throws {
    guard !opened.hasContract, undecoded(opened) == nil else { return }
    throw Failure(
      "`ractrace \(Self.name)' needs racsignal events, and this trace has none",
      hint: "record a program that emits them: ractrace record, or lttng enable-event -u 'rac*'")
  }

  /// What to say, after all that is known, if no trace tells what its events are.
  func undecoded(_ opened: SignalTrace) -> Failure? {
    guard let first = opened.set.traces.first,
      opened.set.traces.allSatisfy({ $0.metadataOrigin == .unknown })
    else { return nil }
    return Failure(
      "the events in '\(first.path)' cannot be decoded: it has no metadata, and they are not all "
        + "of RACTrace's own providers",
      hint: "lend it the metadata of a session that recorded the same: --metadata FILE")
  }
}

/// A command that reads traces: `ractrace NAME [OPTION...] TRACE...`.
protocol TraceCommand: AnswerCommand {
  var paths: [String] { get set }

  /// Answers for people.
  func text(_ trace: SignalTrace) throws -> ExitStatus
  /// Answers for programs, one object a line.
  func json(_ trace: SignalTrace) throws -> ExitStatus
  /// Answers for spreadsheets.
  func csv(_ trace: SignalTrace) throws -> ExitStatus
  /// Answers in a format that only some commands have.
  func other(_ format: OutputFormat, _ trace: SignalTrace) throws -> ExitStatus
}

extension TraceCommand {
  static var arguments: ArgumentRule { .atLeast(1, "TRACE") }
  static var statuses: [StatusMeaning] { Statuses.reading }

  mutating func take(_ arguments: [String]) { paths = arguments }

  mutating func run() throws -> ExitStatus {
    ShortenedTrace.watch()
    let opened = try openTrace()
    let line = ReadingLine.start(opened)
    defer { line?.end() }
    let status = try answer(opened)
    if let failure = undecoded(opened) { throw failure }
    return status
  }
}

extension TraceCommand {
  /// Answers in the format that was asked for.
  func answer(_ opened: SignalTrace) throws -> ExitStatus {
    switch trace.format {
    case .text: try text(opened)
    case .json: try json(opened)
    case .csv: try csv(opened)
    default: try other(trace.format, opened)
    }
  }

  func other(_ format: OutputFormat, _ trace: SignalTrace) throws -> ExitStatus {
    preconditionFailure("\(Self.name) lists the format \(format.rawValue) and has it not")
  }

  /// Opens the traces that the command names.
  func openTrace() throws -> SignalTrace { try trace.open(paths) }

  /// The status of an answer that such losses touch.
  func status(_ losses: TraceLosses) -> ExitStatus { trace.status(losses) }

  /// Tells losses on standard error, for formats that have no place for them.
  func warnOfLoss(_ losses: TraceLosses, begin: Int64) { trace.warnOfLoss(losses, begin: begin) }
}
