// SPDX-License-Identifier: MIT

import Glibc
import TestSupport
import Testing

@Suite("A recorded trace that has lost its metadata", .needsPrivateDaemon)
struct NoMetadataTests {
  /// The events of a trace as `ractrace` prints them for programs.
  private func events(_ folder: String) throws -> [Substring] {
    let outcome = try Program.run([
      Program.built("ractrace"), "events", "--format=json", folder,
    ])
    try #require(outcome.status == 0, "\(outcome.errors)")
    return outcome.lines.filter { $0.hasPrefix("{\"type\":\"event\"") }
  }

  /// Empties every metadata file below a folder, as a full disk leaves them.
  private func empty(_ folder: String) throws {
    let outcome = try Program.run(["find", folder, "-name", "metadata"])
    let files = outcome.lines
    try #require(!files.isEmpty)
    for file in files { try Files.write([], to: String(file)) }
  }

  @Test(
    "is read as it was, at every level and with the usual contexts",
    arguments: ["INFO", "DEBUG_PROCESS", "DEBUG_FUNCTION", "DEBUG_LINE", "DEBUG"],
    ["", "vpid vtid procname", "procname pthread_id vpid vtid"])
  func contract(level: String, contexts: String) throws {
    let folder = try TemporaryFolder()
    let outcome = try PrivateDaemon.run(
      """
      lttng create lost --output="$1" && lttng enable-channel --userspace c
      lttng enable-event --userspace --channel c 'rac*' --loglevel=TRACE_$3
      for context in $4; do lttng add-context --userspace --channel c --type $context; done
      lttng start
      "$2"; "$2"
      timeout 20 lttng stop && timeout 20 lttng destroy
      """,
      arguments: [folder.path, Program.built("ContractExample"), level, contexts])
    try #require(outcome.status == 0, "\(outcome.errors)")
    let expected = try events(folder.path)
    #expect(expected.count > 10)
    try empty(folder.path)
    #expect(try events(folder.path) == expected)
  }

  @Test(
    "is read as it was, of a program of many threads and processes",
    arguments: ["lifecycle", "hops", "values", "deliveries", "all"], ["process", "user"])
  func demo(detail: String, buffers: String) throws {
    let folder = try TemporaryFolder()
    let trace = folder.path + "/run"
    let outcome = try PrivateDaemon.run(
      """
      "$1" record --output "$2" --detail "$3" --buffers "$4" -- sh -c "'$5' >/dev/null; '$5'"
      """,
      arguments: [
        Program.built("ractrace"), trace, detail, buffers, Program.built("RACTraceDemo"),
      ])
    try #require(outcome.status == 0, "\(outcome.errors)")
    let expected = try events(trace)
    #expect(expected.count > 50)
    try empty(trace)
    #expect(try events(trace) == expected)
  }
}
