// SPDX-License-Identifier: MIT

import TestSupport
import Testing
import TraceModel
import TraceSession
import TraceTesting

#if LTTng

@Suite(
  "RecordingSession", .serialized,
  .needsPrivateDaemon)
struct RecordingSessionTests {
  private func emitter(_ folder: TemporaryFolder, _ events: Int, kill: Int = 0) -> [String] {
    [Program.built("RecordEmitter"), folder.path + "/count", "1", "\(events)", "0", "\(kill)"]
  }

  private func ordinals(_ trace: SignalTrace) -> [UInt64] {
    var ordinals: [UInt64] = []
    trace.forEachEvent { event in
      ordinals.append(event.number)
      return true
    }
    return ordinals
  }

  @Test("can be made here")
  func available() {
    #expect(RecordingSession.unavailable == nil)
  }

  @Test("hands over every event of a program, in order", arguments: [1, 500])
  func recording(events: Int) throws {
    let folder = try TemporaryFolder()
    try withRecording(
      of: ["sh", "-c", "exec \"$0\" \"$@\" < /dev/null > /dev/null"] + emitter(folder, events)
    ) {
      trace, outcome in
      #expect(outcome == .exited(3))
      #expect(ordinals(trace) == (1...UInt64(events)).map { $0 })
    }
  }

  @Test("hands over what a killed program left in its buffers")
  func killed() throws {
    let folder = try TemporaryFolder()
    try withRecording(of: emitter(folder, 0, kill: 30_000)) { trace, outcome in
      #expect(outcome == .killed(9))
      let found = ordinals(trace)
      // In order, each once, and no more of them missing than are said to be discarded.
      #expect(zip(found, found.dropFirst()).allSatisfy { $0 < $1 })
      let last = try #require(found.last)
      #expect(last - UInt64(found.count) <= UInt64(trace.losses.discardedEvents))
    }
  }

  @Test("leaves no session and no directory behind when it is cancelled or forgotten")
  func cancelled() throws {
    let folder = try TemporaryFolder()
    var options = RecordingOptions(output: folder.path + "/a/b")
    options.sessionName = "cancelled"
    do {
      let session = try RecordingSession(options)
      let error = #expect(throws: RecordingError.self) { _ = try RecordingSession(options) }
      #expect(error?.code == .sessionExists)
      session.cancel()
    }
    _ = try RecordingSession(options)
    let listed = try Program.run(["lttng", "--no-sessiond", "list"])
    #expect(!listed.output.contains("cancelled"))
    #expect(try Program.run(["ls", "-A", folder.path]).output.isEmpty)
  }

  @Test("throws what a shell would say of a program that is not there")
  func notFound() {
    let error = #expect(throws: RecordingError.self) {
      try withRecording(of: ["no-such-program"]) { _, _ in }
    }
    #expect(error?.code == .commandNotFound)
  }
}

#else

@Suite("RecordingSession, built without lttng")
struct RecordingSessionTests {
  @Test("says so")
  func unsupported() {
    #expect(RecordingSession.unavailable?.code == .unsupported)
    let error = #expect(throws: RecordingError.self) {
      _ = try RecordingSession(RecordingOptions(output: "run"))
    }
    #expect(error?.code == .unsupported)
  }
}

#endif
