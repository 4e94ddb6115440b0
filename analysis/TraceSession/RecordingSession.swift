// SPDX-License-Identifier: MIT

import Glibc

/// An lttng session that records the events of the tracepoint contract.
///
/// It records from its creation on, everything that programs of the same user emit, until it is
/// finished. Nothing of it stays behind but the trace: not in the daemon, nor in shared memory.
///
/// ```swift
/// let session = try RecordingSession(RecordingOptions(output: "run1"))
/// // … a program runs, with session.environment …
/// let result = try session.finish(after: .exited(0))
/// ```
///
/// A session is used by one thread. Every call to the daemon has a limit, so that a frozen daemon
/// costs seconds and never a hang.
public final class RecordingSession {
  /// The name that the daemon knows.
  public let name: String
  /// The trace's directory, as an absolute path.
  public let output: String
  /// What the programs that are to be recorded need in their environment; mostly nothing.
  public let environment: [String: String]

  private let options: RecordingOptions

  /// Why nothing can be recorded here, or nil if it can: for tests that are to be skipped then.
  public static var unavailable: RecordingError? {
    #if LTTng
    let daemon = SessionDaemon(limit: .seconds(2))
    do throws(RecordingError) {
      return try daemon.isAlive() ? nil : SessionDaemon.noDaemon("record")
    } catch {
      return error
    }
    #else
    return unsupported
    #endif
  }

  #if LTTng

  private let directory: TraceDirectory
  private let daemon: SessionDaemon
  private let memory: BufferMemory
  private var isFinished = false
  /// Whether buffers were left that the daemon could not bring in.
  private var isStalled = false

  /// Creates the session and starts it.
  ///
  /// - Parameter options: What to record, and into what.
  /// - Throws: `RecordingError`; then nothing is left behind.
  public init(_ options: RecordingOptions) throws(RecordingError) {
    try options.validate()
    let daemon = SessionDaemon(limit: options.controlLimit)
    guard try daemon.isAlive() else { throw SessionDaemon.noDaemon("record") }
    let name = options.sessionName ?? SessionName.unique()
    let memory = try BufferMemory(session: name, need: options.bufferMemory)
    let directory: TraceDirectory
    do throws(RecordingError) { directory = try TraceDirectory(options.output) } catch {
      memory.remove()
      throw error
    }
    self.options = options
    self.daemon = daemon
    self.name = name
    self.memory = memory
    self.directory = directory
    output = directory.path
    environment = options.isLossless ? ["LTTNG_UST_ALLOW_BLOCKING": "1"] : [:]
    do throws(RecordingError) { try begin() } catch {
      isFinished = true
      memory.remove()
      directory.discard()
      throw error
    }
  }

  private func begin() throws(RecordingError) {
    try daemon.create(name, output: output)
    do throws(RecordingError) {
      try daemon.setSharedMemory(name, memory.live)
      try daemon.makeChannel(name, options)
      try daemon.enableEvents(name, options)
      try daemon.start(name)
    } catch {
      try? destroy()
      throw error
    }
  }

  /// Tells which process is the one that matters most: what it leaves in its buffers is kept,
  /// whatever other programs run and end.
  ///
  /// - Parameter process: A process id.
  public func keepBuffers(ofProcess process: Int32) { memory.keeper.keep(process) }

  /// Stops the session, destroys it, and completes the trace.
  ///
  /// After a kill, what the daemon could not deliver is taken out of the buffers.
  ///
  /// - Parameter outcome: How the recorded program ended.
  /// - Returns: What there is now. Its `problems` spoil the trace only as far as they say.
  /// - Throws: `RecordingError` when the trace is not what was asked for: the daemon was lost or
  ///   does not answer, the disk is full. What was written by then is kept.
  public func finish(after outcome: CommandOutcome) throws(RecordingError) -> RecordingResult {
    precondition(!isFinished, "RecordingSession.finish was called twice")
    isFinished = true
    var failure: RecordingError?
    do throws(RecordingError) { try end(outcome) } catch { failure = error }
    memory.stopWatching()
    defer { memory.remove() }
    var result = RecordingResult(
      output: output, sessionName: name,
      bufferMemory: options.bufferMemory * max(1, memory.keeper.peakCount),
      programs: memory.keeper.programCount)
    let missing = result.programs - directory.programCount
    if failure == nil, options.buffers == .process, missing > 0 {
      result.problems.append(
        RecordingError(
          .sharedMemory, "\(missing) of \(result.programs) programs could not be recorded",
          remedy:
            "if \(SharedMemory.directory) was full: smaller buffers (--subbuf-size 262144), or "
            + "one set of buffers for all (--buffers user)"))
    }
    if outcome.mayHaveBeenKilled || isStalled || failure != nil {
      do throws(RecordingError) {
        result.rescue = try BufferRescue(output: output, buffers: memory.kept).run()
      } catch { result.problems.append(error) }
    }
    directory.removeUnbegunPrograms()
    if var failure {
      if failure.code == .daemonSilent {
        failure.remedy =
          "the session stays until the daemon goes on ('kill -CONT PID'): then end it with "
          + "'lttng destroy --no-wait \(name)'"
      }
      throw failure
    }
    if directory.isFull { throw directory.full() }
    return result
  }

  /// Ends the session without a trace; the directory goes as well, if it was made for it.
  public func cancel() {
    guard !isFinished else { return }
    isFinished = true
    try? destroy()
    memory.remove()
    directory.discard()
  }

  /// Gives the daemon time to write what is in the buffers, then ends the session.
  private func end(_ outcome: CommandOutcome) throws(RecordingError) {
    do throws(RecordingError) {
      try daemon.stop(name)
    } catch  where error.code == .refused {
      // Something stopped it already; the rest is as always.
    }
    // A killed program's buffers may wait for ever.
    let limit =
      outcome.mayHaveBeenKilled ? min(options.finishLimit, .seconds(2)) : options.finishLimit
    var trouble: RecordingError?
    isStalled = !Deadline(after: limit).poll {
      do throws(RecordingError) { return try !daemon.hasPending(name) } catch {
        trouble = error
        return true
      }
    }
    if let trouble, trouble.code != .refused { throw trouble }
    try destroy(wait: limit)
  }

  /// Destroys the session, and waits until the daemon has done so.
  private func destroy(wait: Duration? = nil) throws(RecordingError) {
    if try daemon.destroy(name, wait: wait ?? options.finishLimit) { return }
    // It said yes, and now waits for the end of buffers that a killed program stalled, deaf to
    // everybody, until they are gone: what matters of them has a second name.
    memory.removeLive()
    var isThere = false
    _ = Deadline(after: options.controlLimit).poll {
      isThere = (try? daemon.knows(name)) ?? false
      return !isThere
    }
    if isThere {
      throw RecordingError(
        .refused, "the session '\(name)' did not end in time",
        remedy: "end it with 'lttng destroy --no-wait \(name)'")
    }
  }

  deinit { cancel() }

  #else

  /// Always fails: this build has no lttng support.
  ///
  /// - Parameter options: What would be recorded.
  /// - Throws: `RecordingError` with the code `unsupported`.
  public init(_ options: RecordingOptions) throws(RecordingError) {
    throw Self.unsupported
  }

  private static let unsupported = RecordingError(
    .unsupported, "cannot record: this was built without lttng support",
    remedy: "install liblttng-ctl-dev and build with the package's trait LTTng, which is on by "
      + "default")

  /// Never called: there is no session in this build.
  public func cancel() {}

  /// Never called: there is no session in this build.
  ///
  /// - Parameter process: A process id.
  public func keepBuffers(ofProcess process: Int32) {}

  /// Never called: there is no session in this build.
  ///
  /// - Parameter outcome: How the recorded program ended.
  /// - Returns: Never.
  /// - Throws: Always.
  public func finish(after outcome: CommandOutcome) throws(RecordingError) -> RecordingResult {
    throw Self.unsupported
  }

  #endif
}
