// SPDX-License-Identifier: MIT

import Glibc

/// What a program that has ended left behind.
public struct Outcome: Sendable {
  /// The exit status; 128 + n if signal n ended it.
  public let status: Int32
  /// Its standard output; wrong UTF-8 is mended.
  public let output: String
  /// Its standard error; wrong UTF-8 is mended.
  public let errors: String

  /// The lines of the standard output.
  public var lines: [Substring] { output.split(separator: "\n") }
}

/// Running programs in tests.
public enum Program {
  /// The folder of the package's manifest.
  public static let packageRoot: String = {
    // …/Tests/TestSupport/Program.swift
    #filePath.split(separator: "/").dropLast(3).reduce("") { $0 + "/" + $1 }
  }()

  /// The file of a program that this package builds, beside the running test bundle.
  public static func built(_ name: String) -> String {
    // SwiftPM puts the bundle into the folder of the programs.
    let bundle = CommandLine.arguments.first { $0.contains(".xctest") }
    let executable = bundle ?? selfPath
    var parts = executable.split(separator: "/", omittingEmptySubsequences: false)
    while let last = parts.last, !parts.isEmpty {
      let file = (parts + [Substring(name)]).joined(separator: "/")
      if !last.hasSuffix(".xctest") && access(file, X_OK) == 0 { return file }
      parts.removeLast()
    }
    return packageRoot + "/.build/debug/" + name
  }

  /// Runs a program to its end and returns what it left.
  ///
  /// - Parameters:
  ///   - command: The program and its arguments; looked up in PATH.
  ///   - environment: Variables to set, besides those of this process.
  ///   - directory: The folder to run in.
  ///   - seconds: After this time the program is ended: status 124.
  /// - Returns: What it left.
  /// - Throws: `SupportError` if it cannot be started or its output cannot be read.
  public static func run(
    _ command: [String], environment: [String: String] = [:], in directory: String? = nil,
    seconds: Int = 120
  ) throws -> Outcome {
    let folder = try TemporaryFolder()
    let variables = environment.map { "\($0.key)=\($0.value)" }
    let place = directory.map { ["--chdir=\($0)"] } ?? []
    let words = ["timeout", "--kill-after=5", "\(seconds)", "env"] + place + variables + command
    var arguments = words.map { strdup($0) }
    arguments.append(nil)
    defer { for argument in arguments { free(argument) } }

    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    let flags = O_WRONLY | O_CREAT | O_TRUNC
    posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
    posix_spawn_file_actions_addopen(&actions, 1, folder.path + "/out", flags, 0o600)
    posix_spawn_file_actions_addopen(&actions, 2, folder.path + "/err", flags, 0o600)

    // Dispatch's threads block all signals, and a program inherits that: lttng-sessiond waits for
    // one.
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    var noSignals = sigset_t()
    sigemptyset(&noSignals)
    posix_spawnattr_setsigmask(&attributes, &noSignals)
    posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK))

    var process = pid_t()
    let error = posix_spawnp(&process, "timeout", &actions, &attributes, arguments, environ)
    guard error == 0 else { throw SupportError("cannot run \(command): error \(error)") }
    var state: Int32 = 0
    while waitpid(process, &state, 0) < 0 && errno == EINTR {}
    return Outcome(
      status: state & 0x7F == 0 ? state >> 8 & 0xFF : 128 + state & 0x7F,
      output: try Files.text(of: folder.path + "/out"),
      errors: try Files.text(of: folder.path + "/err"))
  }

  private static var selfPath: String {
    var buffer = [CChar](repeating: 0, count: 4_096)
    let count = readlink("/proc/self/exe", &buffer, buffer.count - 1)
    return String(decoding: buffer[..<max(0, count)].map(UInt8.init(bitPattern:)), as: UTF8.self)
  }
}
