// SPDX-License-Identifier: MIT

import TestSupport
import Testing
import TraceModel
import TraceTestSupport

@Suite("Losses of a trace")
struct TraceLossesTests {
  private static func open(_ files: TraceFiles) throws -> (SignalTrace, TemporaryFolder) {
    let folder = try files.write()
    return (try SignalTrace.open([folder.path]), folder)
  }

  @Test("of a stream that cannot be read reach over its own trace, not over others nor for ever")
  func unreadableStream() throws {
    var files = TraceFiles()
    var old = TwoChannelTrace(process: 1, name: "old")
    old.values([], begin: 0)
    files.add(old.trace, in: "old")
    var new = TwoChannelTrace(process: 2, name: "new")
    new.values([], begin: 5_000_000)
    new.lifecycle([], begin: 5_000_100)
    files.add(new.trace, in: "new")
    files["new/life_0"].replaceSubrange(0..<4, with: [0, 1, 2, 3])
    let (trace, folder) = try Self.open(files)
    #expect(
      trace.losses.windows == [
        LossWindow(
          trace: folder.path + "/new", channel: "life_0", from: 5_000_000, to: 5_001_000,
          cause: .damage, domain: trace.losses.windows.first?.domain)
      ])
    // Its class is not known, so it may hold any event of its trace, and none of the other's.
    let domain = try trace.losses.domains[#require(trace.losses.windows.first?.domain)]
    #expect(domain.group == String(repeating: "02", count: 16))
    #expect(domain.events.contains("racsignal:next") && domain.events.contains("racsignal:error"))
  }

  @Test("of a whole trace that cannot be read concern everything")
  func hiddenTrace() throws {
    var files = TraceFiles()
    var good = TwoChannelTrace(process: 1, name: "good")
    good.values([], begin: 100)
    files.add(good.trace, in: "good")
    files.add(good.trace, in: "bad")
    files["bad/metadata"] = Array("this is no metadata".utf8)
    let (trace, folder) = try Self.open(files)
    #expect(
      trace.losses.windows == [
        LossWindow(
          trace: folder.path + "/bad/metadata", channel: "", from: 100, to: 1_100, cause: .damage)
      ])
    #expect(trace.losses.windows(meeting: FigureNeeds(kinds: [.next])).count == 1)
    #expect(trace.losses.damage.map(\.kind) == ["trace"])
  }

  @Test("in one chunk of a session break pairs in the next one")
  func chunks() throws {
    var files = TraceFiles()
    var first = TwoChannelTrace(process: 1, name: "p")
    first.values([("s", 1, 0)])
    first.values([], number: 1, begin: 1_000, discarded: 4)
    files.add(first.trace, in: "1")
    var second = TwoChannelTrace(process: 1, name: "p")
    second.values([("s", 1, 0)], number: 2, begin: 2_000, discarded: 4)
    files.add(second.trace, in: "2")
    let (trace, folder) = try Self.open(files)
    var ends: [Int64] = []
    trace.forEachEvent { event in
      ends.append(event.lossEnd)
      return true
    }
    withExtendedLifetime(folder) {}
    #expect(ends == [.min, 2_000])
    #expect(trace.streamCount == 1)
    #expect(trace.packetCount == 3)
  }

  @Test("that only reading the events shows break pairs as well")
  func damageInside() throws {
    var one = TwoChannelTrace(process: 1, name: "p")
    one.values([("s", 1, 0), ("s", 1, 0), ("s", 1, 0)])
    one.values([("s", 1, 0)], number: 1, begin: 1_000)
    var files = TraceFiles()
    files.add(one.trace, in: "t")
    // The second event's id, which no class has.
    let second = one.trace.place(0, of: "values_0").events[1]
    files["t/values_0"].replaceSubrange(second..<second + 2, with: [77, 0])
    let (trace, folder) = try Self.open(files)
    var seen: [String] = []
    trace.forEachEvent { event in
      seen.append("\(event.time) \(event.lossEnd)")
      return true
    }
    #expect(seen == ["100 \(Int64.min)", "1100 1000"])
    #expect(
      trace.losses.windows.map { "\($0.channel) \($0.from) \($0.to) \($0.cause)" } == [
        "values 101 1000 damage"
      ])
    withExtendedLifetime(folder) {}
  }

  @Test("know what was uncovered apart, by channel and CPU")
  func uncovered() throws {
    var files = TraceFiles()
    var one = TwoChannelTrace(process: 1, name: "p")
    one.values([], begin: 0)
    one.values([], number: 1, begin: 3_000_000)
    files.add(one.trace, in: "t")
    let (trace, folder) = try Self.open(files)
    #expect(trace.losses.isWhole)
    #expect(
      trace.losses.uncovered.map { "\($0.trace) \($0.channel) \($0.cpu ?? -1) \($0.from) \($0.to)" }
        == ["\(folder.path)/t values 0 1000 3000000"])
    #expect(trace.losses.uncoveredTotal == 2_999_000)
  }

  struct Span: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var begin: TraceSelection.Instant?
    var end: TraceSelection.Instant?
    var span: ClosedRange<Int64>
    var events: Int
  }

  /// Of a trace from 1,000 to 2,000 with an event at 1,100.
  static let spans = [
    Span(testDescription: "nothing selected", span: 1_000...2_000, events: 1),
    Span(
      testDescription: "beyond both ends", begin: .absolute(0), end: .absolute(9_000),
      span: 1_000...2_000, events: 1),
    Span(
      testDescription: "behind the end", begin: .absolute(5_000), end: .absolute(9_000),
      span: 2_000...2_000, events: 0),
    Span(
      testDescription: "before the begin", end: .absolute(10), span: 1_000...1_000, events: 0),
    Span(
      testDescription: "inside", begin: .fromBegin(100), end: .fromBegin(200),
      span: 1_100...1_200, events: 1),
    Span(
      testDescription: "the end before the begin", begin: .fromBegin(500), end: .fromBegin(200),
      span: 1_500...1_500, events: 0),
  ]

  @Test("and rates are those of a selected span that ends with the trace", arguments: spans)
  func clamped(_ known: Span) throws {
    var one = TwoChannelTrace(process: 1, name: "p")
    one.values([("s", 1, 1)], begin: 1_000)
    let folder = try one.trace.write()
    var selection = TraceSelection()
    (selection.begin, selection.end) = (known.begin, known.end)
    let trace = try SignalTrace.open([folder.path], selection: selection)
    var events = 0
    trace.forEachEvent { _ in
      events += 1
      return true
    }
    #expect(trace.spanBegin...trace.spanEnd == known.span)
    #expect(events == known.events)
  }
}
