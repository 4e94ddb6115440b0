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

  @Test("may lead to a file that gets shorter while it is read: that is told, not a crash")
  func shortened() throws {
    var trace = TestTrace(events: [.init(name: "a:b", fields: [.integer("n", 32)])])
    trace.packet(begin: 0, end: 50_000) { packet in
      for time in 0..<40_000 as Range<UInt64> { packet.event(0, at: time, [.number(time)]) }
    }
    let folder = try trace.write()
    let scratch = try TemporaryFolder()
    // The tool stands at the full pipe while its file is cut.
    let script = """
      mkfifo "$1/pipe"; "$2" events "$3" >"$1/pipe" & exec 3<"$1/pipe"
      read -r -N 1 <&3; : >"$3/c_0"; cat <&3 >/dev/null; wait $!
      """
    let outcome = try Program.run([
      "bash", "-c", script, "test", scratch.path, Program.built("ractrace"), folder.path,
    ])
    #expect(outcome.errors.hasPrefix("ractrace: a file of the trace got shorter while it was read"))
    #expect(outcome.errors.hasSuffix("hint: read it again, or stop the session first\n"))
    #expect(outcome.status == 2)
  }
}
