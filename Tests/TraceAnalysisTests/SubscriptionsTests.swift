// SPDX-License-Identifier: MIT

import TestSupport
import Testing
import TraceAnalysis
import TraceModel
import TraceTestSupport

@Suite("Subscriptions")
struct SubscriptionsTests {
  private static let place = "App/A.swift:1"

  private func report(
    _ trace: SyntheticTrace, limit: Int = 1_000, order: Subscriptions.Order = .begin
  ) throws -> Subscriptions.Report {
    let folder = try trace.write()
    let analysis = Subscriptions(limit: limit, order: order)
    return AnalysisRun.run(analysis, over: try SignalTrace.open([folder.path])).result()
  }

  /// A row in a form to compare.
  private static func text(_ row: Subscriptions.Row, origin: Int64) -> String {
    let subscription = row.subscription
    func time(_ time: Int64?) -> String { time.map { String($0 - origin) } ?? "?" }
    return "\(subscription.signal) \(subscription.key.id) at \(subscription.subscriber ?? "?") "
      + "parent \(subscription.parent) \(subscription.parentSignal ?? "-") "
      + "cause \(subscription.causeSignal ?? "-") "
      + "\(time(subscription.began))..\(time(subscription.ended)) \(row.outcome) "
      + "\(subscription.error ?? "-") age \(row.age) values \(subscription.values) "
      + "\(row.trust.open) \(row.trust.values)"
  }

  private static func text(_ place: Subscriptions.Place) -> String {
    let counts = place.counts
    return "\(place.signal ?? "…") at \(place.subscriber ?? "?") in \(place.process): "
      + "\(counts.subscriptions) = \(counts.completed) completed \(counts.error) error "
      + "\(counts.disposed) disposed \(place.open) open, \(counts.openAtExit) at exit, "
      + "\(counts.startNotInTrace) from before, values \(counts.values), peak \(place.series.peak), "
      + "lives \(place.lifetimes.buckets().map { "\($0.low)x\($0.count)" }), leak \(place.isLeak), "
      + "slices \(place.series.slices.map { "\($0.least)-\($0.most)>\($0.last)" })"
  }

  private static func lines(_ report: Subscriptions.Report) -> [String] {
    report.rows.map { text($0, origin: report.trace.origin ?? 0) } + report.places.map(text)
      + report.disposables.map {
        "\($0.compound ?? "…") \($0.process) \($0.adds) \($0.removes) \($0.total) \($0.most)"
      } + [
        "\(report.emptied) \(report.counts) \(report.trust.counts) \(report.trust.open) "
          + "\(report.unlisted) \(report.unseenAtExit) \(report.withoutID)"
      ]
  }

  private func rows(_ report: Subscriptions.Report) -> [String] {
    report.rows.map { Self.text($0, origin: report.trace.origin ?? 0) }
  }

  // MARK: Each subscription

  @Test("tells of each its parent, its begin, its end and how it ended")
  func outcomes() throws {
    var trace = SyntheticTrace()
    trace.packet(begin: 0, end: 1_000) { packet in
      packet.begin("a.map", "App/A.swift:1", id: 1, at: 10)
      packet.begin("a", "a.map", id: 2, parent: 1, at: 11)
      packet.next("a", id: 2, ordinal: 1, at: 20, place: "a.map")
      packet.next("a.map", id: 1, ordinal: 1, at: 21)
      packet.begin("inner", "App/B.swift:2", id: 3, cause: 1, at: 22)
      packet.failed("inner", "no network", id: 3, values: 0, at: 30, place: "App/B.swift:2")
      packet.completed("a", id: 2, values: 1, at: 40, place: "a.map")
      packet.disposed("a.map", "App/A.swift:1", id: 1, values: 1, at: 50)
      packet.begin("ticks", "App/C.swift:3", id: 4, at: 60)
      packet.completed("old", id: 9, values: 7, at: 70, place: "App/D.swift:4")
    }
    #expect(
      rows(try report(trace)) == [
        "a.map 1 at App/A.swift:1 parent 0 - cause - 10..50 disposed - age 40 values 1 exact exact",
        "a 2 at a.map parent 1 a.map cause - 11..40 completed - age 29 values 1 exact exact",
        "inner 3 at App/B.swift:2 parent 0 - cause a.map 22..30 error no network age 8 values 0 "
          + "exact exact",
        "ticks 4 at App/C.swift:3 parent 0 - cause - 60..? open - age 940 values 0 exact exact",
        "old 9 at App/D.swift:4 parent 0 - cause - ?..70 completed - age 0 values 7 exact exact",
      ])
  }

  @Test("takes the begin and the values of what a late session is told of from `alive`")
  func alive() throws {
    var trace = SyntheticTrace(origin: 0)
    trace.packet(begin: 1_000, end: 2_000) { packet in
      packet.event(
        "racsignal:alive", at: 1_100, [.text("t"), .text("App/T.swift:1"), 1, 1, 0, 0, 17, 600])
      packet.event(
        "racsignal:alive", at: 1_200, [.text("t"), .text("App/T.swift:1"), 1, 1, 0, 0, 18, 700])
    }
    let report = try report(trace)
    #expect(
      rows(report) == [
        "t 1 at App/T.swift:1 parent 0 - cause - -500..? open - age 1500 values 18 exact exact"
      ])
    #expect(report.places.map(\.series.peak) == [1])
    #expect(report.counts.startNotInTrace == 0)
  }

  @Test("ends a subscription with its last event where an emitter tells no disposal")
  func noDisposal() throws {
    var trace = SyntheticTrace(names: ["racsignal:subscribed", "racsignal:completed"])
    trace.packet(begin: 0, end: 100) { packet in
      packet.begin("s", Self.place, id: 1, at: 1)
      packet.event("racsignal:completed", at: 2, [.text("s"), .text(Self.place), 1, 3])
    }
    #expect(
      rows(try report(trace)) == [
        "s 1 at App/A.swift:1 parent 0 - cause - 1..2 completed - age 1 values 3 exact exact"
      ])
  }

  @Test("takes an id that begins anew for another subscription, whose forerunner has no end")
  func replaced() throws {
    var trace = SyntheticTrace()
    trace.packet(begin: 0, end: 100) { packet in
      packet.begin("s", Self.place, id: 1, at: 1)
      packet.begin("s", Self.place, id: 1, at: 5)
      packet.disposed("s", Self.place, id: 1, at: 9)
    }
    let report = try report(trace)
    #expect(report.rows.map(\.outcome) == [.replaced, .disposed])
    #expect(report.counts.replaced == 1)
    #expect(report.places.map(\.open) == [1])
  }

  @Test("tells how many more were open when the process exited than the trace shows")
  func beganLate() throws {
    let writes: [(UInt64, (inout SyntheticPacket) -> Void)] = [
      (10, { $0.begin("s", Self.place, id: 4, at: 10) }),
      (20, { $0.begin("s", Self.place, id: 5, at: 20) }),
      (25, { $0.begin("other", Self.place, id: 5, at: 25, process: 200) }),
      (30, { $0.disposed("s", Self.place, id: 5, at: 30) }),
      (40, { $0.begin("s", Self.place, id: 6, at: 40) }),
      // One of before the trace, seen by its value, and one by nothing but its end behind the exit.
      (45, { $0.next("s", id: 1, ordinal: 7, at: 45) }),
      (50, { $0.event("racprocess:exiting", at: 50, [.text("a"), 6]) }),
      (60, { $0.disposed("s", Self.place, id: 6, at: 60) }),
      (70, { $0.disposed("s", Self.place, id: 1, at: 70) }),
    ]
    let trace = CutTrace(writes: writes, end: 100)
    try trace.check(Subscriptions(), restore: { Subscriptions($0) }, lines: Self.lines)
    var whole = SyntheticTrace()
    whole.packet(begin: 0, end: 100) { packet in for (_, write) in writes { write(&packet) } }
    // Of the 6 that are told, 4, 6 and 1 are seen.
    let late = try report(whole)
    #expect(late.unseenAtExit == 3)
    #expect(late.trust.open == .lowerBound)
    #expect(late.counts.openAtExit == 1)
    var all = SyntheticTrace()
    all.packet(begin: 0, end: 100) { packet in
      for (_, write) in writes.dropLast(3) { write(&packet) }
      packet.event("racprocess:exiting", at: 50, [.text("a"), 3])
    }
    let known = try report(all)
    #expect(known.unseenAtExit == 0)
    #expect(known.trust.open == .exact)
  }

  @Test("counts begins without an id apart, as many as the summary counts in all")
  func withoutID() throws {
    let trace = CutTrace(
      writes: [
        (10, { $0.begin("s", Self.place, id: 0, at: 10) }),
        (20, { $0.begin("s", Self.place, id: 5, at: 20) }),
        (30, { $0.disposed("s", Self.place, id: 0, at: 30) }),
        (40, { $0.begin("s", Self.place, id: 0, at: 40) }),
      ], end: 100)
    try trace.check(Subscriptions(), restore: { Subscriptions($0) }, lines: Self.lines)
    var whole = SyntheticTrace()
    whole.packet(begin: 0, end: 100) { packet in
      for (_, write) in trace.writes { write(&packet) }
    }
    let folder = try whole.write()
    let opened = try SignalTrace.open([folder.path])
    let report = AnalysisRun.run(Subscriptions(), over: opened).result()
    #expect(report.withoutID == 2)
    #expect(report.counts.subscriptions == 1)
    #expect(AnalysisRun.run(Summary(), over: opened).result().signals.map(\.subscriptions) == [3])
  }

  @Test("lets no age reach further back than time does, and agrees with the summary on it")
  func giantAge() throws {
    var trace = SyntheticTrace()
    trace.packet(begin: 0, end: 100) { packet in
      for (id, age) in [(1, .max), (2, 1 << 63), (3, 30)] as [(UInt64, UInt64)] {
        packet.event(
          "racsignal:alive", at: 40 + id,
          [.text("s"), .text(Self.place), .number(id), 1, 0, 0, 0, .number(age)])
      }
    }
    let folder = try trace.write()
    let opened = try SignalTrace.open([folder.path])
    let begins: [Int64?] = [0, 0, 1_000_000_013]
    let rows = AnalysisRun.run(Subscriptions(), over: opened).result().rows
    #expect(rows.map(\.subscription.began) == begins)
    #expect(rows.map(\.age) == [1_000_000_100, 1_000_000_100, 87])
    #expect(AnalysisRun.run(Summary(), over: opened).result().open.map(\.began) == begins)
  }

  @Test("takes a value that comes late, after the end, for no new subscription")
  func late() throws {
    let trace = CutTrace(
      writes: [
        (1, { $0.begin("s", Self.place, id: 1, at: 1) }),
        (5, { $0.disposed("s", Self.place, id: 1, at: 5) }),
        (6, { $0.next("s", id: 1, ordinal: 1, at: 6) }),
        (50, { $0.event("racprocess:exiting", at: 50, [.text("a"), 0]) }),
      ], end: 100)
    try trace.check(
      Subscriptions(), restore: { Subscriptions($0) },
      lines: { ["\($0.rows.map(\.outcome))"] })
    var whole = SyntheticTrace()
    whole.packet(begin: 0, end: 100) { packet in
      for (_, write) in trace.writes { write(&packet) }
    }
    #expect(try report(whole).rows.map(\.outcome) == [.disposed])
  }

  @Test("keeps subscriptions of two processes apart, whatever their ids")
  func processes() throws {
    var trace = SyntheticTrace()
    trace.packet(begin: 0, end: 100) { packet in
      packet.begin("s", Self.place, id: 1, at: 1)
      packet.begin("s", Self.place, id: 1, at: 2, process: 200)
      packet.event("racprocess:exiting", at: 50, process: 200, [.text("b"), 1])
    }
    let report = try report(trace)
    #expect(report.rows.map(\.outcome) == [.open, .exited])
    #expect(
      report.places.map { "\($0.process) \($0.isLeak)" } == ["app (200) true", "app (100) false"])
  }

  @Test(
    "lists the first ones of an order, counts the others, and always lists what is open",
    arguments: [
      (.begin, [1, 2, 9]), (.end, [4, 3, 9]), (.age, [9, 1, 2]), (.values, [3, 2, 9]),
    ] as [(Subscriptions.Order, [UInt64])])
  func limited(order: Subscriptions.Order, ids: [UInt64]) throws {
    var trace = SyntheticTrace()
    trace.packet(begin: 0, end: 1_000) { packet in
      packet.begin("open", Self.place, id: 9, at: 6)
      for id in 1...4 as ClosedRange<UInt64> { packet.begin("s", Self.place, id: id, at: 6 + id) }
      packet.disposed("s", Self.place, id: 4, values: 1, at: 20)
      packet.disposed("s", Self.place, id: 3, values: 9, at: 30)
      packet.disposed("s", Self.place, id: 2, values: 8, at: 40)
      packet.disposed("s", Self.place, id: 1, values: 7, at: 50)
    }
    let report = try report(trace, limit: 2, order: order)
    #expect(Set(report.rows.map(\.subscription.key.id)) == Set(ids))
    #expect(report.rows.count == 3)
    #expect(report.unlisted == 2)
    #expect(report.counts.subscriptions == 5)
  }

  // MARK: Places

  @Test("counts at each place how many there were over time, and calls steady growth a leak")
  func growth() throws {
    var trace = SyntheticTrace()
    trace.packet(begin: 0, end: 1_024) { packet in
      for step in 0..<8 as Range<UInt64> {
        let time = step * 128
        packet.begin("leaky", "App/L.swift:1", id: 100 + step, at: time + 1)
        packet.begin("busy", "App/B.swift:1", id: 200 + step, at: time + 2)
        packet.begin("busy", "App/B.swift:1", id: 300 + step, at: time + 3)
        packet.disposed("busy", "App/B.swift:1", id: 200 + step, at: time + 90)
        packet.disposed("busy", "App/B.swift:1", id: 300 + step, at: time + 100)
      }
      packet.begin("start", "App/S.swift:1", id: 400, at: 1_020)
    }
    let report = try report(trace)
    #expect(
      report.places.map { "\($0.signal ?? "") \($0.isLeak) \($0.open) peak \($0.series.peak)" } == [
        "leaky true 8 peak 8", "start false 1 peak 1", "busy false 0 peak 2",
      ])
    let leaky = try #require(report.places.first)
    #expect(leaky.series.width == 128)
    #expect(leaky.series.slices.map(\.last).suffix(8).max() == 8)
    let lifetimes = report.places[2].lifetimes.buckets()
    #expect(lifetimes.map { "\($0.low)x\($0.count)" } == ["88x8", "97x8"])
  }

  @Test("tells how compound disposables grow, and only counts those that are empty again")
  func disposables() throws {
    var trace = SyntheticTrace()
    trace.packet(begin: 0, end: 100) { packet in
      for (index, total) in [1, 2, 3].enumerated() as EnumeratedSequence<[UInt64]> {
        packet.event(
          "raccompounddisposable:added", at: UInt64(index) + 1,
          [.text("bag"), .text("d"), .number(total)])
      }
      packet.event(
        "raccompounddisposable:added", at: 10, [.text("other"), .text("d"), 1])
      packet.event(
        "raccompounddisposable:added", at: 11, [.text("brief"), .text("d"), 1])
      packet.event(
        "raccompounddisposable:removed", at: 12, [.text("brief"), .text("d"), 0])
    }
    let report = try report(trace)
    #expect(
      report.disposables.map { "\($0.compound ?? "") \($0.total) \($0.adds) \($0.removes)" } == [
        "bag 3 3 0", "other 1 1 0",
      ])
    #expect(report.emptied == 1)
  }

  // MARK: Losses

  @Test("believes what gap-free ordinals prove, and calls unknown what a loss may have changed")
  func losses() throws {
    var trace = SyntheticTrace()
    trace.packet(begin: 0, end: 100) { packet in
      packet.begin("proven", Self.place, id: 1, at: 1)
      packet.begin("gap", Self.place, id: 2, at: 2)
      packet.begin("open", Self.place, id: 3, at: 3)
      packet.next("proven", id: 1, ordinal: 1, at: 10)
      packet.next("gap", id: 2, ordinal: 1, at: 11)
    }
    trace.packet(number: 1, begin: 100, end: 200, discarded: 5)
    trace.packet(number: 2, begin: 200, end: 300, discarded: 5) { packet in
      packet.next("proven", id: 1, ordinal: 2, at: 210)
      packet.disposed("proven", Self.place, id: 1, values: 2, at: 220)
      packet.disposed("gap", Self.place, id: 2, values: 4, at: 221)
      packet.begin("late", Self.place, id: 4, at: 230)
    }
    let report = try report(trace)
    #expect(
      report.rows.map {
        "\($0.subscription.signal) \($0.outcome) \($0.trust.open) \($0.subscription.values) "
          + "\($0.trust.values)"
      } == [
        "proven disposed exact 2 exact", "gap disposed unknown 4 exact",
        "open open unknown 0 lowerBound", "late open exact 0 exact",
      ])
    #expect(report.trust.open == .unknown)
    let gap = try #require(report.places.first { $0.signal == "gap" })
    #expect(gap.lifetimes.count == 0)
    #expect(gap.brokenLifetimes == 1)
  }

  @Test("calls a leak what was open at the exit, whatever was lost after it")
  func leakBesideLoss() throws {
    var trace = SyntheticTrace()
    trace.packet(begin: 0, end: 100) { packet in
      packet.begin("s", Self.place, id: 1, at: 1)
      packet.event("racprocess:exiting", at: 50, [.text("a"), 1])
      packet.begin("other", Self.place, id: 1, at: 60, process: 200)
    }
    trace.packet(number: 1, begin: 100, end: 200, discarded: 5) { packet in
      packet.event("racprocess:exiting", at: 150, process: 200, [.text("b"), 1])
    }
    let report = try report(trace)
    #expect(
      report.rows.map { "\($0.outcome) \($0.trust.open)" } == ["exited exact", "exited unknown"])
    #expect(report.places.map(\.provenLeaks) == [0, 1])
  }

  @Test("is not touched by what another process's buffers lost, or a channel of values")
  func otherBuffers() throws {
    var one = TwoChannelTrace(process: 1, name: "one")
    one.lifecycle([("mine", 1, nil)])
    one.values([("mine", 1, 1)], discarded: 0)
    one.values([], number: 1, begin: 1_000, discarded: 3)
    var other = TwoChannelTrace(process: 2, name: "other")
    other.lifecycle([("yours", 1, nil)])
    other.lifecycle([], number: 1, begin: 1_000, discarded: 9)
    var files = TraceFiles()
    files.add(one.trace, in: "p1")
    files.add(other.trace, in: "p2")
    let folder = try files.write()
    let report = AnalysisRun.run(
      Subscriptions(), over: try SignalTrace.open([folder.path])
    ).result()
    #expect(
      report.rows.map {
        "\($0.subscription.signal) \($0.trust.open) \($0.trust.values)"
      }.sorted() == ["mine exact lowerBound", "yours unknown exact"])
    #expect(
      report.places.map { "\($0.signal ?? "") \($0.trust.open)" }.sorted() == [
        "mine exact", "yours unknown",
      ])
  }

  // MARK: Parts

  @Test("is the same over the whole and over parts put together, wherever it is cut")
  func merge() throws {
    let trace = CutTrace(
      writes: [
        (10, { $0.begin("a.map", "App/A.swift:1", id: 1, at: 10) }),
        (12, { $0.begin("a", "a.map", id: 2, parent: 1, at: 12) }),
        (15, { $0.next("old", id: 7, ordinal: 12, at: 15) }),
        (20, { $0.next("a", id: 2, ordinal: 1, at: 20, place: "a.map") }),
        (
          21,
          {
            $0.event(
              "racsignal:alive", at: 21, [.text("t"), .text("App/T.swift:1"), 8, 1, 0, 0, 5, 100])
          }
        ),
        (22, { $0.begin("inner", "App/B.swift:2", id: 3, parent: 2, cause: 1, at: 22) }),
        (25, { $0.event("raccompounddisposable:added", at: 25, [.text("bag"), .text("d"), 4]) }),
        (30, { $0.next("a", id: 2, ordinal: 2, at: 30, place: "a.map") }),
        (
          35,
          {
            $0.event(
              "racsignal:completed", at: 35, [.text("a"), .text("a.map"), 2, 2])
          }
        ),
        (36, { $0.disposed("a", "a.map", id: 2, values: 2, at: 36) }),
        (40, { $0.disposed("old", "App/A.swift:1", id: 7, values: 12, at: 40) }),
        (50, { $0.begin("again", "App/A.swift:1", id: 4, parent: 2, at: 50) }),
        (60, { $0.disposed("t", "App/T.swift:1", id: 8, values: 5, at: 60) }),
        (70, { $0.begin("again", "App/A.swift:1", id: 5, parent: 1, at: 70) }),
        (80, { $0.disposed("again", "App/A.swift:1", id: 4, at: 80) }),
        (
          82, { $0.event("raccompounddisposable:added", at: 82, [.text("brief"), .text("d"), 1]) }
        ),
        (85, { $0.event("raccompounddisposable:removed", at: 85, [.text("bag"), .text("d"), 3]) }),
        (
          87,
          { $0.event("raccompounddisposable:removed", at: 87, [.text("brief"), .text("d"), 0]) }
        ),
        (90, { $0.event("racprocess:exiting", at: 90, [.text("App"), 3]) }),
        (95, { $0.disposed("inner", "App/B.swift:2", id: 3, at: 95) }),
      ], end: 100)
    for limit in [1_000, 2] {
      try trace.check(
        Subscriptions(limit: limit), restore: { Subscriptions($0) }, lines: Self.lines)
    }
  }

  @Test(
    "is the same for random lives, wherever they are cut", arguments: 1...6 as ClosedRange<UInt64>)
  func random(seed: UInt64) throws {
    let lives = RandomSubscriptions(seed: seed, count: 60)
    let trace = CutTrace(writes: lives.writes, end: 100_000)
    try trace.check(Subscriptions(limit: 8), restore: { Subscriptions($0) }, lines: Self.lines)
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
    let one = AnalysisRun.run(Subscriptions(limit: 8), over: opened)
    let four = AnalysisRun.run(
      Subscriptions(limit: 8), over: try SignalTrace.open([folder.path]), threads: 4, least: 1)
    #expect(Self.lines(four.result()) == Self.lines(one.result()))
  }
}
