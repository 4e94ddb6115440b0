// SPDX-License-Identifier: MIT

import TestSupport
import Testing
import TraceTestSupport

@Suite("Paths that ractrace is given")
struct PathTests {
  @Test("need not be UTF-8, and are shown without harm")
  func bytes() throws {
    var trace = SyntheticTrace()
    trace.packet(begin: 0, end: 1_000) { $0.subscribed("clicks", id: 1, at: 10) }
    let folder = try trace.write()
    let parent = try TemporaryFolder()
    let moved = """
      mv "$1" "$2"/$'odd\\xff\\xc3run'
      "$3" summary "$2"/$'odd\\xff\\xc3run'; "$3" summary "$2"/$'none\\xff'
      """
    let outcome = try Program.run([
      "bash", "-c", moved, "test", folder.path, parent.path, Program.built("ractrace"),
    ])
    #expect(outcome.output.contains("/odd\\xff\\xc3run: 1 event"))
    #expect(outcome.errors.contains("/none\\xff': does not exist"))
    #expect(outcome.status == 2)
  }

  @Test("may lead to more files than the process may have open", arguments: [10, 40, 200])
  func manyFiles(limit: Int) throws {
    var trace = TestTrace(events: [.init(name: "a:b", fields: [.integer("n", 32)])])
    for stream in 0..<128 as Range<UInt64> {
      trace.packet(in: "c_\(stream)", begin: 0, end: 1_000, cpu: stream) { packet in
        packet.event(0, at: stream, [.number(stream)])
      }
    }
    let folder = try trace.write()
    let outcome = try Program.run([
      "bash", "-c", "ulimit -n $1; exec $2 events $3", "test", "\(limit)",
      Program.built("ractrace"), folder.path,
    ])
    #expect(outcome.output.split(separator: "\n").count == 128)
    #expect(outcome.output.hasSuffix("n=127\n"))
    #expect(outcome.errors == "")
    #expect(outcome.status == 0)
  }

  /// What `ractrace events` says of a trace whose file is cut while the tool stands at a full pipe.
  private static func shortened(_ trace: TestTrace) throws -> Outcome {
    let folder = try trace.write()
    let scratch = try TemporaryFolder()
    let script = """
      mkfifo "$1/pipe"; "$2" events "$3" >"$1/pipe" & exec 3<"$1/pipe"
      read -r -N 1 <&3; : >"$3/c_0"; tail -n 1 <&3; wait $!
      """
    return try Program.run([
      "bash", "-c", script, "test", scratch.path, Program.built("ractrace"), folder.path,
    ])
  }

  @Test(
    "may lead to a file that gets shorter while it is read: what was left is shown, and it is told")
  func shortenedPackets() throws {
    var trace = TestTrace(events: [.init(name: "a:b", fields: [.integer("n", 32)])])
    for number in 0..<40 as Range<UInt64> {
      trace.packet(number: number, begin: number * 1_000, end: number * 1_000 + 999) { packet in
        for time in 0..<999 as Range<UInt64> {
          packet.event(0, at: number * 1_000 + time, [.number(time)])
        }
      }
    }
    let outcome = try Self.shortened(trace)
    // The packet that was open is shown to its end.
    #expect(outcome.output.hasSuffix("n=998\n"))
    #expect(outcome.errors.contains("/c_0 at byte "))
    #expect(outcome.errors.hasSuffix(": has become shorter while it was read\n"))
    #expect(outcome.status == 0)
  }

  @Test("may lead to a file that gets shorter in a large packet: that is told, not a crash")
  func shortenedPacket() throws {
    var trace = TestTrace(events: [.init(name: "a:b", fields: [.integer("n", 32), .string("s")])])
    trace.packet(begin: 0, end: 50_000) { packet in
      for time in 0..<1_000 as Range<UInt64> {
        packet.event(0, at: time, [.number(time), .text(String(repeating: "x", count: 2_000))])
      }
    }
    let outcome = try Self.shortened(trace)
    #expect(outcome.errors.hasPrefix("ractrace: a file of the trace got shorter while it was read"))
    #expect(outcome.errors.hasSuffix("hint: read it again, or stop the session first\n"))
    #expect(outcome.status == 2)
  }
}
