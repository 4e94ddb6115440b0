// SPDX-License-Identifier: MIT

/// Why something could not be recorded.
public struct RecordingError: Error, Equatable, Sendable, CustomStringConvertible {
  /// What kind of trouble it is; more kinds may come.
  public struct Code: Hashable, Sendable, CustomStringConvertible {
    /// The kind's name.
    public let description: String
    init(_ description: String) { self.description = description }

    /// This build has no lttng support.
    public static let unsupported = Code("unsupported")
    /// The options contradict themselves, or lttng's limits.
    public static let invalidOptions = Code("invalidOptions")
    /// The output directory holds a trace already.
    public static let outputInUse = Code("outputInUse")
    /// The output directory cannot be made or written.
    public static let outputUnusable = Code("outputUnusable")
    /// The output's file system is full.
    public static let diskFull = Code("diskFull")
    /// There is too little shared memory for the buffers.
    public static let sharedMemory = Code("sharedMemory")
    /// No session daemon runs for this user.
    public static let noDaemon = Code("noDaemon")
    /// A daemon runs, and this user may not use it.
    public static let permission = Code("permission")
    /// The daemon does not answer in time.
    public static let daemonSilent = Code("daemonSilent")
    /// The daemon ended, or forgot the session, while it was recording.
    public static let daemonLost = Code("daemonLost")
    /// A session of that name exists.
    public static let sessionExists = Code("sessionExists")
    /// The daemon refused a request for another reason.
    public static let refused = Code("refused")
    /// The command cannot be executed.
    public static let cannotExecute = Code("cannotExecute")
    /// There is no such command.
    public static let commandNotFound = Code("commandNotFound")
  }

  /// The kind of trouble.
  public var code: Code
  /// What could not be done, in one line without a full stop.
  public var message: String
  /// What to do about it, with the command to try.
  public var remedy: String?
  /// What the system or the daemon said.
  public var cause: String?

  /// An error.
  ///
  /// - Parameters:
  ///   - code: The kind of trouble.
  ///   - message: What could not be done, in one line without a full stop.
  ///   - cause: What the system or the daemon said.
  ///   - remedy: What to do about it, with the command to try.
  public init(_ code: Code, _ message: String, cause: String? = nil, remedy: String? = nil) {
    self.code = code
    self.message = message
    self.cause = cause
    self.remedy = remedy
  }

  /// All of it in one line.
  public var description: String {
    var text = message
    if let cause { text += ": \(cause)" }
    if let remedy { text += " (\(remedy))" }
    return text
  }
}
