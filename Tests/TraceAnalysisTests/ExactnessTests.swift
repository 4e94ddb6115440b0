// SPDX-License-Identifier: MIT

import FoundationEssentials
import TestSupport
import Testing
import TraceAnalysis
import TraceModel
import TraceTestSupport

@Suite("Exactness")
struct ExactnessTests {
  private static let windows: [LossWindow] = [
    LossWindow(
      trace: "t", channel: "values", cpu: 0, from: 100, to: 200, lost: 5, cause: .discarded,
      domain: 0),
    LossWindow(
      trace: "t", channel: "life", cpu: 0, from: 300, to: 400, lost: nil, cause: .missingPackets,
      domain: 1),
  ]

  private static var losses: TraceLosses {
    var losses = TraceLosses()
    losses.domains = [
      LossDomain(group: "a", events: ["racsignal:next"], packetSize: 0),
      LossDomain(
        group: "a", events: ["racsignal:disposed", "racsignal:subscribed"], packetSize: 0),
      LossDomain(group: "b", events: ["racsignal:next"], packetSize: 0),
    ]
    losses.windows = windows
    return losses
  }

  struct Case: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var needs: FigureNeeds
    var growing: Exactness
    var changing: Verdict
  }

  static let cases = [
    Case(
      testDescription: "a span and class with a loss of known size",
      needs: FigureNeeds(kinds: [.next], from: 0, to: 150),
      growing: Exactness(.lowerBound, lostMaximum: 5), changing: .unknown),
    Case(
      testDescription: "a span beside the loss", needs: FigureNeeds(kinds: [.next], from: 201),
      growing: Exactness(.exact, lostMaximum: 0), changing: .exact),
    Case(
      testDescription: "a class of another channel",
      needs: FigureNeeds(kinds: [.subscribed], from: 0, to: 299),
      growing: Exactness(.exact, lostMaximum: 0), changing: .exact),
    Case(
      testDescription: "a loss of unknown size", needs: FigureNeeds(kinds: [.subscribed, .next]),
      growing: Exactness(.lowerBound, lostMaximum: nil), changing: .unknown),
    Case(
      testDescription: "buffers of another process",
      needs: FigureNeeds(kinds: [.next], groups: ["b"]),
      growing: Exactness(.exact, lostMaximum: 0), changing: .exact),
    Case(
      testDescription: "a class that was not recorded",
      needs: FigureNeeds(kinds: [.error], from: 0, to: 10),
      growing: Exactness(.lowerBound, lostMaximum: nil), changing: .unknown),
    Case(
      testDescription: "everything", needs: FigureNeeds(),
      growing: Exactness(.lowerBound, lostMaximum: nil), changing: .unknown),
  ]

  @Test("is judged by the losses that meet a figure's span, classes and buffers", arguments: cases)
  func judged(_ known: Case) {
    let losses = Self.losses
    #expect(Exactness(of: .growing, known.needs, in: losses) == known.growing)
    #expect(Exactness(of: .changing, known.needs, in: losses).verdict == known.changing)
  }

  @Test("stays the same when parts are put together")
  func merged() {
    var merged = TraceLosses()
    merged.domains = [LossDomain(group: "c", events: ["x:y"], packetSize: 0)]
    merged.merge(Self.losses)
    merged.merge(Self.losses)
    #expect(merged.domains.count == 4)
    #expect(merged.windows.map(\.domain) == [1, 2, 1, 2])
    #expect(merged.lostMaximum(FigureNeeds(kinds: [.next])) == 10)
  }

  // MARK: Of a summary's rows

  private func rows(
    _ traces: [TwoChannelTrace], _ selection: TraceSelection = TraceSelection()
  ) throws -> (rows: [String], report: Summary.Report) {
    var files = TraceFiles()
    for (trace, name) in zip(traces, ["p1", "p2"]) { files.add(trace.trace, in: name) }
    let folder = try files.write()
    let trace = try SignalTrace.open([folder.path], selection: selection)
    let summary = AnalysisRun.run(Summary(), over: trace)
    // The verdicts do not depend on the form in which a part is handed on.
    let coded = try JSONDecoder().decode(
      Summary.State.self, from: try JSONEncoder().encode(summary.partial))
    let report = Summary(coded).result()
    return (
      report.signals.map {
        "\($0.signal) next \($0.next) \($0.trust.next) lifecycle \($0.trust.lifecycle) "
          + "quantiles \($0.trust.quantiles) open \($0.trust.open) whole \($0.whole)"
      }, report
    )
  }

  @Test("of a process is not touched by what another one's buffers lost")
  func processes() throws {
    var (one, other) = (
      TwoChannelTrace(process: 1, name: "one"), TwoChannelTrace(process: 2, name: "other")
    )
    for (index, name) in ["mine", "yours"].enumerated() {
      var trace = index == 0 ? one : other
      trace.lifecycle([(name, 1, nil)])
      trace.values([(name, 1, 1), (name, 1, 2)])
      trace.values([], number: 1, begin: 1_000, discarded: index == 1 ? 9 : 0)
      if index == 0 { one = trace } else { other = trace }
    }
    let (rows, report) = try rows([one, other])
    #expect(
      rows == [
        "mine next 2 exact lifecycle exact quantiles exact open exact whole 0",
        "yours next 2 lowerBound lifecycle exact quantiles unknown open exact whole 0",
      ])
    #expect("\(report.trust.counts) \(report.trust.open)" == "lowerBound exact")
    var selection = TraceSelection()
    selection.processes = [Glob("one")]
    let selected = try self.rows([one, other], selection).report
    #expect(selected.trust.counts == .exact)
    #expect(selected.trust.losses.windows == [])
  }

  @Test("of a signal whose subscriptions are all gap-free is given whatever else was lost")
  func gapFree() throws {
    var trace = TwoChannelTrace(process: 1, name: "one")
    trace.lifecycle([("proven", 1, 2), ("gap", 2, 3), ("open", 3, nil)])
    trace.values(
      [("proven", 1, 1), ("proven", 1, 2), ("gap", 2, 1), ("gap", 2, 3), ("open", 3, 1)])
    trace.values([], number: 1, begin: 1_000, discarded: 1)
    let (rows, report) = try rows([trace])
    #expect(
      rows == [
        "gap next 2 lowerBound lifecycle exact quantiles unknown open exact whole 0",
        "proven next 2 exact lifecycle exact quantiles exact open exact whole 1",
        "open next 1 lowerBound lifecycle exact quantiles unknown open exact whole 0",
      ])
    #expect(report.signals[1].interval(0.5).low == 1)
    #expect("\(report.trust.counts) \(report.trust.open)" == "lowerBound exact")
  }

  @Test("of a gap-free signal is a bound all the same where whole subscriptions may be missing")
  func unseenSubscriptions() throws {
    var trace = TwoChannelTrace(process: 1, name: "one")
    trace.lifecycle([("proven", 1, 1)])
    trace.lifecycle([], number: 1, begin: 1_000, discarded: 1)
    trace.values([("proven", 1, 1)])
    trace.values([], number: 1, begin: 1_000, discarded: 1)
    #expect(
      try rows([trace]).rows == [
        "proven next 1 lowerBound lifecycle lowerBound quantiles unknown open unknown whole 1"
      ])
  }

  @Test("counts a subscription that is cut by a part's end as whole when the parts are joined")
  func joined() throws {
    var (first, second) = (
      TwoChannelTrace(process: 1, name: "p"), TwoChannelTrace(process: 1, name: "p")
    )
    first.trace.packet(in: "life_0", begin: 0, end: 1_000) { packet in
      packet.event(
        "racsignal:subscribed", at: 1, [.text("s"), .text("p"), 7, 1, 0, 0])
    }
    first.values([("s", 7, 1), ("s", 7, 2)])
    second.values([("s", 7, 3)], number: 1, begin: 1_000)
    second.trace.packet(in: "life_0", number: 1, begin: 1_000, end: 2_000) { packet in
      packet.event("racsignal:disposed", at: 1_900, [.text("s"), .text("p"), 7, 3])
    }
    func summary(_ trace: TwoChannelTrace) throws -> Summary {
      let folder = try trace.trace.write()
      return AnalysisRun.run(Summary(), over: try SignalTrace.open([folder.path]))
    }
    var joined = try summary(first)
    joined.merge(later: try summary(second))
    #expect(joined.result().signals.map(\.whole) == [1])
  }
}
