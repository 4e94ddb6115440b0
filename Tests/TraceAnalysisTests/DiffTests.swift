// SPDX-License-Identifier: MIT

import FoundationEssentials
import TestSupport
import Testing
import TraceModel
import TraceTestSupport

@testable import TraceAnalysis

@Suite("Diff")
struct DiffTests {
  /// What a program does by chance: values at random in bursts, a timer, errors, a rare signal.
  private struct Generator {
    var length: UInt64 = 1_000_000_000
    /// How often values come, relative to usual.
    var rate = 1.0
    /// How long the slowest intervals of the timer are, relative to usual.
    var tail = 1.0
    var errors = 1.0
    var names = ["bursts", "timer", "failing", "rare"]
    /// The numbers of packets that are lost, of 20.
    var lost: Set<UInt64> = []

    /// Writes a trace of 20 packets.
    func trace(_ seed: UInt64) -> SyntheticTrace {
      var noise = Noise(seed: seed)
      var events: [(time: UInt64, write: (inout SyntheticPacket, UInt64) -> Void)] = []
      // Neighbouring values resemble one another: the rate wanders.
      var (time, level, ordinal) = (0.0, 1.0, 0 as UInt64)
      while true {
        level += (noise.uniform() - 0.5) * 0.6 + (1 - level) * 0.2
        time += noise.exponential() * 4e6 / rate / max(0.3, level)
        guard time < Double(length) else { break }
        ordinal += 1
        let (name, ordinal) = (names[0], ordinal)
        events.append((UInt64(time), { $0.next(name, id: 1, ordinal: ordinal, at: $1) }))
      }
      (time, ordinal) = (0, 0)
      while true {
        time += 5e6 * (0.9 + 0.2 * noise.uniform())
        if noise.uniform() < 0.1 { time += 5e6 * tail }
        guard time < Double(length) else { break }
        ordinal += 1
        let (name, ordinal) = (names[1], ordinal)
        events.append((UInt64(time), { $0.next(name, id: 2, ordinal: ordinal, at: $1) }))
      }
      for (index, mean) in [(2, 2e7 / errors), (3, 4e8)] {
        time = 0
        var id = UInt64(index) * 1_000
        while true {
          time += noise.exponential() * mean
          guard time < Double(length) - 2 else { break }
          id += 1
          let (name, id) = (names[index], id)
          events.append((UInt64(time), { $0.failed(name, "no", id: id, values: 0, at: $1) }))
        }
      }
      events.sort { $0.time < $1.time }
      var trace = SyntheticTrace()
      let step = length / 20
      for number in 0..<20 as Range<UInt64> where !lost.contains(number) {
        trace.packet(number: number, begin: number * step, end: (number + 1) * step) { packet in
          for event in events where event.time / step == number {
            event.write(&packet, event.time)
          }
        }
      }
      return trace
    }

    func profile(_ seed: UInt64) throws -> Profile.Report {
      let folder = try trace(seed).write()
      return AnalysisRun.run(Profile(), over: try SignalTrace.open([folder.path])).result()
    }
  }

  private func text(_ rows: [Diff.Row]) -> [String] {
    rows.map { "\($0.signal) \($0.figure.rawValue)" }
  }

  // MARK: Noise

  @Test("reports nothing of noise alone: at most one pair in twenty, of 200")
  func noise() throws {
    var alarms = 0
    let half = Generator(length: 500_000_000)
    var before = try half.profile(0)
    for seed in 1...200 as ClosedRange<UInt64> {
      let after = try half.profile(seed)
      let diff = Diff(from: before, to: after)
      before = after
      #expect(diff.doubt == nil)
      #expect(diff.rows > 5)
      if !diff.changes.isEmpty { alarms += 1 }
    }
    // The bound of 5 % and two standard deviations of 200 pairs.
    #expect(alarms <= 16)
  }

  @Test("reports nothing of noise alone if one trace is longer", arguments: [120, 350, 700])
  func noiseOfUnequalLength(milliseconds: UInt64) throws {
    var alarms = 0
    let long = try (0..<4 as Range<UInt64>).map { try Generator().profile($0) }
    for seed in 0..<20 as Range<UInt64> {
      let short = try Generator(length: milliseconds * 1_000_000).profile(seed + 1_000)
      let long = long[Int(seed) % 4]
      let diff = seed < 10 ? Diff(from: long, to: short) : Diff(from: short, to: long)
      #expect(diff.doubt == nil)
      if !diff.changes.isEmpty { alarms += 1 }
    }
    #expect(alarms <= 2)
  }

  // MARK: Changes

  @Test("finds twice the rate, whichever trace is longer", arguments: [350, 1_000])
  func doubled(milliseconds: UInt64) throws {
    for seed in 0..<5 as Range<UInt64> {
      let twice = Generator(length: milliseconds * 1_000_000, rate: 2)
      let diff = Diff(from: try Generator().profile(seed), to: try twice.profile(seed + 100))
      #expect(text(diff.changes).contains("bursts rate"))
      let back = Diff(from: try twice.profile(seed + 100), to: try Generator().profile(seed))
      #expect(text(back.changes).contains("bursts rate"))
    }
  }

  @Test("finds slower intervals though the median is the same")
  func tail() throws {
    let before = try Generator(length: 4_000_000_000).profile(1)
    let after = try Generator(length: 4_000_000_000, tail: 3).profile(2)
    let diff = Diff(from: before, to: after)
    let row = try #require(diff.changes.first { $0.figure == .intervalP99 })
    #expect(row.signal == "timer")
    #expect(row.before > 9e6 && row.before < 11e6)
    #expect(row.after > 19e6 && row.after < 21e6)
    #expect(!text(diff.changes).contains("timer interval_p50"))
  }

  @Test("finds more errors, and puts the largest change first")
  func errors() throws {
    let diff = Diff(
      from: try Generator().profile(1), to: try Generator(rate: 1.8, errors: 5).profile(2))
    let rows = text(diff.changes)
    #expect(rows.first == "failing errors")
    #expect(rows.contains("bursts rate"))
  }

  @Test("tells signals that came and went, and calls those that are rare perhaps chance")
  func presence() throws {
    let renamed = Generator(names: ["bursts", "clock", "failing", "seldom"])
    let diff = Diff(from: try Generator().profile(3), to: try renamed.profile(4))
    let presence = diff.changes.filter { $0.figure == .came || $0.figure == .went }
    #expect(Set(text(presence)) == ["timer went", "clock came"])
    #expect(Set(text(diff.rare)) == ["rare went", "seldom came"])
    #expect(presence.first { $0.figure == .came }?.before == 0)
  }

  @Test("does not report a change below the threshold, however certain")
  func threshold() throws {
    let before = try Generator().profile(1)
    let after = try Generator(rate: 2).profile(2)
    #expect(text(Diff(from: before, to: after, threshold: 0.5).changes).contains("bursts rate"))
    #expect(!text(Diff(from: before, to: after, threshold: 2).changes).contains("bursts rate"))
  }

  @Test("finds deliveries that take longer")
  func deliveries() throws {
    func profile(_ took: UInt64) throws -> Profile.Report {
      var trace = SyntheticTrace()
      trace.packet(begin: 0, end: 1_000_000) { packet in
        for index in 0..<400 as Range<UInt64> {
          packet.next("s", id: 1, ordinal: index + 1, at: index * 2_500)
          packet.event("racsignal:delivered", at: index * 2_500 + took + index % 7, [1])
        }
      }
      return try Self.profile(trace).result()
    }
    let diff = Diff(from: try profile(500), to: try profile(1_000))
    #expect(text(diff.changes) == ["s delivery_p99"])
    #expect(diff.changes.first?.before == 506)
    #expect(diff.changes.first?.after == 1_005)
  }

  // MARK: Doubt

  @Test("cannot tell of traces that are too short or empty")
  func short() throws {
    let whole = try Generator().profile(1)
    for length in [0, 1, 14, 10_000] as [UInt64] {
      var trace = SyntheticTrace()
      trace.packet(begin: 0, end: length) { $0.subscribed("s", id: 1, at: 0) }
      let folder = try trace.write()
      let short = AnalysisRun.run(Profile(), over: try SignalTrace.open([folder.path])).result()
      for diff in [Diff(from: whole, to: short), Diff(from: short, to: whole)] {
        #expect(diff.doubt == (length > 14 ? .tooUnequal : .tooShort))
      }
    }
  }

  @Test("cannot tell a change that happened in too few slices")
  func fewSlices() throws {
    func profile(_ count: UInt64) throws -> Profile.Report {
      var trace = SyntheticTrace()
      trace.packet(begin: 0, end: 1_000_000) { packet in
        for index in 0..<count {
          packet.next("s", id: 1, ordinal: index + 1, at: 500_000 + index)
        }
      }
      let folder = try trace.write()
      return AnalysisRun.run(Profile(), over: try SignalTrace.open([folder.path])).result()
    }
    let diff = Diff(from: try profile(10), to: try profile(1_000))
    #expect(diff.changes.isEmpty)
    #expect(diff.undecided == 1)
  }

  @Test("proves a change in what was not lost, and says that something was")
  func loss() throws {
    let lossy = Generator(rate: 2, lost: [4, 11])
    let diff = Diff(from: try Generator().profile(5), to: try lossy.profile(6))
    #expect(diff.isTouchedByLoss)
    #expect(text(diff.changes).contains("bursts rate"))
    let rate = try #require(diff.changes.first { $0.signal == "bursts" && $0.figure == .rate })
    // What was lost does not count as quiet.
    #expect(rate.after / rate.before > 1.7 && rate.after / rate.before < 2.3)
    let calm = Diff(from: try Generator().profile(7), to: try Generator(lost: [4]).profile(8))
    #expect(calm.changes.isEmpty)
    #expect(calm.isTouchedByLoss)
  }

  @Test("cannot tell if hardly anything is whole")
  func allLost() throws {
    var trace = SyntheticTrace()
    trace.packet(begin: 0, end: 10_000_000) { $0.subscribed("s", id: 1, at: 1) }
    trace.packet(number: 9, begin: 990_000_000, end: 1_000_000_000)
    let diff = Diff(from: try Generator().profile(1), to: try Self.profile(trace).result())
    #expect(diff.doubt == .loss)
    #expect(diff.isTouchedByLoss)
  }

  // MARK: Parts

  @Test("is the same over a trace and over its parts, cut at every event")
  func parts() throws {
    var whole = SyntheticTrace()
    whole.packet(begin: 0, end: 1_000) { packet in
      for write in Self.small { write(&packet) }
    }
    let expected = try json(Self.profile(whole))
    for cut in 1..<Self.small.count {
      var first = SyntheticTrace()
      let time = Self.times[cut]
      first.packet(begin: 0, end: time) { packet in
        for write in Self.small[..<cut] { write(&packet) }
      }
      var second = SyntheticTrace()
      second.packet(begin: time, end: 1_000) { packet in
        for write in Self.small[cut...] { write(&packet) }
      }
      let written = try JSONEncoder().encode(Self.profile(first).partial)
      var joined = Profile(try JSONDecoder().decode(Profile.State.self, from: written))
      joined.merge(later: try Self.profile(second))
      #expect(try json(joined) == expected, "cut before event \(cut)")
    }
  }

  private static let times: [UInt64] = [
    3, 10, 12, 17, 40, 41, 43, 90, 500, 501, 502, 503, 700, 701, 999,
  ]
  private static let small: [@Sendable (inout SyntheticPacket) -> Void] = [
    { $0.subscribed("a", id: 1, at: 3) }, { $0.next("a", id: 1, ordinal: 1, at: 10) },
    { $0.event("racsignal:delivered", at: 12, [1]) },
    { $0.subscribed("b", id: 2, at: 17) }, { $0.next("a", id: 1, ordinal: 2, at: 40) },
    { $0.next("b", id: 2, ordinal: 1, at: 41) },
    { $0.event("racsignal:delivered", at: 43, [2]) }, { $0.next("a", id: 1, ordinal: 3, at: 90) },
    { $0.next("b", id: 2, ordinal: 2, at: 500) }, { $0.next("b", id: 2, ordinal: 4, at: 501) },
    { $0.failed("b", "no", id: 2, values: 4, at: 502) },
    { $0.event("racsignal:delivered", at: 503, [2]) },
    { $0.next("c", id: 7, ordinal: 9, at: 700) },
    { $0.event("racsignal:delivered", at: 701, [7]) },
    { $0.next("c", id: 7, ordinal: 10, at: 999) },
  ]

  private static func profile(_ trace: SyntheticTrace) throws -> Profile {
    let folder = try trace.write()
    return AnalysisRun.run(Profile(), over: try SignalTrace.open([folder.path]))
  }

  /// Everything that a profile holds, but what a cut changes: where its losses would be.
  private func json(_ profile: Profile) throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    var state = profile.partial
    state.losses = TraceLosses()
    // An end whose begin was seen by no part is kept for one before it.
    let live = state.live.filter { $0.value.signal != "" }.map { "\($0.key) \($0.value)" }.sorted()
    state.live = [:]
    return String(decoding: try encoder.encode(state), as: UTF8.self) + live.joined()
  }
}
