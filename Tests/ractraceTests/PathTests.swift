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
}
