// SPDX-License-Identifier: MIT

@preconcurrency import Glibc

/// A program that was started with this process's standard streams and directory.
package struct CommandProcess: Sendable {
  /// Its process id.
  package let id: Int32

  /// Starts a program, found as a shell finds it.
  ///
  /// - Parameters:
  ///   - words: The program and its arguments; at least one word.
  ///   - bytes: The same words as C strings, where they may not be UTF-8; nil: as in `words`.
  ///   - environment: Variables that it gets beside those of this process.
  ///   - blocked: The signals that are blocked in it; nil: those of the calling thread.
  ///   - discardsOutput: Whether its output and errors go nowhere.
  /// - Throws: `RecordingError` with the code `commandNotFound` or `cannotExecute`.
  package init(
    _ words: [String], bytes: [[CChar]]? = nil, environment: [String: String] = [:],
    blocked: Set<Int32>? = nil, discardsOutput: Bool = false
  ) throws(RecordingError) {
    guard let name = words.first else {
      throw RecordingError(.commandNotFound, "cannot execute a command without words")
    }
    let path = try Self.path(of: name)
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    if let blocked {
      var mask = sigset_t()
      sigemptyset(&mask)
      for signal in blocked { sigaddset(&mask, signal) }
      posix_spawnattr_setsigmask(&attributes, &mask)
      posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK))
    }
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    if discardsOutput {
      posix_spawn_file_actions_addopen(&actions, 1, "/dev/null", O_WRONLY, 0)
      posix_spawn_file_actions_adddup2(&actions, 1, 2)
    }
    let words = bytes ?? words.map { Array($0.utf8CString) }
    var id: pid_t = 0
    var status = Self.spawn(&id, path, words, environment, &actions, &attributes)
    if status == ENOEXEC {
      // A script without a first line that names its interpreter is the shell's, as for execvp.
      let script = ["/bin/sh", path].map { Array($0.utf8CString) } + words.dropFirst()
      status = Self.spawn(&id, "/bin/sh", script, environment, &actions, &attributes)
    }
    guard status == 0 else { throw Self.failure(name, status) }
    self.id = id
  }

  /// Waits for its end.
  ///
  /// - Parameter limit: When it is over, the program is killed; nil waits without end.
  /// - Returns: How it ended.
  package func wait(limit: Duration? = nil) -> CommandOutcome {
    if let limit {
      var outcome: CommandOutcome?
      let isOver = Deadline(after: limit).poll {
        outcome = outcomeIfEnded()
        return outcome != nil
      }
      if isOver, let outcome { return outcome }
      kill(id, SIGKILL)
    }
    var status: Int32 = 0
    while waitpid(id, &status, 0) < 0, errno == EINTR {}
    return CommandOutcome(waitStatus: status)
  }

  /// How it ended, or nil if it still runs; after an answer it must not be asked again.
  package func outcomeIfEnded() -> CommandOutcome? {
    var status: Int32 = 0
    return waitpid(id, &status, WNOHANG) == id ? CommandOutcome(waitStatus: status) : nil
  }

  private static func spawn(
    _ id: inout pid_t, _ path: String, _ words: [[CChar]], _ environment: [String: String],
    _ actions: inout posix_spawn_file_actions_t, _ attributes: inout posix_spawnattr_t
  ) -> Int32 {
    var arguments: [UnsafeMutablePointer<CChar>?] = words.map { strdup($0) } + [nil]
    defer { for argument in arguments { free(argument) } }
    if environment.isEmpty {
      return posix_spawn(&id, path, &actions, &attributes, &arguments, environ)
    }
    var variables: [UnsafeMutablePointer<CChar>?] = []
    var next = environ
    while let variable = next.pointee {
      let name = String(decoding: String(cString: variable).utf8.prefix { $0 != 61 }, as: UTF8.self)
      if environment[name] == nil { variables.append(strdup(variable)) }
      next += 1
    }
    for (name, value) in environment { variables.append(strdup("\(name)=\(value)")) }
    variables.append(nil)
    defer { for variable in variables { free(variable) } }
    return posix_spawn(&id, path, &actions, &attributes, &arguments, &variables)
  }

  /// The file that a name stands for.
  private static func path(of name: String) throws(RecordingError) -> String {
    if name.contains("/") { return name }
    let directories = getenv("PATH").map { String(cString: $0) } ?? "/usr/bin:/bin"
    var found: Int32?
    for directory in directories.split(separator: ":", omittingEmptySubsequences: false) {
      let path = (directory.isEmpty ? "." : String(directory)) + "/" + name
      var status = stat()
      guard stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { continue }
      if access(path, X_OK) == 0 { return path }
      found = EACCES
    }
    throw failure(name, found ?? ENOENT)
  }

  private static func failure(_ name: String, _ number: Int32) -> RecordingError {
    let cause = SystemError(number: number).text
    if number == ENOENT {
      return RecordingError(
        .commandNotFound, "cannot find '\(name)'", cause: cause,
        remedy: name.contains("/") ? nil : "name it with its directory, as in ./\(name)")
    }
    return RecordingError(.cannotExecute, "cannot execute '\(name)'", cause: cause)
  }
}
