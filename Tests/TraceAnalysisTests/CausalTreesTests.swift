// SPDX-License-Identifier: MIT

import TestSupport
import Testing
import TraceAnalysis
import TraceModel
import TraceTestSupport

@Suite("CausalTrees")
struct CausalTreesTests {
  /// Notes what it is told, a line for each event: tree.node<parent, depth, kind and text.
  private struct Notes: CausalSink {
    var lines: [String] = []

    mutating func begin(_ trace: SignalTrace) {}

    mutating func take(_ event: borrowing ModelEvent, at node: CausalNode) {
      let text = event.withText { $0.map { " " + String(decoding: $0, as: UTF8.self) } } ?? ""
      let parent = node.parent.map { "<\($0)" } ?? ""
      let pad = String(repeating: ".", count: node.depth)
      lines.append("\(pad)\(node.tree).\(node.index)\(parent) \(event.kind)\(text)")
    }

    mutating func close(_ node: CausalNode, at time: Int64) {
      lines.append("end \(node.tree).\(node.index) at \(time)")
    }

    mutating func finish(tree: UInt64, further: UInt64, isWhole: Bool) -> Bool {
      lines.append("finish \(tree)" + (further > 0 ? " +\(further)" : "") + (isWhole ? "" : " cut"))
      return true
    }
  }

  private func trees(
    _ trace: SyntheticTrace, limit: UInt64 = .max, _ select: (inout TraceSelection) -> Void
  ) throws -> [String] {
    let folder = try trace.write()
    let opened = try SignalTrace.open([folder.path])
    var selection = TraceSelection()
    select(&selection)
    return AnalysisRun.run(CausalTrees(of: selection, to: Notes(), limit: limit), over: opened)
      .sink.lines
  }

  /// Two values go through a map; the second is also scheduled onto another thread.
  private var hop: SyntheticTrace {
    var trace = SyntheticTrace(origin: 0)
    trace.packet(begin: 0, end: 1_000) { packet in
      packet.next("clicks", "1", id: 1, ordinal: 1, at: 10)
      packet.next("clicks.map", "10", id: 2, ordinal: 1, at: 11)
      packet.event("racsignal:delivered", at: 12, [2])
      packet.event("racsignal:delivered", at: 13, [1])
      packet.next("other", "x", id: 9, ordinal: 1, at: 15)
      packet.event("racsignal:delivered", at: 16, [9])
      packet.next("clicks", "2", id: 1, ordinal: 2, at: 20)
      packet.next("clicks.map", "20", id: 2, ordinal: 2, at: 21)
      packet.event("racscheduler:scheduled", at: 22, [.text("queue"), 1, 7, 0, 2])
      packet.event("racscheduler:scheduled", at: 23, [.text("queue"), 1, 8, 0, 2])
      packet.event("racsignal:delivered", at: 24, [2])
      packet.event("racscheduler:cancelled", at: 25, [8])
      packet.event("racsignal:delivered", at: 26, [1])
      packet.next("other", "y", id: 9, ordinal: 2, at: 27)
      packet.event("racscheduler:began", at: 30, thread: 101, [7])
      packet.event("racsignal:delivered", at: 31, [9])
      packet.event(
        "racsignal:next", at: 32, thread: 101,
        [.text("clicks.map.deliverOn"), .text("B.swift:1"), .text("20"), 3, 1])
      packet.event("racsignal:delivered", at: 33, thread: 101, [3])
      packet.event("racscheduler:ended", at: 34, thread: 101, [7])
      packet.next("other", "z", id: 9, ordinal: 3, at: 35)
    }
    return trace
  }

  @Test("show what a value led to, inside its delivery and over a hop, and nothing else")
  func hops() throws {
    let found = try trees(hop) {
      $0.signals = [Glob("clicks")]
      $0.texts = [TextPattern("2")]
    }
    #expect(
      found == [
        "1.0 next 2", ".1.1<0 next 20", "..1.2<1 scheduled", "..1.3<1 scheduled", "end 1.1 at 24",
        "...1.4<3 cancelled", "end 1.0 at 26", "...1.5<2 began", "....1.6<5 next 20",
        "end 1.6 at 33", "end 1.5 at 34", "finish 1",
      ])
  }

  @Test("begin no tree of their own inside another, and as many as the limit says")
  func roots() throws {
    let all = try trees(hop) { $0.kinds = [Glob("next")] }
    #expect(
      all.filter { $0.contains(".0 next") } == [
        "1.0 next 1", "2.0 next x", "3.0 next 2", "4.0 next y", "5.0 next z",
      ])
    #expect(
      all.filter { $0.hasPrefix("finish") }.sorted() == [
        "finish 1", "finish 2", "finish 3", "finish 4", "finish 5 cut",
      ])
    let one = try trees(hop, limit: 1) { $0.kinds = [Glob("next")] }
    #expect(
      one == [
        "1.0 next 1", ".1.1<0 next 10", "end 1.1 at 12", "end 1.0 at 13", "finish 1",
      ])
  }

  @Test("are cut at a loss, behind which nothing stands below what was before")
  func loss() throws {
    var trace = SyntheticTrace(origin: 0)
    trace.packet(begin: 0, end: 100) { packet in
      packet.next("s", "1", id: 1, ordinal: 1, at: 10)
      packet.event("racscheduler:scheduled", at: 12, [.text("queue"), 1, 7, 0, 1])
    }
    trace.packet(number: 1, begin: 100, end: 200, discarded: 5) { packet in
      packet.next("t", "2", id: 2, ordinal: 1, at: 150)
      packet.event("racsignal:delivered", at: 151, [2])
      packet.event("racscheduler:began", at: 160, [7])
      packet.event("racscheduler:ended", at: 161, [7])
      packet.event("racsignal:delivered", at: 162, [1])
    }
    // The loss lies between the two packets' ends: it ends with the second one.
    var later = trace
    later.packet(number: 2, begin: 200, end: 300, discarded: 5) { packet in
      packet.next("u", "3", id: 3, ordinal: 1, at: 210)
      packet.event("racscheduler:began", at: 215, [7])
      packet.event("racscheduler:ended", at: 216, [7])
      packet.event("racsignal:delivered", at: 220, [3])
      packet.event("racsignal:delivered", at: 230, [1])
    }
    #expect(
      try trees(later) { $0.signals = [Glob("s"), Glob("u")] } == [
        "1.0 next 1", ".1.1<0 scheduled", "finish 1 cut", "2.0 next 3", ".2.1<0 began",
        "end 2.1 at 216", "end 2.0 at 220", "finish 2",
      ])
  }

  @Test("notice that the deliveries of a subscription have no end")
  func noEnd() throws {
    var trace = SyntheticTrace(origin: 0)
    trace.packet(begin: 0, end: 100) { packet in
      for ordinal in 1...3 as ClosedRange<UInt64> {
        packet.next("sequence", "\(ordinal)", id: 1, ordinal: ordinal, at: ordinal * 10)
        packet.next("s", "x", id: 2, ordinal: ordinal, at: ordinal * 10 + 1)
        packet.event("racsignal:delivered", at: ordinal * 10 + 2, [2])
      }
    }
    #expect(
      try trees(trace) { $0.signals = [Glob("sequence")] } == [
        "1.0 next 1", ".1.1<0 next x", "end 1.1 at 12", "finish 1", "2.0 next 2", "finish 2",
        "3.0 next 3", "finish 3",
      ])
  }

  @Test("hold no more than they may, however the trace is made")
  func bounded() throws {
    var trace = SyntheticTrace(origin: 0)
    trace.packet(begin: 0, end: 1_000_000) { packet in
      packet.next("s", "1", id: 1, ordinal: 1, at: 1)
      for id in 2...12_000 as ClosedRange<UInt64> {
        packet.subscribed("t", id: id, at: id)
      }
      packet.event("racsignal:delivered", at: 13_000, [1])
    }
    let found = try trees(trace) { $0.kinds = [Glob("next")] }
    #expect(found.count == 10_002)
    #expect(found.suffix(2) == ["end 1.0 at 13000", "finish 1 +2000"])
  }

  @Test("end the innermost of an action that began twice, then the outer one")
  func repeatedAction() throws {
    var trace = SyntheticTrace(origin: 0)
    trace.packet(begin: 0, end: 100) { packet in
      packet.next("s", "1", id: 1, ordinal: 1, at: 1)
      for time in 2...3 as ClosedRange<UInt64> {
        packet.event("racscheduler:began", at: time, [7])
      }
      for time in 4...6 as ClosedRange<UInt64> {
        packet.event("racscheduler:ended", at: time, [7])
      }
      packet.event("racsignal:delivered", at: 7, [1])
    }
    #expect(
      try trees(trace) { $0.kinds = [Glob("next")] } == [
        "1.0 next 1", ".1.1<0 began", "..1.2<1 began", "end 1.2 at 4", "end 1.1 at 5",
        "end 1.0 at 7", "finish 1",
      ])
  }

  @Test("take no longer for each event when thousands of deliveries have no end")
  func manyOpen() throws {
    // Looking through what is open for each event would take minutes.
    var trace = SyntheticTrace(origin: 0)
    trace.packet(begin: 0, end: 1_000_000) { packet in
      for id in 1...150_000 as ClosedRange<UInt64> { packet.next("s", id: id, ordinal: 1, at: id) }
    }
    #expect(try trees(trace) { _ in }.suffix(1) == ["finish 1 +140000 cut"])
  }

  @Test("give nothing where nothing tells the end of deliveries, but the events themselves")
  func noDelivered() throws {
    var trace = SyntheticTrace(names: ["racsignal:next"], origin: 0)
    trace.packet(begin: 0, end: 100) { packet in
      packet.next("s", "1", id: 1, ordinal: 1, at: 1)
      packet.next("t", "2", id: 2, ordinal: 1, at: 2)
    }
    #expect(
      try trees(trace) { _ in } == ["1.0 next 1", "finish 1", "2.0 next 2", "finish 2"])
  }
}
