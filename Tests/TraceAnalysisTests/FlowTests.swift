// SPDX-License-Identifier: MIT

import TestSupport
import Testing
import TraceAnalysis
import TraceModel
import TraceTestSupport

@Suite("Flow")
struct FlowTests {
  private func graph(_ trace: SyntheticTrace) throws -> FlowGraph {
    let folder = try trace.write()
    return AnalysisRun.run(Flow(), over: try SignalTrace.open([folder.path])).result()
  }

  /// Everything that a graph says, in a form to compare.
  private static func lines(_ graph: FlowGraph) -> [String] {
    graph.nodes.map { node in
      "\(node.kind) \(node.name): \(node.subscriptions) subs \(node.open) open \(node.next) out "
        + "\(node.received) in \(node.deadEnd.map { "\($0)" } ?? "-")"
    }
      + graph.edges.map { edge in
        "\(graph.nodes[edge.from].name) \(edge.kind) \(graph.nodes[edge.to].name): "
          + "\(edge.subscriptions) subs \(edge.open) open \(edge.next) next"
          + (edge.isHot ? " hot" : "")
      } + ["\(graph.trust.counts) \(graph.trust.open)"]
  }

  private func values(
    _ packet: inout SyntheticPacket, _ signal: String, _ place: String, id: UInt64, _ count: UInt64,
    from time: UInt64
  ) {
    for ordinal in 1...count {
      packet.next(signal, id: id, ordinal: ordinal, at: time + ordinal, place: place)
    }
  }

  @Test("leads from each signal to its parent's, or to the place that subscribed")
  func chain() throws {
    var trace = SyntheticTrace()
    trace.packet(begin: 0, end: 1_000_000_000) { packet in
      packet.begin("clicks.map", "App/A.swift:1", id: 1, at: 10)
      packet.begin("clicks", "clicks.map", id: 2, parent: 1, at: 11)
      packet.begin("clicks", "App/B.swift:2", id: 3, at: 12)
      values(&packet, "clicks", "clicks.map", id: 2, 4, from: 100)
      values(&packet, "clicks", "App/B.swift:2", id: 3, 3, from: 200)
      values(&packet, "clicks.map", "App/A.swift:1", id: 1, 2, from: 300)
      packet.disposed("clicks", "App/B.swift:2", id: 3, values: 3, at: 500)
    }
    let graph = try graph(trace)
    #expect(
      Self.lines(graph) == [
        "signal clicks: 2 subs 1 open 7 out 0 in -",
        "signal clicks.map: 1 subs 1 open 2 out 4 in -",
        "place App/B.swift:2: 0 subs 0 open 0 out 3 in -",
        "place App/A.swift:1: 0 subs 0 open 0 out 2 in -",
        "clicks feeds clicks.map: 1 subs 1 open 4 next",
        "clicks feeds App/B.swift:2: 1 subs 0 open 3 next",
        "clicks.map feeds App/A.swift:1: 1 subs 1 open 2 next", "exact exact",
      ])
    #expect(graph.edges.map(\.rate) == [4, 3, 2])
  }

  @Test("finds the signal of an operator that is named without its source")
  func shortNames() throws {
    var trace = SyntheticTrace()
    trace.packet(begin: 0, end: 1_000) { packet in
      packet.begin("clicks", "map", id: 1, at: 1)
      packet.begin("clicks.map", "App/A.swift:1", id: 2, at: 2)
      packet.next("clicks", id: 1, ordinal: 1, at: 3, place: "map")
      packet.next("clicks.map", id: 2, ordinal: 1, at: 4, place: "App/A.swift:1")
    }
    #expect(
      Self.lines(try graph(trace)).filter { $0.contains("feeds") } == [
        "clicks feeds clicks.map: 1 subs 1 open 1 next",
        "clicks.map feeds App/A.swift:1: 1 subs 1 open 1 next",
      ])
  }

  @Test("leads from a value to what was subscribed to because of it")
  func causes() throws {
    var trace = SyntheticTrace()
    trace.packet(begin: 0, end: 1_000) { packet in
      packet.begin("typed.flatMap", "App/A.swift:1", id: 1, at: 10)
      packet.begin("typed", "typed.flatMap", id: 2, parent: 1, at: 11)
      packet.next("typed", id: 2, ordinal: 1, at: 20, place: "typed.flatMap")
      packet.begin("lookup", "typed.flatMap", id: 3, parent: 1, cause: 2, at: 21)
      packet.next("lookup", id: 3, ordinal: 1, at: 22, place: "typed.flatMap")
      packet.next("typed.flatMap", id: 1, ordinal: 1, at: 23)
      packet.completed("lookup", id: 3, values: 1, at: 30, place: "typed.flatMap")
    }
    #expect(
      Self.lines(try graph(trace)).filter { $0.contains("causes") || $0.hasPrefix("lookup") } == [
        "lookup feeds typed.flatMap: 1 subs 0 open 1 next",
        "typed causes lookup: 1 subs 0 open 1 next",
      ])
  }

  @Test("marks what never delivers, what swallows, what nobody listens to, and what is hot")
  func marks() throws {
    var trace = SyntheticTrace()
    trace.packet(begin: 0, end: 10_000) { packet in
      packet.begin("silent", "App/S.swift:1", id: 1, at: 1)
      packet.begin("filter", "App/F.swift:1", id: 2, at: 2)
      packet.begin("busy", "filter", id: 3, parent: 2, at: 3)
      packet.begin("calm", "App/C.swift:1", id: 4, at: 4)
      packet.begin("calm", "lost", id: 5, at: 5)
      values(&packet, "busy", "filter", id: 3, 30, from: 100)
      values(&packet, "calm", "App/C.swift:1", id: 4, 3, from: 200)
      values(&packet, "calm", "lost", id: 5, 3, from: 300)
    }
    let graph = try graph(trace)
    #expect(
      graph.nodes.compactMap { node in node.deadEnd.map { "\(node.name) \($0)" } } == [
        "filter swallows", "lost unheard", "silent silent",
      ])
    #expect(graph.edges.filter(\.isHot).map { graph.nodes[$0.from].name } == ["busy"])
  }

  @Test("calls nothing a dead end where values may be lost, or were not recorded")
  func losses() throws {
    var trace = SyntheticTrace()
    trace.packet(begin: 0, end: 100) { $0.begin("silent", "App/S.swift:1", id: 1, at: 1) }
    trace.packet(number: 1, begin: 100, end: 200, discarded: 5)
    let lossy = try graph(trace)
    #expect(lossy.nodes.map(\.deadEnd) == [nil, nil])
    #expect(lossy.trust.counts == .lowerBound)
    var lifecycle = SyntheticTrace(names: ["racsignal:subscribed", "racsignal:disposed"])
    lifecycle.packet(begin: 0, end: 100) { $0.begin("silent", "App/S.swift:1", id: 1, at: 1) }
    let unrecorded = try graph(lifecycle)
    #expect(unrecorded.nodes.map(\.deadEnd) == [nil, nil])
    #expect(!unrecorded.hasNext)
  }

  @Test("does not call silent what delivered before the trace began")
  func before() throws {
    var trace = SyntheticTrace()
    trace.packet(begin: 0, end: 100) { packet in
      packet.completed("old", id: 1, values: 3, at: 10, place: "App/S.swift:1")
      packet.event(
        "racsignal:alive", at: 20, [.text("t"), .text("App/T.swift:1"), 2, 1, 0, 0, 5, 10])
    }
    #expect(try graph(trace).nodes.allSatisfy { $0.deadEnd == nil })
  }

  @Test("counts by name what an emitter gives no ids")
  func withoutIDs() throws {
    var trace = SyntheticTrace()
    trace.packet(begin: 0, end: 100) { packet in
      packet.begin("s", "App/S.swift:1", id: 0, at: 1)
      packet.next("s", id: 0, ordinal: 0, at: 2, place: "App/S.swift:1")
      packet.next("s", id: 0, ordinal: 0, at: 3, place: "App/S.swift:1")
    }
    #expect(
      Self.lines(try graph(trace)).filter { $0.contains("feeds") } == [
        "s feeds App/S.swift:1: 1 subs 0 open 2 next"
      ])
  }

  @Test("puts edges together that are too many, and says how many values they carried")
  func bounded() throws {
    var trace = SyntheticTrace()
    trace.packet(begin: 0, end: 100_000) { packet in
      for id in 1...5_000 as ClosedRange<UInt64> {
        packet.begin("s\(id)", "App/S.swift:1", id: id, at: id)
        packet.next("s\(id)", id: id, ordinal: 1, at: id, place: "App/S.swift:1")
        packet.disposed("s\(id)", "App/S.swift:1", id: id, values: 1, at: id)
      }
    }
    let graph = try graph(trace)
    #expect(graph.edges.count == 4_096)
    #expect(graph.further.map { [$0.subscriptions, $0.values] } == [904, 904])
  }

  @Test("is the same over the whole and over parts put together, wherever it is cut")
  func merge() throws {
    let trace = CutTrace(
      writes: [
        (10, { $0.begin("typed.flatMap", "App/A.swift:1", id: 1, at: 10) }),
        (12, { $0.begin("typed", "typed.flatMap", id: 2, parent: 1, at: 12) }),
        (15, { $0.next("old", id: 7, ordinal: 12, at: 15, place: "App/O.swift:1") }),
        (20, { $0.next("typed", id: 2, ordinal: 1, at: 20, place: "typed.flatMap") }),
        (22, { $0.begin("lookup", "inner", id: 3, parent: 1, cause: 2, at: 22) }),
        (23, { $0.next("lookup", id: 3, ordinal: 1, at: 23, place: "inner") }),
        (30, { $0.disposed("lookup", "inner", id: 3, values: 1, at: 30) }),
        (35, { $0.next("typed", id: 2, ordinal: 2, at: 35, place: "typed.flatMap") }),
        (40, { $0.begin("lookup", "inner", id: 4, parent: 1, cause: 2, at: 40) }),
        (45, { $0.disposed("typed", "typed.flatMap", id: 2, values: 2, at: 45) }),
        (50, { $0.begin("late", "inner", id: 5, parent: 2, cause: 2, at: 50) }),
        (55, { $0.next("lookup", id: 4, ordinal: 1, at: 55, place: "inner") }),
        (60, { $0.disposed("late", "inner", id: 5, at: 60) }),
        (65, { $0.disposed("old", "App/O.swift:1", id: 7, values: 12, at: 65) }),
        (70, { $0.disposed("lookup", "inner", id: 4, values: 1, at: 70) }),
        (80, { $0.next("typed.flatMap", id: 1, ordinal: 1, at: 80) }),
      ], end: 100)
    try trace.check(Flow(), restore: { Flow($0) }, lines: Self.lines)
  }

  @Test(
    "is the same for random lives, wherever they are cut", arguments: 1...6 as ClosedRange<UInt64>)
  func random(seed: UInt64) throws {
    let lives = RandomSubscriptions(seed: seed, count: 60)
    let trace = CutTrace(writes: lives.writes, end: 100_000)
    try trace.check(Flow(), restore: { Flow($0) }, lines: Self.lines)
  }

  @Test("is the same on several threads as on one", arguments: 1...3 as ClosedRange<UInt64>)
  func threads(seed: UInt64) throws {
    let lives = RandomSubscriptions(seed: seed, count: 400).writes
    var trace = SyntheticTrace()
    for packet in 0..<4 as Range<Int> {
      let part = lives[lives.count * packet / 4..<lives.count * (packet + 1) / 4]
      let (begin, end) = (part.first?.time ?? 0, (part.last?.time ?? 0) + 1)
      trace.packet(number: UInt64(packet), begin: begin, end: end) { packet in
        for (_, write) in part { write(&packet) }
      }
    }
    let folder = try trace.write()
    let opened = try SignalTrace.open([folder.path])
    #expect(opened.parts(4, least: 1).count > 1)
    let one = AnalysisRun.run(Flow(), over: opened)
    let four = AnalysisRun.run(
      Flow(), over: try SignalTrace.open([folder.path]), threads: 4, least: 1)
    #expect(Self.lines(four.result()) == Self.lines(one.result()))
  }
}
