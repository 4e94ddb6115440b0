// SPDX-License-Identifier: MIT

import Glibc
import TestSupport
import Testing

@testable import TraceSession

@Suite("The parts of a session")
struct PartsTests {
  @Test(
    "count the processors that a machine can have, as the kernel lists them",
    arguments: [
      ("0", 1), ("0-3", 4), ("0-1,4-5\n", 6), ("", nil), ("x", nil), ("0-99999999999", nil),
    ] as [(String, Int?)])
  func processors(ranges: String, count: Int?) {
    #expect(SharedMemory.count(possible: ranges) == count)
  }

  @Test(
    "name a session after a program, with nothing that a shell or a path would mind",
    arguments: [
      ("./program", "program"), ("/usr/bin/env", "env"), ("a b;c", "a_b_c"), ("..", "program"),
      ("", "program"), ("-rf", "rf"), ("x\u{1b}[1m", "x__1m"), ("søk", "søk"),
    ])
  func base(program: String, name: String) {
    #expect(SessionName.base(of: program) == name)
  }

  @Test("never give two sessions the same name")
  func unique() {
    #expect(Set((0..<100).map { _ in SessionName.unique() }).count == 100)
  }

  @Test("leave a call alone that does not return, and refuse the next until it does")
  func boundedCall() {
    var ends: [Int32] = [-1, -1]
    #expect(pipe(&ends) == 0)
    let (reading, writing) = (ends[0], ends[1])
    let silent = BoundedCall.run(limit: .milliseconds(20)) {
      var byte: UInt8 = 0
      return read(reading, &byte, 1)
    }
    #expect(silent == nil)
    #expect(BoundedCall.run(limit: .milliseconds(20)) { 1 } == nil)
    var byte: UInt8 = 1
    #expect(write(writing, &byte, 1) == 1)
    #expect(BoundedCall.run(limit: .seconds(60)) { 1 } == 1)
    close(reading)
    close(writing)
  }

  @Test("tell how a command ended as a shell does")
  func outcomes() throws {
    #expect(try CommandProcess(["sh", "-c", "exit 7"]).wait() == .exited(7))
    #expect(try CommandProcess(["sh", "-c", "kill -TERM $$"], blocked: []).wait() == .killed(15))
    #expect(CommandOutcome.killed(9).shellStatus == 137)
    #expect(CommandOutcome.exited(9).shellStatus == 9)
  }

  @Test("kill a helper that takes too long")
  func limit() throws {
    let process = try CommandProcess(["sleep", "600"], blocked: [])
    #expect(process.wait(limit: .milliseconds(10)) == .killed(SIGKILL))
  }

  @Test(
    "say why a command does not start",
    arguments: [
      ("no-such-command", .commandNotFound), ("./no/such", .commandNotFound),
      ("/etc/passwd", .cannotExecute), ("/", .cannotExecute),
    ] as [(String, RecordingError.Code)])
  func failures(name: String, code: RecordingError.Code) {
    let error = #expect(throws: RecordingError.self) { _ = try CommandProcess([name]) }
    #expect(error?.code == code)
  }

  @Test("run a script without an interpreter line as a shell does")
  func script() throws {
    let folder = try TemporaryFolder()
    let outcome = try Program.run(
      ["sh", "-c", "echo 'exit 5' > \"$1\"/script; chmod +x \"$1\"/script", "sh", folder.path])
    #expect(outcome.status == 0)
    #expect(try CommandProcess([folder.path + "/script"]).wait() == .exited(5))
  }

  @Test("make a directory, refuse one with a trace or a second recording, remove an empty one")
  func directory() throws {
    let folder = try TemporaryFolder()
    let path = folder.path + "/a/b"
    var directory: TraceDirectory? = try TraceDirectory(path)
    #expect(File.isDirectory(path))
    let second = #expect(throws: RecordingError.self) { _ = try TraceDirectory(path) }
    #expect(second?.code == .outputInUse)
    directory?.discard()
    directory = nil
    #expect(!File.isThere(folder.path + "/a"))

    _ = try File.makeDirectories(path + "/ust/pid/x")
    #expect(creat(path + "/ust/pid/x/metadata", 0o600) >= 0)
    let used = #expect(throws: RecordingError.self) { _ = try TraceDirectory(path) }
    #expect(used?.code == .outputInUse)
    let file = #expect(throws: RecordingError.self) {
      _ = try TraceDirectory(path + "/ust/pid/x/metadata")
    }
    #expect(file?.code == .outputUnusable)
  }

  @Test("take no packet from bytes that are none")
  func noPacket() {
    #expect(PacketHeader([UInt8](repeating: 0, count: 84), offset: 0) == nil)
    #expect(PacketHeader([0xC1], offset: 0) == nil)
    // The right magic number, and a content that is larger than the packet.
    var bytes: [UInt8] = [0xC1, 0x1F, 0xFC, 0xC1] + [UInt8](repeating: 0, count: 80)
    bytes[50] = 1
    #expect(PacketHeader(bytes, offset: 0) == nil)
    bytes[58] = 1
    #expect(PacketHeader(bytes, offset: 0)?.size == 8192)
  }
}
