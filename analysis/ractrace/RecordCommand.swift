// SPDX-License-Identifier: MIT

import CTF
import CommandLineKit
import Glibc
import TraceSession

/// `ractrace record`: runs a command under an lttng session.
struct RecordCommand: Command {
  static let name = "record"
  static let abstract = "Run a command and record what its signals do"
  static let details = """
    Run COMMAND under an lttng session of its own and keep the trace. The command has the standard \
    streams, the environment and the directory of ractrace; what ractrace has to say goes to \
    standard error when the command has ended. Programs of the same user that run meanwhile and \
    have such tracepoints are recorded as well: `ractrace summary --process' tells them apart.
    """
  static let arguments = ArgumentRule.command("COMMAND")
  static var options: [Option<Self>] {
    let size = RecordingOptions.defaultSubbufferSize(processors: SharedMemory.processors)
    return [
      Option(
        "output", "o", argument: "DIR",
        help: "Write the trace to DIR (default PROGRAM-DATE-TIME.trace, here)", set: \.output),
      Option(
        "session", argument: "NAME", help: "Call the lttng session NAME (default: a unique name)",
        set: \.session),
      Option(
        "detail", "d", argument: "LEVEL",
        help: "Record this much: lifecycle, hops, values, deliveries or all; each includes those "
          + "before it (default deliveries)", set: \.detail),
      Option(
        "buffers", argument: "WHOSE",
        help: "One set of buffers for each: process or user (default process)", set: \.buffers),
      Option(
        "subbuf-size", argument: "N",
        help: "Bytes of a sub-buffer, a power of two, also as 512k or 2M (default here "
          + "\(ByteCount.short(size)))", set: \.subbufferSize),
      Option(
        "num-subbuf", argument: "N",
        help: "Sub-buffers of each processor, a power of two (default 4)", set: \.subbufferCount),
      Option(
        "lossless", help: "Let the command wait for room in the buffers instead of losing events",
        set: \.isLossless),
    ]
  }
  static let examples = [
    Example("ractrace record -- ./program --its --options", "Record everything but disposables."),
    Example("ractrace record -o run1 -d lifecycle -- ./server", "Record subscriptions only."),
    Example(
      "ractrace record --lossless --subbuf-size 8M -- ./test", "Wait for room in the buffers."),
  ]
  static let statuses = [
    StatusMeaning("125", "recording failed, whatever the command did"),
    StatusMeaning("126", "COMMAND cannot be executed"),
    StatusMeaning("127", "COMMAND cannot be found"),
    StatusMeaning("2", "wrong usage"),
    StatusMeaning("else", "the status of COMMAND; 128+N if signal N ended it"),
  ]

  var output: String?
  var session: String?
  var detail = RecordingOptions.Detail.deliveries
  var buffers = RecordingOptions.Buffers.process
  var subbufferSize: ByteCount?
  var subbufferCount: Int?
  var isLossless = false
  var command: [String] = []

  mutating func take(_ arguments: [String]) { command = arguments }

  mutating func run() throws -> ExitStatus {
    do {
      return try record()
    } catch {
      throw error.failure
    }
  }

  private func record() throws(RecordingError) -> ExitStatus {
    let signals = CommandSignals()
    let session = try begin()
    if let signal = signals.next(waits: false) {
      session.cancel()
      return ExitStatus(rawValue: CommandOutcome.killed(signal).shellStatus)
    }
    let process: CommandProcess
    do throws(RecordingError) {
      process = try CommandProcess(
        command, bytes: commandBytes, environment: session.environment,
        blocked: signals.blockedBefore)
    } catch {
      session.cancel()
      throw error
    }
    session.keepBuffers(ofProcess: process.id)
    let outcome = signals.forward(to: process)
    do throws(RecordingError) {
      let result = try session.finish(after: outcome)
      RecordReport(
        result: result, events: RecordedEvents(in: result.output), outcome: outcome,
        command: command[0], detail: detail, isLossless: isLossless
      ).print()
    } catch {
      var error = error
      let end = RecordReport.sentence(outcome, command: command[0])
      error.message += "; \(end), and what was recorded until then is in '\(session.output)'"
      throw error
    }
    return ExitStatus(rawValue: outcome.shellStatus)
  }

  /// The command's words byte for byte: file names need not be UTF-8.
  ///
  /// Nil if they came from elsewhere than the command line.
  private var commandBytes: [[CChar]]? {
    let count = Int(CommandLine.argc)
    guard commandLineWords.suffix(command.count) == command[...] else { return nil }
    return (count - command.count..<count).map { index in
      guard let word = CommandLine.unsafeArgv[index] else { return [0] }
      return Array(UnsafeBufferPointer(start: word, count: strlen(word) + 1))
    }
  }

  /// Creates the session; without a name for the output, in a directory that nobody else has.
  private func begin() throws(RecordingError) -> RecordingSession {
    // A directory for the trace is named in UTF-8.
    let output = output.map { String(decoding: PathText.bytes($0), as: UTF8.self) }
    var options = RecordingOptions(output: output ?? "")
    options.sessionName = session
    options.detail = detail
    options.buffers = buffers
    options.isLossless = isLossless
    if let subbufferSize { options.subbufferSize = subbufferSize.bytes }
    if let subbufferCount { options.subbufferCount = subbufferCount }
    if output != nil { return try RecordingSession(options) }
    let name = SessionName.base(of: command[0]) + "-" + SessionName.stamp()
    for number in 1...100 {
      options.output = name + (number == 1 ? "" : "-\(number)") + ".trace"
      do throws(RecordingError) {
        return try RecordingSession(options)
      } catch {
        guard error.code == .outputInUse else { throw error }
      }
    }
    return try RecordingSession(options)
  }
}

extension RecordingError {
  /// The error as the tool prints it, with the status that `env` would give.
  fileprivate var failure: Failure {
    let status: Int32 =
      switch code {
      case .commandNotFound: 127
      case .cannotExecute: 126
      case .invalidOptions: 2
      default: 125
      }
    return Failure(
      message, causes: cause.map { [$0] } ?? [], hint: remedy, status: ExitStatus(rawValue: status))
  }
}
