// SPDX-License-Identifier: MIT

import Glibc
import TestSupport
import Testing
import TraceSession

@Suite("Diagnosis of this machine", .needsPrivateDaemon)
struct RealDiagnosisTests {
  private func messages(_ target: Diagnosis.Target? = nil) -> [String] {
    Diagnosis(of: .current, target: target).findings.map { "\($0.level): \($0.message)" }
  }

  @Test("finds a session daemon that answers, where programs look for it")
  func daemon() {
    let found = messages()
    #expect(found.contains("ok: the session daemon answers"))
    #expect(found.contains { $0.hasPrefix("ok: programs started from here find the daemon by ") })
    #expect(found.contains { $0.hasPrefix("ok: liblttng-ust.so.1 is ") })
    #expect(found.filter { $0.hasPrefix("problem") } == [])
  }

  @Test("finds the tracepoints in a program and in this process")
  func tracepoints() {
    let emitter = Program.built("RecordEmitter")
    #expect(
      messages(.program(emitter)).contains(
        "ok: '\(emitter)' has the racsignal tracepoints, in '\(emitter)'"))
    let own = messages(.process(getpid()))
    #expect(
      own.contains { $0.hasPrefix("ok: process \(getpid()) has the racsignal tracepoints, in ") })
    #expect(own.filter { $0.hasPrefix("problem") } == [])
    #expect(
      messages(.program("/bin/true")).contains(
        "problem: '/bin/true' has no racsignal tracepoints in it"))
  }
}
