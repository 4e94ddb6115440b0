// SPDX-License-Identifier: MIT

import CTF
import TestSupport
import Testing

#if LTTng
@Suite(
  "Recorded sessions", .serialized,
  .needsPrivateDaemon)
struct DifferentialTests {
  struct Session: CustomTestStringConvertible, Sendable {
    var testDescription: String
    var buffers = "uid"
    var contexts: [String] = []
    /// Of each program that is run at the same time, its rounds and threads.
    var programs: [(rounds: Int, threads: Int)]
    var subbufferSize = "256k"
    var isWhole = true
  }

  static let contexts = ["vpid", "vtid", "procname"]

  static let sessions = [
    Session(testDescription: "no contexts", programs: [(60, 1)]),
    Session(
      testDescription: "per-user buffers, two processes of several threads", contexts: contexts,
      programs: [(300, 3), (200, 2)]),
    Session(
      testDescription: "per-process buffers, three processes", buffers: "pid",
      contexts: contexts, programs: [(150, 2), (100, 1), (120, 3)]),
    Session(
      testDescription: "many contexts",
      contexts: contexts + ["pthread_id", "ip", "vuid", "vegid", "pid_ns", "time_ns"],
      programs: [(200, 2)]),
    Session(
      testDescription: "buffers far too small", contexts: ["vtid"],
      programs: [(3000, 4)], subbufferSize: "4k", isWhole: false),
  ]

  static func record(_ session: Session, in folder: String) throws {
    let add = session.contexts.map { "-t \($0)" }.joined(separator: " ")
    let programs = session.programs.map {
      "'\(Program.built("EveryField"))' \($0.rounds) \($0.threads) & pids=\"$pids $!\""
    }
    _ = try run(
      """
      exec 2>&1; set -e; pids=
      lttng create everyfield --output='\(folder)'
      trap 'timeout 60 lttng destroy everyfield' EXIT
      lttng enable-channel -u -s everyfield --buffers-\(session.buffers) --subbuf-size=\(session.subbufferSize) \
        --num-subbuf=8 c
      lttng enable-event -u -s everyfield -c c 'everyfield:*'
      \(add.isEmpty ? "true" : "lttng add-context -u -s everyfield -c c \(add)")
      lttng start everyfield
      \(programs.joined(separator: "\n"))
      wait $pids
      timeout 60 lttng stop everyfield
      """)
  }

  private static func run(_ script: String) throws -> String {
    let outcome = try Program.run(["bash", "-c", script])
    guard outcome.status == 0 else { throw SupportError(outcome.output + outcome.errors) }
    return outcome.output
  }

  static func babeltrace(_ folder: String) throws -> [String] {
    try run(
      """
      babeltrace2 '\(folder)' -c sink.text.pretty \
        -p 'clock-seconds=yes,no-delta=yes,color="never",field-default="hide"' 2>/dev/null
      """
    ).split(separator: "\n").map { String($0) }
  }

  /// Compares two lines; babeltrace2 shows the previous event's value for an empty text.
  static func agree(_ ours: String, _ theirs: String) -> Bool {
    guard ours != theirs else { return true }
    let (one, other) = (fields(ours), fields(theirs))
    return one.count == other.count
      && zip(one, other).allSatisfy { one, other in
        one == other || one.hasSuffix(" = \"\"") && other.hasPrefix(one.dropLast())
      }
  }

  private static func fields(_ line: String) -> [String] {
    line.split(separator: ",", omittingEmptySubsequences: false).map { String($0) }
  }

  @Test("read as babeltrace2 reads them, every event and field", arguments: sessions)
  func agree(_ session: Session) throws {
    let temporary = try TemporaryFolder()
    let folder = temporary.path + "/trace"
    try withExtendedLifetime(temporary) {
      try Self.record(session, in: folder)
      let set = try CTFTraceSet.open([folder])
      let ours = BabeltraceText.lines(of: set)
      let theirs = try Self.babeltrace(folder)
      #expect(!ours.isEmpty)
      #expect(ours.count == theirs.count)
      // The order of events at one time on several CPUs is nobody's.
      for (one, other) in zip(ours.sorted(), theirs.sorted()) where !Self.agree(one, other) {
        Issue.record("we read\n\(one)\nbabeltrace2 reads\n\(other)")
        break
      }
      #expect(set.trust.damage.isEmpty)
      #expect(set.trust.isWhole == session.isWhole)
      let emitted = session.programs.reduce(0) { $0 + $1.rounds * $1.threads * 5 }
      #expect(ours.count + Int(set.trust.discardedEvents) == emitted)
    }
  }
}
#endif
