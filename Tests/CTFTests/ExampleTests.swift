// SPDX-License-Identifier: MIT

import TestSupport
import Testing
import TraceTestSupport

@Suite("Examples")
struct ExampleTests {
  private static let trace: TestTrace = {
    var trace = TestTrace(
      events: [
        .init(
          name: "racsignal:next",
          fields: [.string("_signal"), .string("_value"), .integer("_ordinal", 64)]),
        .init(name: "other:event", fields: [.float("_load", 64)]),
      ],
      context: [.integer("_vpid", 32, signed: true)])
    trace.clock.offsetSeconds = 1
    trace.packet(in: "c_0", begin: 0, end: 100) { packet in
      packet.event("racsignal:next", at: 10, context: [7], [.text("clicks"), .text("1"), 1])
      packet.event("racsignal:next", at: 30, context: [7], [.text("clicks"), .text("2"), 2])
    }
    trace.packet(in: "c_0", number: 1, begin: 100, end: 200, discarded: 3)
    trace.packet(in: "c_1", begin: 0, end: 200, cpu: 1) { packet in
      packet.event("racsignal:next", at: 20, context: [7], [.text("clicks.map"), .text("10"), 1])
      packet.event("other:event", at: 140, context: [8], [.double(0.5)])
    }
    return trace
  }()

  @Test("read a trace: every step of the reading interface, with its whole output")
  func readTrace() throws {
    let folder = try Self.trace.write()
    try withExtendedLifetime(folder) {
      let outcome = try Program.run([Program.built("ReadTrace"), folder.path])
      #expect(outcome.status == 0)
      #expect(outcome.errors == "")
      #expect(
        outcome.output == """
          trace 0, written by ? on h
            clock monotonic, 1000000000 Hz
            stream c_0: CPU 0, packets: 2
            stream c_1: CPU 1, packets: 1
            event racsignal:next: vpid, signal, value, ordinal
            event other:event: vpid, load
          events in order of time:
            10 ns racsignal:next
            20 ns racsignal:next
            30 ns racsignal:next
            140 ns other:event
          the first event of the second half:
            other:event
          values by signal:
            clicks: 2
            clicks.map: 1
          events by stream:
            c_0: 2
            c_1: 2
          the last event:
            other:event vpid=8 load=0.5
          lost:
            discarded events: 3, lost packets: 0
            discarded in c_0: 3
          the example of CTFTraceSet:
          1000000010 clicks
          1000000020 clicks.map
          1000000030 clicks
          events are missing

          """)
    }
  }

  @Test("hold the example in the documentation of CTFTraceSet, which so is compiled and run")
  func documented() throws {
    let root = Program.packageRoot
    let comments = try Files.text(of: root + "/analysis/CTF/CTFTraceSet.swift")
    let program = try Files.text(of: root + "/Examples/ReadTrace/main.swift")
    let lines = comments.split(separator: "\n").drop { $0 != "/// ```swift" }.dropFirst()
    let example = lines.prefix { $0 != "/// ```" }.map { $0.dropFirst(4) }
    #expect(example.count > 5)
    #expect(program.contains(example.map { "  \($0)\n" }.joined()))
  }

  @Test("say why a folder cannot be read, and end with status 2")
  func error() throws {
    let outcome = try Program.run([Program.built("ReadTrace"), "/nowhere"])
    #expect(outcome.status == 2)
    #expect(outcome.output == "")
    #expect(outcome.errors.contains("/nowhere"))
  }
}
