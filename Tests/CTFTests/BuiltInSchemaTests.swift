// SPDX-License-Identifier: MIT

import CTF
import TestSupport
import Testing
import TraceTestSupport

@Suite("The built-in schema")
struct BuiltInSchemaTests {
  /// Traces that are open, with their folder, which goes with it.
  private struct Opened {
    let folder: TemporaryFolder
    let set: CTFTraceSet
    var rows: [String] { withExtendedLifetime(folder) { set.rows } }

    init(_ folder: TemporaryFolder) throws {
      self.folder = folder
      set = try CTFTraceSet.open([folder.path])
    }
  }

  private static let contexts: [[ContractTrace.Context]] = [
    [], [.vpid, .vtid, .procname], [.vtid, .vpid], [.procname, .threadAddress, .vpid, .vtid],
    [.threadAddress], [.procname],
  ]

  @Test(
    "reads each level of detail as the true metadata does, on every machine",
    arguments: TestLayout.all, [6, 9, 12, 13, 14])
  func levels(layout: TestLayout, level: Int) throws {
    for contexts in Self.contexts {
      var contract = ContractTrace(
        ContractTrace.names(upTo: level), layout: layout, contexts: contexts)
      contract.trace.clock.offsetCycles = 0
      contract.everything()
      let whole = try contract.trace.write()
      let truth = try Opened(whole)
      let expected = truth.set
      let opened = try Opened(contract.withoutMetadata().write())
      let set = opened.set
      #expect(set.traces.map(\.metadataOrigin) == [.builtIn])
      #expect(opened.rows == truth.rows, "\(contexts)")
      #expect(set.trust.damage.map(\.kind) == [.metadata])
      #expect(set.trust.windows == [])
      let used = Set(set.eventClasses.map(\.name))
      for kind in expected.eventClasses where used.contains(kind.name) {
        let found = set.eventClasses.first { $0.name == kind.name }
        #expect(found?.id == kind.id)
        #expect(found?.logLevel == kind.logLevel)
        #expect(found?.modelURI == kind.modelURI)
        #expect(found?.payload.map(\.fieldClass) == kind.payload.map(\.fieldClass))
      }
    }
  }

  @Test(
    "reads what patterns for some providers, or names, enabled",
    arguments: [
      ["subscribed", "completed", "disposed"], ["subscribed", "next"], ["next", "delivered"],
      ["subscribed", "next", "scheduled", "began", "ended"], ["error", "subscribed", "disposed"],
    ])
  func someEvents(names: [String]) throws {
    let wanted = ContractTrace.contract.map(\.name).filter { name in
      names.contains { name.hasSuffix(":" + $0) }
    }
    var contract = ContractTrace(wanted)
    contract.everything()
    let whole = try contract.trace.write()
    let rows = try Opened(contract.withoutMetadata().write()).rows
    let expected = try Opened(whole).rows
    #expect(rows.count == expected.count)
    for (row, truth) in zip(rows, expected) {
      // What nothing tells apart has several names, the true one among them.
      let name = row.split(separator: " ")[1].split(separator: "|")
      #expect(name.contains(truth.split(separator: " ")[1]))
    }
    if names != ["error", "subscribed", "disposed"], names != ["next", "delivered"] {
      #expect(rows == expected)
    }
  }

  @Test("leaves open what nothing tells apart, and says so")
  func ambiguous() throws {
    var contract = ContractTrace(["racsignal:subscribed", "racsignal:disposed"])
    contract.everything()
    let opened = try Opened(contract.withoutMetadata().write())
    let set = opened.set
    #expect(
      set.eventClasses.map(\.name) == [
        "racsignal:subscribed", "racsignal:completed|racsignal:disposed",
      ])
    #expect(set.eventClasses.map(\.modelURI) == ["urn:ractrace:contract:1", nil])
    let what = try #require(set.trust.damage.first?.what)
    #expect(what.contains("id 1 is one of racsignal:completed, racsignal:disposed"))
  }

  @Test("tells events of equal fields apart by what the contract excludes")
  func semantics() throws {
    // Enabled one after the other while the program ran: LTTng's order does not hold.
    var contract = ContractTrace([
      "racsignal:disposed", "racsignal:subscribed", "racsignal:completed", "racsignal:next",
    ])
    contract.everything()
    let opened = try Opened(contract.withoutMetadata().write())
    let set = opened.set
    #expect(
      set.eventClasses.prefix(3).map(\.name) == [
        "racsignal:disposed", "racsignal:subscribed", "racsignal:completed",
      ])
  }

  @Test("reads a packet that its file does not hold to the end up to there")
  func cut() throws {
    var contract = ContractTrace(ContractTrace.names(upTo: 14))
    contract.everything()
    let last = contract.trace.place(1)
    contract.trace.cut(at: last.events[3] + 20)
    let opened = try Opened(contract.withoutMetadata().write())
    let set = opened.set
    #expect(set.traces.map(\.metadataOrigin) == [.builtIn])
    #expect(opened.rows.count == 10 + 5 + 3)
    #expect(set.trust.damage.map(\.kind) == [.metadata, .truncated])
  }

  @Test("is not taken if one byte of one packet does not fit")
  func misfit() throws {
    var contract = ContractTrace(ContractTrace.names(upTo: 14))
    contract.everything()
    let event = contract.trace.place(1).events[0]
    for change in [event + 31, event + 32] {
      var damaged = contract
      damaged.trace.damage { $0[change] = 1 }
      let opened = try Opened(damaged.withoutMetadata().write())
      let set = opened.set
      #expect(set.traces.map(\.metadataOrigin) == [.unknown])
      #expect(opened.rows == [])
      #expect(set.streams.map(\.packets.count) == [2, 1])
      #expect(set.trust.windows.map(\.cause) == [.damage, .damage])
      #expect(set.trust.windows.map(\.from) == set.streams.map(\.begin))
    }
  }

  @Test("reads one channel where another's events are not ours")
  func foreignChannel() throws {
    var contract = ContractTrace(ContractTrace.names(upTo: 9))
    contract.trace.channels.append(
      .init(events: [.init(name: "other:event", fields: [.integer("n", 16)])]))
    contract.everything()
    contract.trace.packet(in: "other_0", channel: 1, begin: 5, end: 90) { packet in
      for time in 10..<20 as Range<UInt64> { packet.event(0, at: time, [.number(time)]) }
    }
    let opened = try Opened(contract.withoutMetadata().write())
    let set = opened.set
    #expect(set.traces.map(\.metadataOrigin) == [.builtIn])
    #expect(opened.rows.count == 15)
    #expect(set.streams.map(\.name) == ["c_0", "c_1", "other_0"])
    #expect(set.trust.windows.map(\.streamIndex) == [2])
    #expect(set.trust.windows.map(\.from) == [5])
    #expect(set.trust.windows.map(\.to) == [90])
  }

  @Test("does not take another program's events for ours", arguments: TestLayout.all)
  func foreign(layout: TestLayout) throws {
    let field: [TestField] = [.integer("n", 64)]
    var trace = TestTrace(
      events: [
        .init(name: "a:number", fields: field),
        .init(name: "a:text", fields: [.string("s")] + field),
      ], layout: layout)
    trace.packet { packet in
      for time in 1..<50 as Range<UInt64> {
        packet.event(0, at: time, [.number(time)])
        packet.event(1, at: time, [.text("job"), .number(time)])
      }
    }
    var files = trace.files()
    files["metadata"] = []
    #expect(try Opened(files.write()).set.traces.map(\.metadataOrigin) == [.unknown])
  }

  @Test("takes the process from the folder of a buffer of its own, and the session's clock")
  func perProcess() throws {
    var contract = ContractTrace(ContractTrace.names(upTo: 14), contexts: [.vtid])
    contract.trace.clock.offsetCycles = 1_700_000_000_000_000_000
    contract.everything()
    let mine = "run/ust/pid/my-app-1200-20261130-145203/64-bit"
    var files = contract.withoutMetadata(in: mine)
    files.add(contract.trace, in: "run/ust/pid/other-1300-20261130-145203/64-bit")
    let folder = try files.write()
    let set = try CTFTraceSet.open([folder.path])
    #expect(set.traces.map(\.metadataOrigin) == [.builtIn, .own])
    #expect(set.traces[0].integer("vpid") == 1200)
    #expect(set.traces[0].string("procname") == "my-app")
    #expect(set.traces[0].clocks == set.traces[1].clocks)
    let alone = try CTFTraceSet.open([folder.path + "/" + mine])
    #expect(alone.begin == 1_000)
    #expect(alone.trust.damage.first?.what.contains("from the start of the machine") == true)
  }

  @Test("is tried in bounded time, whatever the packets hold")
  func hostile() throws {
    var contract = ContractTrace(ContractTrace.names(upTo: 14))
    for _ in 0..<20 { contract.everything() }
    let size = contract.trace.streams["c_0"]?.count ?? 0
    var state: UInt64 = 7
    for _ in 0..<60 {
      var damaged = contract
      damaged.trace.damage { bytes in
        for _ in 0..<3 {
          state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
          bytes[Int(state >> 33) % size] = UInt8(truncatingIfNeeded: state >> 20)
        }
      }
      let opened = try? Opened(damaged.withoutMetadata().write())
      #expect(opened?.rows.count ?? 0 <= 23 * 20)
    }
  }

  @Test("says so where nothing tells a process from its thread", arguments: [1200, 1201])
  func oneThread(thread: UInt64) throws {
    var contract = ContractTrace(ContractTrace.names(upTo: 14), contexts: [.vpid, .vtid])
    contract.packet(
      thread: thread,
      [("subscribed", [.text("clicks"), .text("a.c:1"), 2, 1, 0, 0]), ("delivered", [2])])
    let opened = try Opened(contract.withoutMetadata().write())
    let what = try #require(opened.set.trust.damage.first?.what)
    #expect(what.contains("which nothing proves") == (thread != 1200))
    #expect(opened.rows.count == 2)
  }
}
