// SPDX-License-Identifier: MIT

import CTF
import Glibc
import TestSupport
import Testing
import TraceTestSupport

@Suite("Traces without metadata")
struct LentMetadataTests {
  private static func trace(uuid: UInt8 = 1, others: [String] = []) -> TestTrace {
    var trace = TestTrace(
      events: (["a:b"] + others).map { .init(name: $0, fields: [.integer("n", 16)]) })
    trace.uuid = Array(repeating: uuid, count: 16)
    trace.packet(number: 3, begin: 100, end: 200, discarded: 2) { packet in
      for time in 110..<115 as Range<UInt64> { packet.event(0, at: time, [.number(time)]) }
    }
    trace.packet(number: 4, begin: 200, end: 300, discarded: 9) { $0.event(0, at: 250, [7]) }
    return trace
  }

  private func files(_ metadata: [UInt8]) -> TraceFiles {
    var files = TraceFiles()
    files.add(Self.trace(), in: "broken")
    files["broken/metadata"] = metadata
    files.add(Self.trace(uuid: 2), in: "whole/ust")
    return files
  }

  private static let expected = [
    "110 a:b n=110", "111 a:b n=111", "112 a:b n=112", "113 a:b n=113", "114 a:b n=114",
    "250 a:b n=7",
  ]

  @Test(
    "are read with what is lent, a file or a folder", arguments: ["", "trace {", "\u{1}\u{2}"],
    ["whole/ust/metadata", "whole"])
  func lent(metadata: String, lender: String) throws {
    let folder = try files(Array(metadata.utf8)).write()
    var options = CTFTraceSet.Options()
    options.metadata = folder.path + "/" + lender
    let set = try CTFTraceSet.open([folder.path + "/broken"], options: options)
    #expect(set.traces.map(\.metadataOrigin) == [.lent(folder.path + "/whole/ust/metadata")])
    #expect(set.traces.map(\.uuid) == [Self.trace().uuid])
    #expect(set.rows == Self.expected)
    #expect(set.trust.damage.map(\.kind) == [.metadata])
    #expect(set.trust.damage.map(\.path) == [folder.path + "/broken/metadata"])
    #expect(set.trust.windows.map(\.cause) == [.missingStart, .discarded, .discarded])
  }

  @Test("are the only ones that what is lent applies to")
  func ownMetadata() throws {
    let folder = try files(Array(Self.trace().metadata.utf8)).write()
    var options = CTFTraceSet.Options()
    options.metadata = folder.path + "/whole"
    let set = try CTFTraceSet.open([folder.path], options: options)
    #expect(set.traces.map(\.metadataOrigin) == [.own, .own])
    #expect(set.trust.damage == [])
  }

  @Test(
    "are not read with metadata of other events, other contexts or another layout",
    arguments: [
      ([.init(name: "a:b", fields: [.string("one"), .string("other")])], []),
      ([.init(name: "a:b", fields: [.integer("n", 64)])], []),
      ([.init(name: "a:b", fields: [.integer("n", 16)])], [.integer("_vpid", 32)]), ([], []),
    ] as [([TestTrace.Event], [TestField])])
  func foreign(events: [TestTrace.Event], context: [TestField]) throws {
    var files = self.files([])
    files["other/metadata"] = Array(TestTrace(events: events, context: context).metadata.utf8)
    let folder = try files.write()
    var options = CTFTraceSet.Options()
    options.metadata = folder.path + "/other"
    let error = try #require(throws: CTFError.self) {
      try CTFTraceSet.open([folder.path + "/broken"], options: options)
    }
    #expect(error.code == .foreignMetadata)
    #expect(error.place?.path == folder.path + "/broken")
    #expect(error.message.contains("'\(folder.path)/other/metadata' does not fit"))
    #expect(error.remedy.contains("--metadata"))
    // Beside another trace it is told, and that one read.
    let set = try CTFTraceSet.open(
      [folder.path + "/broken", folder.path + "/whole"], options: options)
    #expect(set.rows == Self.expected)
    #expect(set.trust.damage.map(\.kind) == [.trace])
  }

  @Test("are read with what is lent though it does not know an event of one packet")
  func lentPartly() throws {
    var trace = Self.trace(others: ["c:d"])
    trace.packet(number: 5, begin: 300, end: 400, discarded: 9) { packet in
      packet.event(0, at: 310, [7])
      packet.event(1, at: 320, [7])
    }
    var files = self.files([])
    files.add(trace, in: "broken")
    files["broken/metadata"] = []
    let folder = try files.write()
    var options = CTFTraceSet.Options()
    options.metadata = folder.path + "/whole"
    let set = try CTFTraceSet.open([folder.path + "/broken"], options: options)
    #expect(set.rows == Self.expected + ["310 a:b n=7"])
  }

  @Test("cannot be lent what is no metadata", arguments: ["nothing", "broken", "broken/c_0"])
  func badLender(path: String) throws {
    let folder = try files([]).write()
    var options = CTFTraceSet.Options()
    options.metadata = folder.path + "/" + path
    let error = try #require(throws: CTFError.self) {
      try CTFTraceSet.open([folder.path + "/whole"], options: options)
    }
    #expect(error.place?.path.hasPrefix(folder.path + "/" + path) == true)
  }

  @Test("tell their packets and losses")
  func headersOnly() throws {
    let folder = try files([]).write()
    let set = try CTFTraceSet.open([folder.path + "/broken"])
    let trace = try #require(set.traces.first)
    #expect(trace.metadataOrigin == .unknown)
    #expect(trace.uuid == Self.trace().uuid)
    #expect(trace.eventClasses.isEmpty)
    #expect(set.rows == [])
    #expect(set.streams.map { $0.packets.map(\.sequenceNumber) } == [[3, 4]])
    #expect((set.begin, set.end) == (100, 300))
    #expect(set.trust.discardedEvents == 7)
    #expect(set.trust.damage.map(\.kind) == [.metadata])
    #expect(set.trust.damage.first?.what.contains("--metadata") == true)
    #expect(
      set.trust.windows.map { "\($0.cause) \($0.to)" } == [
        "missingStart 100", "discarded 200", "damage 300", "discarded 300",
      ])
    #expect(set.trust.lostMaximum == nil)
  }

  @Test("do not keep others from being read")
  func beside() throws {
    let folder = try files([]).write()
    let set = try CTFTraceSet.open([folder.path])
    #expect(set.traces.map(\.metadataOrigin) == [.unknown, .own])
    #expect(set.rows == Self.expected)
    #expect(set.trust.windows.map(\.streamIndex) == [0, 0, 0, 0, 1, 1, 1])
  }

  @Test("are refused if they have no packets either, unlike traces that merely have none")
  func nothing() throws {
    var files = self.files([])
    files["broken/c_0"] = []
    files["whole/ust/c_0"] = []
    let folder = try files.write()
    let error = try #require(throws: CTFError.self) {
      try CTFTraceSet.open([folder.path + "/broken"])
    }
    #expect(error.code == .emptyMetadata)
    #expect(try CTFTraceSet.open([folder.path + "/whole"]).trust == Trust())
  }

  @Test("of a grammar that fails are refused with its place")
  func syntax() throws {
    let folder = try files(Array("trace { major = ; };".utf8)).write()
    let error = try #require(throws: CTFError.self) {
      try CTFTraceSet.open([folder.path + "/broken"])
    }
    #expect(error.code == .syntax)
    #expect(error.place?.column == 17)
  }
}
