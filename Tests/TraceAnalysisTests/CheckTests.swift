// SPDX-License-Identifier: MIT

import FoundationEssentials
import TestSupport
import Testing
import TraceModel
import TraceTestSupport

@testable import TraceAnalysis

@Suite("Check")
struct CheckTests {
  private typealias Write = @Sendable (inout SyntheticPacket) -> Void

  private func trace(
    end: UInt64 = 1_000_000, names: [String]? = nil, _ body: (inout SyntheticPacket) -> Void
  ) -> SyntheticTrace {
    var trace = SyntheticTrace(names: names)
    trace.packet(begin: 0, end: end, body)
    return trace
  }

  private func check(
    _ trace: SyntheticTrace, rules: [Rule] = Rule.allCases, budgets: [String] = []
  ) throws -> Check.Report {
    let folder = try trace.write()
    let check = Check(rules: rules, budgets: try budgets.map { try Budget($0) })
    return AnalysisRun.run(check, over: try SignalTrace.open([folder.path])).result()
  }

  private func text(_ report: Check.Report) -> [String] {
    report.findings.map {
      "\($0.rule.rawValue) \($0.signal) \($0.subscriber ?? "-") \($0.count) "
        + "\($0.first.map { String($0 - 1_000_000_000) } ?? "-")"
    }
  }

  private static func marks(
    _ packet: inout SyntheticPacket, _ events: [(String, UInt64, UInt64)], id: UInt64 = 1
  ) {
    var ordinal: UInt64 = 0
    for (name, time, thread) in events {
      let names: [TestValue] = [.text("s"), .text("App/A.swift:1")]
      switch name {
      case "next":
        ordinal += 1
        packet.event(
          "racsignal:next", at: time, thread: thread,
          names + [.text("1"), .number(id), .number(ordinal)])
      case "subscribed":
        packet.event(
          "racsignal:subscribed", at: time, thread: thread, names + [.number(id), 1, 0, 0])
      case "delivered": packet.event("racsignal:delivered", at: time, thread: thread, [.number(id)])
      case "error":
        packet.event(
          "racsignal:error", at: time, thread: thread,
          names + [.text("no"), .number(id), .number(ordinal)])
      default:
        packet.event(
          "racsignal:\(name)", at: time, thread: thread, names + [.number(id), .number(ordinal)])
      }
    }
  }

  // MARK: Order

  @Test(
    "finds by the order of events what breaks the rules",
    arguments: [
      // What is well ordered.
      (
        [
          ("subscribed", 1, 1), ("next", 2, 1), ("delivered", 3, 1), ("completed", 4, 1),
          ("delivered", 5, 1), ("disposed", 6, 1),
        ], []
      ),
      // A value after the end, and another one.
      (
        [
          ("subscribed", 1, 1), ("completed", 2, 1), ("next", 3, 1), ("next", 4, 2),
          ("disposed", 5, 1),
        ], ["value-after-terminal s App/A.swift:1 2 3"]
      ),
      (
        [("subscribed", 1, 1), ("error", 2, 1), ("disposed", 3, 1), ("next", 4, 1)],
        ["value-after-terminal s App/A.swift:1 1 4"]
      ),
      // Two ends.
      (
        [("subscribed", 1, 1), ("completed", 2, 1), ("error", 3, 1), ("disposed", 4, 1)],
        ["two-terminals s App/A.swift:1 1 3"]
      ),
      // After a disposal: on its thread that is wrong, on another one it may have been under way.
      (
        [("subscribed", 1, 1), ("disposed", 2, 1), ("next", 3, 1)],
        ["delivery-after-dispose s App/A.swift:1 1 3"]
      ),
      ([("subscribed", 1, 1), ("disposed", 2, 1), ("next", 3, 2)], []),
      // Two threads at a time, whichever is over first.
      (
        [
          ("subscribed", 1, 1), ("next", 2, 1), ("next", 3, 2), ("delivered", 4, 1),
          ("delivered", 5, 2), ("disposed", 6, 1),
        ],
        ["overlapping-deliveries s App/A.swift:1 1 4"]
      ),
      (
        [
          ("subscribed", 1, 1), ("next", 2, 1), ("next", 3, 2), ("delivered", 4, 2),
          ("delivered", 5, 1), ("disposed", 6, 1),
        ],
        ["overlapping-deliveries s App/A.swift:1 1 5"]
      ),
      // One after the other on two threads.
      (
        [
          ("subscribed", 1, 1), ("next", 2, 1), ("delivered", 3, 1), ("next", 4, 2),
          ("delivered", 5, 2), ("disposed", 6, 1),
        ], []
      ),
      // A value inside the delivery of another.
      (
        [
          ("subscribed", 1, 1), ("next", 2, 1), ("next", 3, 1), ("delivered", 4, 1),
          ("delivered", 5, 1), ("disposed", 6, 1),
        ], ["reentrancy s App/A.swift:1 1 5"]
      ),
      // A completion inside of it is none, and without ends nothing is proven.
      (
        [
          ("subscribed", 1, 1), ("next", 2, 1), ("completed", 3, 1), ("delivered", 4, 1),
          ("delivered", 5, 1), ("disposed", 6, 1),
        ], []
      ),
      (
        [
          ("subscribed", 1, 1), ("next", 2, 1), ("next", 3, 2), ("next", 4, 1), ("next", 5, 1),
          ("disposed", 6, 1),
        ], []
      ),
      // One id twice.
      (
        [("subscribed", 1, 1), ("subscribed", 2, 1), ("disposed", 3, 1)],
        ["provider-loaded-twice s App/A.swift:1 1 2"]
      ),
    ] as [([(String, UInt64, UInt64)], [String])])
  func order(events: [(String, UInt64, UInt64)], findings: [String]) throws {
    let report = try check(trace { Self.marks(&$0, events) })
    #expect(text(report) == findings)
    #expect(report.isBroken == !findings.isEmpty)
    #expect(!report.isOpen)
    // The same of the parts, cut at every event.
    for cut in 1..<events.count {
      var first = SyntheticTrace()
      first.packet(begin: 0, end: events[cut].1) { Self.marks(&$0, Array(events[..<cut])) }
      var second = SyntheticTrace()
      second.packet(begin: events[cut].1, end: 1_000_000) {
        Self.marks(&$0, Array(events[cut...]))
      }
      #expect(try text(Self.joined(first, second).result()) == findings, "cut before \(cut)")
    }
  }

  private static func joined(_ first: SyntheticTrace, _ second: SyntheticTrace) throws -> Check {
    func run(_ trace: SyntheticTrace) throws -> Check {
      let folder = try trace.write()
      return AnalysisRun.run(Check(), over: try SignalTrace.open([folder.path]))
    }
    let written = try JSONEncoder().encode(try run(first).partial)
    var joined = Check(try JSONDecoder().decode(Check.State.self, from: written))
    joined.merge(later: try run(second))
    return joined
  }

  @Test("takes what an emitter reports and what its events show as the same breaches")
  func reported() throws {
    let report = try check(
      trace { packet in
        packet.subscribed("s", id: 1, at: 1)
        packet.completed("s", id: 1, values: 0, at: 2)
        for (time, rule, detail) in [
          (5, "event after a terminal", "next after completion"),
          (6, "event after a terminal", "completed after completion"), (7, "a rule of mine", ""),
          (8, "overlapping sends", "an event was sent while another one was being delivered"),
        ] as [(UInt64, String, String)] {
          packet.event(
            "racsignal:violation", at: time,
            [.text("s"), .text("App/A.swift:1"), .text(rule), .text(detail), 1])
        }
        packet.next("s", id: 1, ordinal: 1, at: 9)
      })
    #expect(
      text(report) == [
        "overlapping-deliveries s App/A.swift:1 1 8", "two-terminals s App/A.swift:1 1 6",
        "value-after-terminal s App/A.swift:1 1 5", "violation s App/A.swift:1 1 7",
      ])
  }

  // MARK: Life

  @Test("finds what is open when its process exits, but not what was killed")
  func neverDisposed() throws {
    let body: (inout SyntheticPacket) -> Void = { packet in
      packet.subscribed("a", id: 1, at: 10)
      packet.subscribed("a", id: 2, at: 20)
      packet.subscribed("b", id: 3, at: 30)
      packet.completed("b", id: 3, values: 0, at: 40)
    }
    #expect(try text(check(trace(body))) == [])
    let exited = try check(
      trace { packet in
        body(&packet)
        packet.event("racprocess:exiting", at: 50, [.text("App"), 2])
      })
    #expect(text(exited) == ["never-disposed a App/A.swift:1 2 10"])
  }

  @Test("cannot tell what leaks where more was open at exit than the trace shows")
  func beganLate() throws {
    func report(_ told: UInt64) throws -> Check.Report {
      try check(
        trace { packet in
          packet.subscribed("a", id: 5, at: 10)
          packet.completed("a", id: 5, values: 0, at: 40)
          packet.event("racprocess:exiting", at: 50, [.text("App"), .number(told)])
          packet.event("racsignal:disposed", at: 60, [.text("a"), .text("App/A.swift:1"), 5, 0])
        }, rules: [.neverDisposed], budgets: ["leaks == 0"])
    }
    let late = try report(3)
    #expect(late.rules.map(\.outcome) == [.unknown(.beganLate(3))])
    #expect(late.budgets.map(\.outcome) == [.unknown(.beganLate(3))])
    #expect(late.isOpen)
    #expect(try !report(0).isOpen)
  }

  @Test("finds none silent where all of a process's signals stop at once, as when it is killed")
  func killed() throws {
    let report = try check(
      trace(end: 10_000_000) { packet in
        for index in 1...40 as ClosedRange<UInt64> {
          packet.next("a", id: 1, ordinal: index, at: index * 1_000)
          packet.next("b", id: 2, ordinal: index, at: index * 1_000 + 1)
          packet.next("other", id: 3, ordinal: index, at: index * 200_000, process: 200)
        }
      }, rules: [.wentSilent])
    #expect(text(report) == [])
    #expect(report.rules.map(\.outcome) == [.holds])
  }

  @Test("finds a subscription that went silent, but not one that is slow or over")
  func wentSilent() throws {
    let report = try check(
      trace(end: 10_000_000) { packet in
        packet.subscribed("quick", id: 1, at: 1)
        packet.subscribed("slow", id: 2, at: 2)
        packet.subscribed("over", id: 3, at: 3)
        for index in 1...40 as ClosedRange<UInt64> {
          packet.next("quick", id: 1, ordinal: index, at: index * 1_000)
          packet.next("over", id: 3, ordinal: index, at: index * 1_000 + 1)
        }
        packet.completed("over", id: 3, values: 40, at: 41_000)
        for index in 1...40 as ClosedRange<UInt64> {
          packet.next("slow", id: 2, ordinal: index, at: index * 240_000)
        }
      }, rules: [.wentSilent])
    #expect(text(report) == ["went-silent quick App/A.swift:1 1 40000"])
    guard case .silence(let silence, let interval) = report.findings[0].measure else {
      Issue.record("no silence")
      return
    }
    #expect(silence == 9_560_000)
    #expect(interval == 1_000)
  }

  @Test(
    "finds none silent that was so before, that is so for a moment only, or with hardly a value since",
    arguments: [
      // Bursts, each of which is farther from the next one than the last one is from the end.
      (period: 3_000_000, bursts: 3, later: 40, step: 70_000, end: 12_000_000),
      // Silent for less than a hundredth.
      (period: 0, bursts: 1, later: 40, step: 500, end: 10_000_000),
      // Few others go on.
      (period: 0, bursts: 1, later: 19, step: 400_000, end: 10_000_000),
    ] as [(period: UInt64, bursts: UInt64, later: UInt64, step: UInt64, end: UInt64)])
  func notSilent(
    _ plan: (period: UInt64, bursts: UInt64, later: UInt64, step: UInt64, end: UInt64)
  ) throws {
    let last = plan.end - plan.later * plan.step
    var first = last - (plan.bursts - 1) * plan.period - 299 * 10
    var events: [(time: UInt64, name: String, id: UInt64)] = [(1, "others", 2)]
    for _ in 0..<plan.bursts {
      for index in 0..<300 as Range<UInt64> { events.append((first + index * 10, "bursts", 1)) }
      first += plan.period
    }
    for index in 1...plan.later { events.append((last + index * plan.step, "others", 2)) }
    events.sort { $0.time < $1.time }
    func report(_ events: [(time: UInt64, name: String, id: UInt64)]) throws -> Check.Report {
      try check(
        trace(end: 20_000_000) { packet in
          packet.subscribed("bursts", id: 1, at: 0)
          packet.subscribed("others", id: 2, at: 0)
          for (index, event) in events.enumerated() {
            packet.next(event.name, id: event.id, ordinal: UInt64(index), at: event.time)
          }
        }, rules: [.wentSilent])
    }
    #expect(text(try report(events)) == [])
    // It would be if it had been quiet for long, and never before, while others had values.
    let others = (1...40 as ClosedRange<UInt64>).map {
      (plan.end + $0 * 100_000, "others", 2 as UInt64)
    }
    #expect(text(try report(events + others)).count == 1)
  }

  @Test("finds a subscription that went silent, wherever the trace is cut")
  func silentParts() throws {
    var events: [(UInt64, String, UInt64)] = []
    for index in 1...30 as ClosedRange<UInt64> { events.append((index * 10, "quick", 1)) }
    for index in 1...25 as ClosedRange<UInt64> { events.append((300 + index * 40, "slow", 2)) }
    func part(_ range: Range<Int>, _ from: UInt64, _ to: UInt64) -> SyntheticTrace {
      var trace = SyntheticTrace()
      trace.packet(begin: from, end: to) { packet in
        for index in range {
          let (time, name, id) = events[index]
          packet.next(name, id: id, ordinal: UInt64(index), at: time)
        }
      }
      return trace
    }
    for cut in [1, 20, 30, 31, 40, 54] {
      let time = events[cut].0
      let joined = try Self.joined(part(0..<cut, 0, time), part(cut..<55, time, 2_000))
      #expect(
        text(joined.result()).contains("went-silent quick App/A.swift:1 1 300"), "cut before \(cut)"
      )
    }
  }

  @Test("finds ten errors within a second, wherever the trace is cut")
  func storm() throws {
    let times = (0..<12 as Range<UInt64>).map { 1_000_000_000 + $0 * 100_000_000 }
    func write(_ times: ArraySlice<UInt64>, from: UInt64, to: UInt64) -> SyntheticTrace {
      var trace = SyntheticTrace()
      trace.packet(begin: from, end: to) { packet in
        for time in times { packet.failed("s", "no", id: time, values: 0, at: time) }
      }
      return trace
    }
    let whole = try check(write(times[...], from: 0, to: 9_000_000_000), rules: [.errorStorm])
    #expect(text(whole) == ["error-storm s - 12 1000000000"])
    for cut in 1..<times.count {
      let joined = try Self.joined(
        write(times[..<cut], from: 0, to: times[cut]),
        write(times[cut...], from: times[cut], to: 9_000_000_000))
      #expect(
        text(joined.result()).contains("error-storm s - 12 1000000000"), "cut before \(cut)")
    }
    let nine = try check(write(times[..<9], from: 0, to: 9_000_000_000), rules: [.errorStorm])
    #expect(text(nine) == [])
  }

  @Test("finds a queue that grows, but not one that is worked off or waits by intention")
  func queue() throws {
    func queue(_ delay: UInt64, began: (UInt64) -> UInt64?) throws -> [String] {
      try text(
        check(
          trace(end: 8_000) { packet in
            var events: [(UInt64, String, [TestValue])] = []
            for index in 1...79 as ClosedRange<UInt64> {
              events.append(
                (
                  index * 100, "racscheduler:scheduled",
                  [.text("ui"), 1, .number(index), .number(delay), 0]
                ))
              if let time = began(index) {
                events.append((time, "racscheduler:began", [.number(index)]))
              }
            }
            for event in events.sorted(by: { $0.0 < $1.0 }) {
              packet.event(event.1, at: event.0, event.2)
            }
          }, rules: [.growingQueue]))
    }
    #expect(try queue(0) { $0 < 40 ? $0 * 200 + 1 : nil } == ["growing-queue ui - 1 -"])
    #expect(try queue(0) { $0 * 100 + 1 } == [])
    #expect(try queue(5) { _ in nil } == [])
  }

  @Test("finds the subscriber that is slow by itself, not what it holds up")
  func slow() throws {
    let report = try check(
      trace(end: 1_000_000_000) { packet in
        packet.next("outer", id: 1, ordinal: 1, at: 1_000)
        packet.next("inner", id: 2, ordinal: 1, at: 2_000)
        packet.event("racsignal:delivered", at: 200_002_000, [2])
        packet.event("racsignal:delivered", at: 200_003_000, [1])
      }, rules: [.slowSubscriber], budgets: ["max(latency \"inner\") < 1 ms"])
    #expect(text(report) == ["slow-subscriber inner App/A.swift:1 1 2000"])
    #expect(report.budgets.map(\.outcome) == [.broken])
  }

  // MARK: Losses and budgets

  private var lossy: SyntheticTrace {
    var trace = trace { packet in
      packet.subscribed("s", id: 1, at: 1)
      for ordinal in 1...100 as ClosedRange<UInt64> {
        packet.next("s", id: 1, ordinal: ordinal, at: 100 * ordinal)
        packet.event("racsignal:delivered", at: 100 * ordinal + 10, [1])
      }
      packet.failed("s", "no", id: 1, values: 100, at: 20_000)
    }
    trace.packet(number: 1, begin: 1_000_000, end: 2_000_000, discarded: 5)
    return trace
  }

  @Test("cannot tell a rule of what was lost, but proves what is broken elsewhere")
  func loss() throws {
    let report = try check(lossy)
    #expect(!report.isBroken)
    #expect(report.isOpen)
    #expect(report.rules.allSatisfy { $0.outcome == .unknown(.loss) })
    var broken = lossy
    broken.packet(number: 2, begin: 2_000_000, end: 3_000_000, discarded: 5) { packet in
      packet.next("s", id: 1, ordinal: 101, at: 2_500_000)
    }
    #expect(try text(check(broken)) == ["value-after-terminal s App/A.swift:1 1 2500000"])
  }

  @Test("pairs no deliveries across a loss")
  func noPairs() throws {
    var trace = trace(end: 1_000) {
      Self.marks(&$0, [("subscribed", 1, 1), ("next", 2, 1), ("next", 3, 2)])
    }
    trace.packet(number: 1, begin: 1_000, end: 2_000, discarded: 5)
    trace.packet(number: 2, begin: 2_000, end: 3_000, discarded: 5) {
      Self.marks(&$0, [("delivered", 2_100, 1), ("delivered", 2_101, 2), ("disposed", 2_102, 1)])
    }
    #expect(try text(check(trace)) == [])
  }

  @Test(
    "tells of each budget whether it holds, or why that cannot be told",
    arguments: [
      ("errors(\"s\") == 1", Check.Outcome.holds, Check.Outcome.unknown(.loss)),
      ("errors(\"s\") == 0", .broken, .broken), ("errors(\"s\") >= 1", .holds, .holds),
      ("errors(\"x*\") == 0", .unknown(.noSuchSignal("x*")), .unknown(.noSuchSignal("x*"))),
      ("next(\"*\") < 50", .broken, .broken), ("next(\"s\") == 100", .holds, .unknown(.loss)),
      ("rate(\"s\") > 10 /s", .holds, .holds),
      ("rate(\"s\") < 1000000 /s", .holds, .unknown(.loss)),
      ("leaks == 0", .holds, .unknown(.loss)), ("lost == 0", .holds, .broken),
      ("lost < 6", .holds, .holds), ("open(\"s\") == 0", .holds, .unknown(.loss)),
      ("subscriptions(\"s\") <= 1", .holds, .unknown(.loss)),
      ("p50(interval \"s\") == 100 ns", .holds, .holds),
      ("p99(interval \"s\") <= 100 ns", .holds, .unknown(.loss)),
      ("max(interval \"s\") > 99 ns", .holds, .holds),
      ("max(interval \"s\") < 101 ns", .holds, .unknown(.loss)),
      ("p50(latency \"s\") < 11 ns", .holds, .holds),
      ("p90(latency \"s\") < 10 ns", .broken, .broken),
    ] as [(String, Check.Outcome, Check.Outcome)])
  func budgets(budget: String, whole: Check.Outcome, lost: Check.Outcome) throws {
    var trace = SyntheticTrace()
    trace.packet(begin: 0, end: 1_000_000) { packet in
      packet.subscribed("s", id: 1, at: 1)
      for ordinal in 1...100 as ClosedRange<UInt64> {
        packet.next("s", id: 1, ordinal: ordinal, at: 100 * ordinal)
        packet.event("racsignal:delivered", at: 100 * ordinal + 10, [1])
      }
      packet.failed("s", "no", id: 1, values: 100, at: 20_000)
    }
    #expect(try check(trace, rules: [], budgets: [budget]).budgets[0].outcome == whole)
    #expect(try check(lossy, rules: [], budgets: [budget]).budgets[0].outcome == lost)
  }

  @Test("names the events that a rule or budget needs and that were not recorded")
  func notRecorded() throws {
    let report = try check(
      trace(names: ["racsignal:subscribed", "racsignal:next"]) { packet in
        packet.subscribed("s", id: 1, at: 1)
      }, rules: [.errorStorm], budgets: ["errors(\"s\") == 0"])
    let missing = MissingParts(
      kinds: ["racsignal:error"], recorded: ["racsignal:subscribed", "racsignal:next"])
    #expect(report.rules.map(\.outcome) == [.unknown(.notRecorded(missing))])
    #expect(report.budgets.map(\.outcome) == [.unknown(.notRecorded(missing))])
    #expect(report.isOpen)
  }
}
