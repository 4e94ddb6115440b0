// SPDX-License-Identifier: MIT

import Glibc
import TestSupport
import Testing

@testable import TraceSession

@Suite("CommandProcess")
struct CommandProcessTests {
  @Test("tells how a command ended as a shell does")
  func outcomes() throws {
    #expect(try CommandProcess(["sh", "-c", "exit 7"]).wait() == .exited(7))
    #expect(try CommandProcess(["sh", "-c", "kill -TERM $$"], blocked: []).wait() == .killed(15))
    #expect(CommandOutcome.killed(9).shellStatus == 137)
    #expect(CommandOutcome.exited(9).shellStatus == 9)
  }

  @Test("kills a program that takes too long")
  func limit() throws {
    let process = try CommandProcess(["sleep", "600"], blocked: [])
    #expect(process.wait(limit: .milliseconds(10)) == .killed(SIGKILL))
  }

  @Test(
    "says why a command does not start",
    arguments: [
      ("no-such-command", .commandNotFound), ("./no/such", .commandNotFound),
      ("/etc/passwd", .cannotExecute), ("/", .cannotExecute),
    ] as [(String, RecordingError.Code)])
  func failures(name: String, code: RecordingError.Code) {
    let error = #expect(throws: RecordingError.self) { _ = try CommandProcess([name]) }
    #expect(error?.code == code)
  }

  @Test("runs a script without an interpreter line as a shell does")
  func script() throws {
    let folder = try TemporaryFolder()
    let outcome = try Program.run(
      ["sh", "-c", "echo 'exit 5' > \"$1\"/script; chmod +x \"$1\"/script", "sh", folder.path])
    #expect(outcome.status == 0)
    #expect(try CommandProcess([folder.path + "/script"]).wait() == .exited(5))
  }
}
