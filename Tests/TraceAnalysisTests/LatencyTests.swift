// SPDX-License-Identifier: MIT

import FoundationEssentials
import TestSupport
import Testing
import TraceAnalysis
import TraceModel
import TraceTestSupport

@Suite("Latency")
struct LatencyTests {
  private func latency(
    _ trace: SyntheticTrace, _ question: Latency.Question = .init()
  ) throws -> Latency {
    let folder = try trace.write()
    return AnalysisRun.run(Latency(question), over: try SignalTrace.open([folder.path]))
  }

  private static func trace(
    _ names: [String]? = nil, _ body: (inout SyntheticPacket) -> Void
  ) -> SyntheticTrace {
    var trace = SyntheticTrace(names: names, origin: 0)
    trace.packet(begin: 0, end: 10_000, body)
    return trace
  }

  /// A chain: `clicks` to its `map`, and that to a place that takes its time.
  private static func chain(_ packet: inout SyntheticPacket, at time: UInt64, taking: UInt64) {
    packet.next("clicks", "7", id: 1, ordinal: 0, at: time, place: "map")
    packet.next("clicks.map", "seven", id: 2, ordinal: 0, at: time + 10, place: "App/A.swift:1")
    packet.event("racsignal:delivered", at: time + 10 + taking, [2])
    packet.event("racsignal:delivered", at: time + 30 + taking, [1])
  }

  @Test("measures each subscriber with and without what is nested in it, the slowest first")
  func operators() throws {
    let report = try latency(
      Self.trace { packet in
        Self.chain(&packet, at: 100, taking: 50)
        Self.chain(&packet, at: 300, taking: 70)
      }
    ).result()
    #expect(
      LatencyText.rows(report) == [
        "clicks.map > App/A.swift:1: 2 total [50, 70] own [50, 70]",
        "clicks > map: 2 total [80, 100] own [30, 30]",
      ])
    #expect(report.floor == 50)
    #expect(report.rows.map(\.isNearFloor) == [true, true])
    #expect(
      report.slowest.map { "\($0.signal) \($0.text ?? "-") \($0.begin) \($0.own)/\($0.total)" }
        == [
          "clicks.map seven 310 70/70", "clicks.map seven 110 50/50", "clicks 7 100 30/80",
          "clicks 7 300 30/100",
        ])
    #expect(report.slowest.map(\.thread) == [100, 100, 100, 100])
    #expect(report.trust.counts == .exact)
    #expect(report.trust.quantiles == .exact)
  }

  @Test("keeps as many of the slowest as are asked for")
  func slowest() throws {
    let trace = Self.trace { packet in
      for (index, taking) in ([30, 90, 60, 20, 80] as [UInt64]).enumerated() {
        packet.next("s", "\(taking)", id: 1, ordinal: 0, at: UInt64(index) * 100 + 10)
        packet.event("racsignal:delivered", at: UInt64(index) * 100 + 10 + taking, [1])
      }
    }
    for limit in 0...5 {
      let report = try latency(trace, .init(slowest: limit)).result()
      #expect(report.slowest.map(\.own) == Array([90, 80, 60, 30, 20].prefix(limit)))
      #expect(report.slowest.map { $0.text.flatMap(UInt64.init) } == report.slowest.map(\.own))
    }
  }

  @Test("marks what takes less than twice the floor, which a probe of nothing takes")
  func floor() throws {
    let report = try latency(
      Self.trace { packet in
        packet.next("quick", id: 1, ordinal: 0, at: 10)
        packet.event("racsignal:delivered", at: 20, [1])
        packet.next("slow", id: 2, ordinal: 0, at: 30)
        packet.event("racsignal:delivered", at: 50, [2])
      }
    ).result()
    #expect(report.floor == 10)
    #expect(report.rows.map { "\($0.signal) \($0.isNearFloor)" } == ["slow false", "quick true"])
  }

  @Test("counts what crosses, what stays open, and what has no begin")
  func irregular() throws {
    let report = try latency(
      Self.trace { packet in
        packet.event("racsignal:delivered", at: 5, [9])
        packet.next("a", id: 1, ordinal: 0, at: 10)
        packet.next("b", id: 2, ordinal: 0, at: 20)
        packet.event("racsignal:delivered", at: 30, [1])
        packet.event("racsignal:delivered", at: 40, [2])
        packet.next("c", id: 3, ordinal: 0, at: 9_000)
      }
    ).result()
    #expect(
      LatencyText.rows(report) == [
        "a > App/A.swift:1: 1 total [20] own [] crossing 1",
        "b > App/A.swift:1: 1 total [20] own [] crossing 1",
        "c > App/A.swift:1: 0 total [] own [] open 1",
      ])
    #expect(report.startUnknown == 1)
    #expect(report.open.map { "\($0.signal) \($0.begin) \($0.atLeast)" } == ["c 9000 1000"])
  }

  @Test("measures what waits in the queues of schedulers, without the delay that was asked for")
  func schedulers() throws {
    func schedule(_ action: UInt64, _ delay: UInt64 = 0) -> [TestValue] {
      [.text("ui"), 1, .number(action), .number(delay), 0]
    }
    let report = try latency(
      Self.trace { packet in
        packet.event("racscheduler:scheduled", at: 10, schedule(1))
        packet.event("racscheduler:scheduled", at: 20, schedule(2, 100))
        packet.event("racscheduler:scheduled", at: 30, schedule(3))
        packet.event("racscheduler:scheduled", at: 35, schedule(4))
        packet.event("racscheduler:scheduled", at: 36, schedule(5))
        packet.event("racscheduler:began", at: 40, thread: 101, [1])
        packet.event("racscheduler:ended", at: 45, thread: 101, [1])
        packet.event("racscheduler:cancelled", at: 50, [3])
        packet.event("racscheduler:began", at: 125, thread: 101, [2])
        packet.event("racscheduler:ended", at: 135, thread: 101, [2])
        packet.event("racscheduler:began", at: 140, thread: 101, [4])
        packet.event("racscheduler:ended", at: 150, thread: 101, [99])
      }
    ).result()
    #expect(
      report.schedulers.map(LatencyText.scheduler) == [
        "ui: 5 scheduled 3 began 1 cancelled 1 waiting 1 running 0 torn, "
          + "waited [5, 30, 105] queued [30, 105, 105] ran [5, 10]"
      ])
  }

  @Test("says what is missing where the trace tells no ends or no threads")
  func missing() throws {
    let names = ["racsignal:next", "racsignal:error", "racsignal:completed"]
    let noEnds = try latency(Self.trace(names) { $0.next("s", id: 1, ordinal: 0, at: 10) }).result()
    #expect(noEnds.rows.isEmpty)
    #expect(noEnds.missing.kinds.first == "racsignal:delivered")
    var trace = SyntheticTrace(hasContexts: false)
    trace.packet(begin: 0, end: 100) { packet in
      packet.next("s", id: 1, ordinal: 0, at: 10)
      packet.event("racsignal:delivered", at: 20, [1])
    }
    let noThreads = try latency(trace).result()
    #expect(noThreads.rows.isEmpty)
    #expect(noThreads.missing.contexts == [.vpid, .vtid])
  }

  // MARK: Losses

  /// A delivery before, across and after a loss, with one in the last of them.
  private static var lossy: SyntheticTrace {
    var trace = SyntheticTrace(origin: 0)
    trace.packet(begin: 0, end: 100) { packet in
      packet.event("racscheduler:scheduled", at: 5, [.text("ui"), 1, 7, 0, 0])
      packet.next("s", id: 1, ordinal: 0, at: 10)
      packet.event("racsignal:delivered", at: 20, [1])
      packet.next("s", id: 1, ordinal: 0, at: 30)
    }
    trace.packet(number: 1, begin: 100, end: 200, discarded: 3)
    trace.packet(number: 2, begin: 200, end: 300, discarded: 3) { packet in
      packet.next("t", id: 2, ordinal: 0, at: 210)
      packet.event("racsignal:delivered", at: 215, [2])
      packet.event("racsignal:delivered", at: 220, [1])
      packet.event("racscheduler:began", at: 225, [7])
      packet.next("t", id: 2, ordinal: 0, at: 230)
      packet.event("racsignal:delivered", at: 237, [2])
      packet.event("racscheduler:ended", at: 240, [7])
    }
    return trace
  }

  @Test("pairs nothing across a loss, and says how far its figures can be believed")
  func loss() throws {
    let latency = try latency(
      Self.lossy, .init(from: Glob("s"), to: Glob("t"), slowest: 1))
    let report = latency.result()
    #expect(
      LatencyText.rows(report) == [
        "t > App/A.swift:1: 2 total [5, 7] own [5, 7]",
        "s > App/A.swift:1: 1 total [10] own [10] lost 1",
      ])
    #expect(report.rows.map(\.verdict) == [.lowerBound, .lowerBound])
    #expect(report.rows.map(\.total.lost) == [3, 4])
    #expect(report.lostEnds == 1)
    #expect(report.startUnknown == 0)
    #expect(report.schedulers.map(\.torn) == [1])
    #expect(report.schedulers.map(\.waited.count) == [0])
    #expect(report.schedulers.map(\.ran.count) == [1])
    #expect(report.path.map(LatencyText.path) == "2 of 2 without, 2: 0 without, 2 unknown []")
    #expect(report.trust.quantiles == .unknown)
    #expect(
      latency.stacks().map { "\($0.frames.joined(separator: ";")) \($0.own)" } == [
        "[lost];t;App/A.swift:1 5", "s;App/A.swift:1 10", "t;App/A.swift:1 7",
      ])
  }

  // MARK: From a source to a target

  @Test(
    "finds for each value of the target the nearest one of the source, on the stack and in hops")
  func path() throws {
    let report = try latency(
      Self.trace { packet in
        // In the source's delivery, two levels down: 20 ns.
        packet.next("keys", id: 1, ordinal: 0, at: 100)
        packet.next("keys.map", id: 2, ordinal: 0, at: 110)
        packet.next("answer", id: 3, ordinal: 0, at: 120)
        packet.event("racsignal:delivered", at: 130, [3])
        packet.event("racsignal:delivered", at: 140, [2])
        packet.event("racsignal:delivered", at: 150, [1])
        // Over two hops, on other threads: 300 ns; the stack around the second is not its cause.
        packet.next("keys", id: 1, ordinal: 0, at: 200)
        packet.event("racscheduler:scheduled", at: 210, [.text("q"), 1, 7, 0, 1])
        packet.event("racsignal:delivered", at: 220, [1])
        packet.event("racscheduler:began", at: 300, thread: 101, [7])
        packet.event("racscheduler:scheduled", at: 310, thread: 101, [.text("q"), 1, 8, 0, 1])
        packet.event("racscheduler:ended", at: 320, thread: 101, [7])
        packet.next("keys", id: 1, ordinal: 0, at: 400)
        packet.event("racscheduler:began", at: 450, [8])
        packet.next("answer", id: 3, ordinal: 0, at: 500)
        packet.event("racsignal:delivered", at: 510, [3])
        packet.event("racscheduler:ended", at: 520, [8])
        packet.event("racsignal:delivered", at: 530, [1])
        // From nowhere.
        packet.next("answer", id: 3, ordinal: 0, at: 600)
        packet.event("racsignal:delivered", at: 610, [3])
      }, .init(from: Glob("keys"), to: Glob("answer"))
    ).result()
    #expect(
      report.path.map(LatencyText.path) == "1 of 3 without, 3: 1 without, 0 unknown [20, 300]")
  }

  @Test("folds the own time of all ways to a subscriber for flame graphs")
  func stacks() throws {
    let latency = try latency(
      Self.trace { packet in
        Self.chain(&packet, at: 100, taking: 50)
        Self.chain(&packet, at: 300, taking: 70)
        packet.next("clicks.map", id: 2, ordinal: 0, at: 600)
        packet.event("racsignal:delivered", at: 605, [2])
      })
    #expect(
      latency.stacks().map { "\($0.frames.joined(separator: ";")) \($0.count) \($0.own)" } == [
        "clicks;map 2 60", "clicks;map;clicks.map;App/A.swift:1 2 120",
        "clicks.map;App/A.swift:1 1 5",
      ])
  }

  @Test("puts what is deeper than asked for into one frame below its way")
  func deepStacks() throws {
    let latency = try latency(
      Self.trace { packet in
        for id in 1...4 as ClosedRange<UInt64> {
          packet.next("s\(id)", id: id, ordinal: 0, at: 100 + id)
        }
        for id in (1...4 as ClosedRange<UInt64>).reversed() {
          packet.event("racsignal:delivered", at: 200 - id, [.number(id)])
        }
      })
    #expect(
      latency.stacks(depth: 2).map { "\($0.frames.joined(separator: ";")) \($0.count) \($0.own)" }
        == [
          "s1;App/A.swift:1 1 2", "s1;App/A.swift:1;s2;App/A.swift:1 1 2",
          "s1;App/A.swift:1;s2;App/A.swift:1;[deeper] 2 94",
        ])
    #expect(latency.stacks(depth: 4).count == 4)
  }

  // MARK: Parts

  @Test(
    "is the same over the whole and over two parts put together",
    arguments: 1...8 as ClosedRange<UInt64>)
  func parts(seed: UInt64) throws {
    let session = RandomMarks(seed: seed, count: 40)
    let question = Latency.Question(from: Glob("s[ab]"), to: Glob("s[cd]"), slowest: 4)
    let whole = LatencyText.all(try latency(session.trace(0..<40), question))
    for cut in 0...40 {
      var parts = try latency(session.trace(0..<cut), question)
      try parts.merge(later: Self.written(latency(session.trace(cut..<40), question)))
      #expect(LatencyText.all(parts) == whole, "cut at \(cut)")
    }
  }

  @Test(
    "is the same over the whole and over many parts put together",
    arguments: 1...20 as ClosedRange<UInt64>)
  func manyParts(seed: UInt64) throws {
    let session = RandomMarks(seed: seed, count: 60)
    let question = Latency.Question(from: Glob("s[ab]"), to: Glob("s[cd]"), slowest: 4)
    let whole = LatencyText.all(try latency(session.trace(0..<60), question))
    let later = try [10..<23, 23..<24, 24..<41, 41..<60].map {
      try Self.written(latency(session.trace($0), question))
    }
    // From the left, and from the right.
    var left = try latency(session.trace(0..<10), question)
    for part in later { left.merge(later: part) }
    #expect(LatencyText.all(left) == whole)
    var right = later[3]
    for part in later.dropLast().reversed() {
      var earlier = try Self.written(part)
      earlier.merge(later: right)
      right = earlier
    }
    var first = try latency(session.trace(0..<10), question)
    first.merge(later: right)
    #expect(LatencyText.all(first) == whole)
  }

  @Test("is the same over slices of time, with losses", arguments: 1...40 as ClosedRange<UInt64>)
  func slices(seed: UInt64) throws {
    let session = RandomMarks(seed: seed, count: 80)
    let folder = try session.lossy().write()
    let question = Latency.Question(from: Glob("s[ab]"), to: Glob("s[cd]"), slowest: 4)
    let whole = AnalysisRun.run(Latency(question), over: try SignalTrace.open([folder.path]))
    for threads in 2...5 {
      let parts = AnalysisRun.run(
        Latency(question), over: try SignalTrace.open([folder.path]), threads: threads, least: 1)
      #expect(LatencyText.all(parts) == LatencyText.all(whole))
    }
  }

  /// An analysis as another machine would read it.
  private static func written(_ latency: Latency) throws -> Latency {
    let bytes = try JSONEncoder().encode(latency.partial)
    return Latency(try JSONDecoder().decode(Latency.State.self, from: bytes))
  }
}
