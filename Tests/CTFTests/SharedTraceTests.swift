// SPDX-License-Identifier: MIT

import CTF
import Testing

@Suite(
  "Recorded traces", .enabled(if: SharedTraces.folder != nil, "\(SharedTraces.reason)"))
struct SharedTraceTests {
  struct Case: CustomTestStringConvertible, Sendable {
    var name: String
    var counts: [String: Int]
    var discarded: UInt64 = 0
    var lostPackets: UInt64 = 0
    var repeated = 0
    var windows: Int?
    var damage: [Damage.Kind] = []
    var testDescription: String { name }
  }

  static let cases = [
    Case(name: "t1", counts: ["sigcore:next": 6, "sigcore:fancy": 5], windows: 0),
    Case(
      name: "t3", counts: ["sigcore:next": 17_199, "sigcore:small": 3162], discarded: 379_639,
      windows: 288),
    Case(name: "t4", counts: ["sigcore:next": 1000], windows: 0),
    Case(name: "m_gap", counts: ["sigcore:next": 942], windows: 0),
    Case(name: "n_clear", counts: ["sigcore:next": 10], windows: 2),
    Case(name: "s_rot", counts: ["sigcore:next": 60], windows: 0),
    Case(name: "s_snap", counts: ["sigcore:next": 247], repeated: 4, windows: 1),
    Case(
      name: "x_tail", counts: ["sigcore:next": 17_199, "sigcore:small": 3162],
      discarded: 379_639, windows: 288, damage: [.zeroTail]),
    Case(
      name: "x_trunc_mid", counts: ["sigcore:small": 226], discarded: 34_010, lostPackets: 304,
      damage: [.truncated]),
    Case(
      name: "x_meta_trunc", counts: ["sigcore:next": 17_199, "sigcore:small": 3162],
      discarded: 379_639, windows: 288, damage: [.metadata]),
  ]

  @Test("give the counts, losses and damage that are known of them", arguments: cases)
  func counts(_ known: Case) throws {
    let set = try CTFTraceSet.open([SharedTraces.path(known.name)])
    for order in [EventOrder.time, .stream] {
      var counts: [String: Int] = [:]
      var last = Int64.min
      let trust = set.forEachEvent(in: order) { event in
        counts[set.eventClasses[event.classIndex].name, default: 0] += 1
        if order == .time { #expect(event.timestamp >= last) }
        last = event.timestamp
      }
      #expect(counts == known.counts)
      #expect(trust.discardedEvents == known.discarded)
      #expect(trust.lostPackets == known.lostPackets)
      #expect(trust.repeatedPackets == known.repeated)
      #expect(trust.damage.map(\.kind) == known.damage)
      if let windows = known.windows { #expect(trust.windows.count == windows) }
    }
  }

  @Test("with a cut file tell what the index knows of behind the cut")
  func cutFile() throws {
    let set = try CTFTraceSet.open([SharedTraces.path("x_trunc_mid")])
    #expect(
      set.trust.damage.map(\.what) == [
        "the file ends after 1808 of the 4096 bytes of packet 2; the index knows of 304 further "
          + "packets, and 345629 further discarded events"
      ])
    let cut = try #require(set.trust.windows.first { $0.cause == .damage })
    #expect(cut.to - (set.begin ?? 0) > 77_000_000)
    #expect(cut.count == nil)
  }

  @Test("without metadata tell their packets and what they discarded")
  func emptyMetadata() throws {
    let set = try CTFTraceSet.open([SharedTraces.path("x_meta_empty")])
    #expect(set.traces.map(\.metadataOrigin) == [.unknown])
    #expect(set.streams.reduce(0) { $0 + $1.packets.count } == 308)
    #expect(set.trust.discardedEvents == 379_639)
    #expect(set.trust.damage.map(\.kind) == [.metadata])
    #expect(set.trust.windows.filter { $0.cause == .damage }.count == 2)
    #expect(set.trust.windows.count == 288 + 2)
    #expect(set.rows == [])
  }

  @Test(
    "are read whole with the metadata of a session alike",
    arguments: [("x_meta_empty", "t3", 20_361), ("k_fullcopy", "m_gap", 12_918)])
  func lentMetadata(name: String, lender: String, count: Int) throws {
    var options = CTFTraceSet.Options()
    options.metadata = SharedTraces.path(lender)
    let set = try CTFTraceSet.open([SharedTraces.path(name)], options: options)
    let rows = set.rows
    #expect(rows.count == count)
    if name == "k_fullcopy" {
      #expect(rows.allSatisfy { $0.contains(" sigcore:next ") })
      #expect(set.trust.damage.map(\.kind) == [.metadata, .truncated])
      #expect(set.trust.damage[1].what.contains("4096 of the 16384 bytes of packet 14"))
      #expect(set.streams.reduce(0) { $0 + $1.packets.count } == 19)
    } else {
      let own = try CTFTraceSet.open([SharedTraces.path(lender)])
      #expect(rows == own.rows)
      #expect(set.trust.windows == own.trust.windows)
    }
  }

  @Test("give every field of an event")
  func fields() throws {
    let set = try CTFTraceSet.open([SharedTraces.path("t1")])
    let fancy = try #require(set.eventClasses.first { $0.name == "sigcore:fancy" })
    let ptr = try #require(fancy.field("ptr"))
    let text = try #require(fancy.field("text"))
    let fixed = try #require(fancy.field("fixedtext"))
    let netorder = try #require(fancy.field("netorder"))
    let stream = try #require(fancy.field("stream"))
    let float = try #require(fancy.field("f"))
    let procname = try #require(fancy.contextField("procname"))
    var texts: [String] = []
    set.forEachEvent(selecting: .classes(of: set) { $0.index == fancy.index }) { event in
      #expect(event.unsigned(ptr) == 0xdead_beef)
      #expect(event.unsigned(netorder) == 67_305_985)
      #expect(event.signed(stream) == -1)
      #expect(event.double(float) == 1.5 || event.double(float) == .infinity)
      #expect(event.string(procname) == "app")
      texts += [event.string(text), event.string(fixed)]
    }
    #expect(texts == ["ab", "ab", "ab", "ab", "ab", "ab", "ab", "ab", "", ""])
  }
}
