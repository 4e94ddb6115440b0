// SPDX-License-Identifier: MIT

import TestSupport
import Testing

@testable import CTF

/// The same packets under both languages: nothing but the metadata differs.
@Suite("CTF 2 metadata made from CTF 1.8's")
struct CTF2SecondOpinionTests {
  /// Every event of a folder, as text, and what was lost.
  private static func read(_ folder: String) throws -> (lines: [String], trust: [String]) {
    let set = try CTFTraceSet.open([folder])
    var lines: [String] = []
    let trust = set.forEachEvent { lines.append(BabeltraceText.line($0, in: set)) }
    let damage = trust.damage.map { "\($0.kind) \($0.offset) \($0.what)" }
    let levels = set.eventClasses.map {
      "\($0.name) \($0.logLevel ?? -1) \($0.modelURI ?? "") \($0.id) \($0.streamClassID)"
    }
    let clocks = set.traces.flatMap(\.clocks).map { "\($0.name) \($0.uuid ?? "") \($0.origin)" }
    let environment = set.traces.map { "\($0.environment) \($0.uuid ?? [])" }
    return (
      lines, ["\(trust.discardedEvents)"] + damage + levels + clocks + environment
    )
  }

  private static func compare(_ folder: String) throws {
    let temporary = try TemporaryFolder()
    let copy = temporary.path + "/copy"
    try withExtendedLifetime(temporary) {
      try CTF2Writer.writeCopy(of: folder, to: copy)
      let ours = try read(folder)
      let other = try read(copy)
      #expect(!ours.lines.isEmpty)
      #expect(ours.lines.count == other.lines.count)
      let difference = zip(ours.lines, other.lines).first { $0 != $1 }
      #expect(difference == nil)
      #expect(ours.trust == other.trust)
    }
  }

  @Test(
    "reads recorded traces alike, every event and field",
    .enabled(if: SharedTraces.folder != nil, "\(SharedTraces.reason)"),
    arguments: ["t1", "t3", "t4", "m_gap", "n_clear", "s_rot", "s_snap", "x_tail", "x_trunc_mid"])
  func recorded(_ name: String) throws { try Self.compare(SharedTraces.path(name)) }

  #if LTTng
  @Test("reads a session of random fields alike", .needsPrivateDaemon)
  func random() throws {
    let temporary = try TemporaryFolder()
    var recorder = RoundRecorder(Round(seed: 10), in: temporary.path)
    try withExtendedLifetime(temporary) {
      try recorder.record()
      try Self.compare(recorder.trace)
    }
  }
  #endif

  @Test(
    "has LTTng's headers read by the short way",
    .enabled(if: SharedTraces.folder != nil, "\(SharedTraces.reason)"))
  func shortWay() throws {
    let metadata = try CTF2Writer.metadata(
      ofFile: SharedTraces.path("t1") + "/ust/uid/0/64-bit/metadata")
    let (trace, cut) = try CTF2Parser.parse(metadata)
    #expect(cut == nil)
    let header = try #require(trace.streamClasses.first?.eventHeader)
    #expect(HeaderPlan(header, node: 0).kind == .large)
  }
}
