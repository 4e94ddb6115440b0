// SPDX-License-Identifier: MIT

import Glibc
import TestSupport
import Testing
import TraceTestSupport

/// The files in `Golden`, which outputs of the tool are compared with.
///
/// With `RACTRACE_UPDATE_GOLDEN=1` they are written anew instead: read what changed before committing
/// it.
enum GoldenFile {
  /// Compares what a command says of a trace.
  ///
  /// - Parameters:
  ///   - file: The name of the file.
  ///   - trace: The trace.
  ///   - command: The command.
  ///   - options: Its options; one such as `COLUMNS=80` is the width of the terminal.
  /// - Throws: `SupportError` if the tool cannot be run or the file cannot be read.
  static func check(
    _ file: String, _ trace: SyntheticTrace, _ command: String, _ options: [String]
  ) throws {
    let folder = try trace.write()
    let columns = options.first { $0.hasPrefix("COLUMNS=") }?.dropFirst(8)
    let outcome = try Program.run(
      [Program.built("ractrace"), command, "."] + options.filter { !$0.hasPrefix("COLUMNS=") },
      environment: ["COLUMNS": columns.map(String.init) ?? ""], in: folder.path)
    #expect(outcome.status == 0)
    #expect(outcome.errors == "")
    try check(file, outcome.output)
  }

  /// Compares an output.
  static func check(_ file: String, _ output: String) throws {
    let path = Program.packageRoot + "/Tests/ractraceTests/Golden/" + file
    if getenv("RACTRACE_UPDATE_GOLDEN") != nil { try Files.write(output, to: path) }
    #expect(try output == Files.text(of: path))
  }
}
