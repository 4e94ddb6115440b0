// SPDX-License-Identifier: MIT

import CTF
import Glibc
import TestSupport
import Testing

#if LTTng

/// `kill -9` of the recorded command in a tight loop of sends.
@Suite("record, when the command is killed", .needsPrivateDaemon)
struct RecordKillTests {
  /// How often; `RACTRACE_KILL_ROUNDS=20` is for whoever changes this.
  static let rounds = getenv("RACTRACE_KILL_ROUNDS").flatMap { Int(String(cString: $0)) } ?? 3

  @Test(
    "loses no event, neither of those that the daemon had nor of those left in the buffers",
    arguments: ["process", "user"], 1...rounds)
  func kill(buffers: String, round: Int) throws {
    let recorder = try Recorder()
    // Times that differ in every round, and buffers that keep up with two processors.
    let microseconds = 20_000 + round * 7_919 % 180_000
    let outcome = try recorder.run(
      """
      record -o run --buffers \(buffers) --num-subbuf 16 -- "$emitter" count 2 0 0 \(microseconds)
      echo $?; emitted count
      """ + "\n" + Recorder.leftovers)
    try #require(outcome.lines.count == 4)
    #expect(outcome.lines[0] == "137")
    #expect(outcome.lines[2...] == ["0", "0"], "\(outcome.errors)")
    #expect(outcome.errors.contains("was ended by signal 9"))
    let emitted = try #require(Int(outcome.lines[1]))

    let set = try CTFTraceSet.open([recorder.folder.path + "/run"])
    var recorded = 0
    let trust = set.forEachEvent(in: .stream) { _ in recorded += 1 }
    let discarded = Int(trust.discardedEvents)
    #expect(trust.damage.isEmpty)
    #expect(trust.lostPackets == 0)
    #expect(trust.repeatedPackets == 0)
    // Each of the two threads may have emitted one that it had no time to count.
    #expect(
      (emitted...emitted + 2).contains(recorded + discarded),
      "\(recorded) recorded, \(discarded) discarded, \(emitted) emitted; \(outcome.errors)")
    #expect(try recorder.babeltraceCount("run") == recorded)
  }

  @Test("does not disturb another program that is recorded at the same time")
  func bystander() throws {
    let recorder = try Recorder()
    let outcome = try recorder.run(
      """
      record -o run -- sh -c '"$0" killed 1 0 0 100000; "$0" count 2 1000 100 0 < /dev/null' "$emitter"
      echo $?
      """)
    #expect(outcome.lines == ["2000 events", "3"], "\(outcome.errors)")
    let set = try CTFTraceSet.open([recorder.folder.path + "/run"])
    let killed = set.traces.indices.filter { set.traces[$0].path.contains("/crash/") }
    #expect(killed.isEmpty)
    #expect(try recorder.counts("run")["racsignal:next"] ?? 0 >= 2000)
  }
}

#endif
