// SPDX-License-Identifier: MIT

public import TraceModel
public import TraceSession

/// Runs a program under a recording session of its own and hands over what its signals did.
///
/// ```swift
/// @Test(.enabled(if: RecordingSession.unavailable == nil, "needs a session daemon"))
/// func search() throws {
///   try withRecording(of: ["./search", "--once"]) { trace, outcome in
///     var errors = 0
///     trace.forEachEvent { event in
///       if event.kind == .error { errors += 1 }
///       return true
///     }
///     #expect(outcome == .exited(0))
///     #expect(errors == 0)
///   }
/// }
/// ```
///
/// The program has the standard streams, the environment and the directory of this process.
/// Recordings may run side by side: each sees its own program alone. The trace lies in a temporary
/// directory, which is gone when `body` returns.
///
/// - Parameters:
///   - command: The program, found as a shell finds it, and its arguments.
///   - detail: How much is recorded; all of it unless said otherwise.
///   - includesOtherPrograms: Whether programs that this one starts, and all others of this user
///     that run meanwhile, are in the trace as well.
///   - body: Gets the trace, and how the program ended.
/// - Returns: What `body` returns.
/// - Throws: `RecordingError` where nothing can be recorded, see `RecordingSession.unavailable`;
///   `CTFError` where no program of the session's registered; what `body` throws.
public func withRecording<Result>(
  of command: [String], detail: RecordingOptions.Detail = .all,
  includesOtherPrograms: Bool = false,
  _ body: (SignalTrace, CommandOutcome) throws -> Result
) throws -> Result {
  let folder = try RecordingFolder()
  let session = try RecordingSession(folder.options(detail))
  let process: CommandProcess
  do {
    process = try CommandProcess(command, environment: session.environment, blocked: [])
  } catch {
    session.cancel()
    throw error
  }
  session.keepBuffers(ofProcess: process.id)
  let outcome = process.wait()
  let result = try session.finish(after: outcome)

  var selection = TraceSelection()
  if !includesOtherPrograms { selection.processes = [Glob(String(process.id))] }
  return try withExtendedLifetime(folder) {
    try body(try SignalTrace.open([result.output], selection: selection), outcome)
  }
}
