// SPDX-License-Identifier: MIT

import CTF
import CommandLineKit
import TraceModel

/// A command that reads traces: `ractrace NAME [OPTION...] TRACE...`.
protocol TraceCommand: Command {
  var trace: TraceOptions { get set }
  var paths: [String] { get set }

  /// Answers for people.
  func text(_ trace: SignalTrace) throws -> ExitStatus
  /// Answers for programs, one object a line.
  func json(_ trace: SignalTrace) throws -> ExitStatus
  /// Answers for spreadsheets.
  func csv(_ trace: SignalTrace) throws -> ExitStatus
}

extension TraceCommand {
  static var arguments: ArgumentRule { .atLeast(1, "TRACE") }
  static var statuses: [StatusMeaning] { Statuses.reading }

  mutating func take(_ arguments: [String]) { paths = arguments }

  mutating func run() throws -> ExitStatus {
    ShortenedTrace.watch()
    let opened = try openTrace()
    let status =
      switch trace.format {
      case .text: try text(opened)
      case .json: try json(opened)
      case .csv: try csv(opened)
      }
    if let failure = undecoded(opened) { throw failure }
    return status
  }
}

extension TraceCommand {
  /// Opens the traces that the command names.
  func openTrace() throws -> SignalTrace {
    let opened = try SignalTrace.open(paths, options: trace.opening, selection: trace.selection)
    if !trace.selection.processes.isEmpty, opened.missingContexts.contains(.vpid) {
      throw Failure(
        "--process cannot be answered: the trace has no vpid context",
        hint: "record with `lttng add-context -u -t vpid -t vtid -t procname', or ractrace record")
    }
    return opened
  }

  /// Refuses a question that only a trace with events of the contract can answer.
  func requireContract(_ opened: SignalTrace) throws {
    guard !opened.hasContract, undecoded(opened) == nil else { return }
    throw Failure(
      "`ractrace \(Self.name)' needs racsignal events, and this trace has none",
      hint: "record a program that emits them: ractrace record, or lttng enable-event -u 'rac*'")
  }

  /// What to say, after all that is known, if no trace tells what its events are.
  private func undecoded(_ opened: SignalTrace) -> Failure? {
    guard let first = opened.set.traces.first,
      opened.set.traces.allSatisfy({ $0.metadataOrigin == .unknown })
    else { return nil }
    return Failure(
      "the events in '\(first.path)' cannot be decoded: it has no metadata, and they are not all "
        + "of RACTrace's own providers",
      hint: "lend it the metadata of a session that recorded the same: --metadata FILE")
  }

  /// The status of an answer that such losses touch.
  func status(_ losses: TraceLosses) -> ExitStatus {
    trace.onLoss == .fail && !losses.isWhole ? .loss : .success
  }

  /// Tells losses on standard error, for formats that have no place for them.
  func warnOfLoss(_ losses: TraceLosses, begin: Int64) {
    guard trace.onLoss != .ignore, !losses.isWhole || !losses.damage.isEmpty else { return }
    StandardStream.error.write(
      LossText(losses: losses, begin: begin).render(Style(isOn: false))
        + TraceNotes.render(losses, begin: begin))
  }
}
