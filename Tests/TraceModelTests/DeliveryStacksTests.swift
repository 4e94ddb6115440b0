// SPDX-License-Identifier: MIT

import TestSupport
import Testing
import TraceModel
import TraceTestSupport

@Suite("DeliveryStacks")
struct DeliveryStacksTests {
  /// A trace from marks, 10 ns apart: a capital begins a delivery of the subscription of its letter,
  /// a small letter ends one, `(` and `)` begin and end an action, `|` is a loss.
  private func trace(_ marks: String) -> SyntheticTrace {
    var trace = SyntheticTrace(origin: 0)
    var time: UInt64 = 0
    var number: UInt64 = 0
    for (lost, run) in marks.split(separator: "|", omittingEmptySubsequences: false).enumerated() {
      let begin = time
      if lost > 0 {
        trace.packet(number: number, begin: begin, end: begin + 5, discarded: UInt64(lost))
        number += 1
      }
      trace.packet(
        number: number, begin: begin + 5, end: begin + UInt64(run.utf8.count) * 10 + 5,
        discarded: UInt64(lost)
      ) { packet in
        for mark in run.utf8 {
          time += 10
          Self.write(mark, at: time, &packet)
        }
      }
      number += 1
      time += 10
    }
    return trace
  }

  private static func write(_ mark: UInt8, at time: UInt64, _ packet: inout SyntheticPacket) {
    switch mark {
    case UInt8(ascii: "("): packet.event("racscheduler:began", at: time, [7])
    case UInt8(ascii: ")"): packet.event("racscheduler:ended", at: time, [7])
    case UInt8(ascii: "a")...: packet.event("racsignal:delivered", at: time, [.number(id(mark))])
    default:
      packet.next("s\(UnicodeScalar(mark))", id: id(mark | 0x20), ordinal: 0, at: time)
    }
  }

  private static func id(_ mark: UInt8) -> UInt64 { UInt64(mark - UInt8(ascii: "a") + 1) }

  /// What becomes of the marks, in the order in which it is handed out.
  private func deliveries(_ marks: String) throws -> [String] {
    try deliveries(trace(marks))
  }

  private func deliveries(_ trace: SyntheticTrace) throws -> [String] {
    let folder = try trace.write()
    let opened = try SignalTrace.open([folder.path])
    var stacks = DeliveryStacks(opened)
    var lines: [String] = []
    func take(_ delivery: Delivery) { lines.append(text(delivery)) }
    opened.forEachEvent { event in
      stacks.observe(event, take)
      return true
    }
    stacks.finish(take)
    return lines
  }

  private func text(_ delivery: Delivery) -> String {
    func name(_ id: UInt64) -> String { String(UnicodeScalar(UInt8(id) + UInt8(ascii: "A") - 1)) }
    var text = name(delivery.key.id) + " \(delivery.ending)"
    if let begin = delivery.begin { text += " from \(begin)" }
    if let end = delivery.end { text += " to \(end)" }
    if let total = delivery.total { text += " total \(total)" }
    if let own = delivery.own { text += " own \(own)" }
    if delivery.parent != 0 { text += " in " + name(delivery.parent) }
    if delivery.isCrossing { text += " crossing" }
    return text
  }

  // MARK: Pairs

  @Test("pairs a begin with the end that follows: Aa")
  func onePair() throws {
    #expect(try deliveries("Aa") == ["A closed from 10 to 20 total 10 own 10"])
  }

  @Test("pairs each begin with its own end: AaAa")
  func twoPairs() throws {
    #expect(
      try deliveries("AaAa") == [
        "A closed from 10 to 20 total 10 own 10", "A closed from 30 to 40 total 10 own 10",
      ])
  }

  @Test("takes the nested one's time from the outer one's own: ABba")
  func nested() throws {
    #expect(
      try deliveries("ABba") == [
        "B closed from 20 to 30 total 10 own 10 in A", "A closed from 10 to 40 total 30 own 20",
      ])
  }

  @Test("does not know the own time of two that cross: ABab")
  func crossing() throws {
    #expect(
      try deliveries("ABab") == [
        "A closed from 10 to 30 total 20 crossing", "B closed from 20 to 40 total 20 in A crossing",
      ])
  }

  @Test("leaves open what nothing closes: A")
  func open() throws {
    #expect(try deliveries("A") == ["A open from 10"])
  }

  @Test("does not know the start of an end without a begin: a")
  func startUnknown() throws {
    #expect(try deliveries("a") == ["A startUnknown to 10"])
  }

  @Test("closes the later of two begins and leaves the first open: AAa")
  func laterBegin() throws {
    #expect(
      try deliveries("AAa") == [
        "A closed from 20 to 30 total 10 own 10 in A", "A open from 10",
      ])
  }

  @Test("pairs begins of one subscription last in, first out: AAaa")
  func reentrant() throws {
    #expect(
      try deliveries("AAaa") == [
        "A closed from 20 to 30 total 10 own 10 in A", "A closed from 10 to 40 total 30 own 20",
      ])
  }

  // MARK: Losses

  @Test("pairs nothing across a loss: both halves are unknown")
  func loss() throws {
    #expect(try deliveries("A|a") == ["A lost from 10", "A lost to 30"])
    let lines = try deliveries("AB|baCc")
    #expect(
      lines == [
        "A lost from 10", "B lost from 20 in A", "B lost to 40", "A lost to 50",
        "C closed from 60 to 70 total 10 own 10",
      ])
  }

  @Test("pairs nothing in a loss")
  func insideLoss() throws {
    var trace = SyntheticTrace(origin: 0)
    trace.packet(begin: 0, end: 100) { $0.next("sA", id: 1, ordinal: 1, at: 50) }
    trace.packet(number: 1, begin: 200, end: 300, discarded: 3)
    trace.packet(cpu: 1, begin: 0, end: 400) { packet in
      Self.write(UInt8(ascii: "B"), at: 150, &packet)
      Self.write(UInt8(ascii: "b"), at: 160, &packet)
      Self.write(UInt8(ascii: "a"), at: 310, &packet)
      Self.write(UInt8(ascii: "C"), at: 320, &packet)
      Self.write(UInt8(ascii: "c"), at: 330, &packet)
    }
    #expect(
      try deliveries(trace) == [
        "A lost from 50", "B lost from 150", "B lost to 160", "A lost to 310",
        "C closed from 320 to 330 total 10 own 10",
      ])
  }

  // MARK: What has no end

  @Test("lets begins without an end neither spoil nor outlive what is around them")
  func silent() throws {
    #expect(
      try deliveries("ABaCcb") == [
        "A closed from 10 to 30 total 20 own 20", "B open from 20 in A",
        "C closed from 40 to 50 total 10 own 10", "B startUnknown to 60",
      ])
    #expect(
      try deliveries("EABaeDd") == [
        "A closed from 20 to 40 total 20 own 20 in E",
        "E closed from 10 to 50 total 40 own 20", "B open from 30 in A",
        "D closed from 60 to 70 total 10 own 10",
      ])
  }

  @Test("does not pile up the begins of an emitter that tells no ends")
  func manySilent() throws {
    let lines = try deliveries(String(repeating: "A", count: 100) + "Bb")
    #expect(lines.count == 101)
    #expect(lines.filter { $0.hasPrefix("A open") }.count == 100)
    // Handed out as they came, not at the end.
    #expect(lines.prefix(15).allSatisfy { $0.hasPrefix("A open") })
    #expect(lines.contains("B closed from 1010 to 1020 total 10 own 10 in A"))
  }

  @Test("hands out each of many begins of different subscriptions once, and keeps 4,096 at most")
  func manyDifferent() throws {
    let count: UInt64 = 10_000
    var trace = SyntheticTrace(origin: 0)
    trace.packet(begin: 0, end: count * 20) { packet in
      for id in 1...count { packet.next("s", id: id, ordinal: 1, at: id * 10) }
      packet.event("racsignal:delivered", at: count * 10 + 5, [.number(count)])
    }
    let folder = try trace.write()
    let opened = try SignalTrace.open([folder.path])
    var stacks = DeliveryStacks(opened)
    var seen = [Int](repeating: 0, count: Int(count) + 1)
    var open = 0
    func take(_ delivery: Delivery) {
      seen[Int(delivery.key.id)] += 1
      open += delivery.ending == .open ? 1 : 0
    }
    opened.forEachEvent { event in
      stacks.observe(event, take)
      return true
    }
    let before = open
    stacks.finish(take)
    #expect(seen.dropFirst().allSatisfy { $0 == 1 })
    #expect(open == Int(count) - 1)
    #expect(open - before < 4_096)
  }

  @Test("follows a deep chain of subscriptions to its end")
  func deep() throws {
    let letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
    let lines = try deliveries(letters + String(letters.lowercased().reversed()))
    #expect(lines.count == 26)
    #expect(lines.first == "Z closed from 260 to 270 total 10 own 10 in Y")
    #expect(lines.last == "A closed from 10 to 520 total 510 own 20")
  }

  // MARK: Actions and threads

  @Test("takes an action's time from the delivery that it ran in, and nests nothing across it")
  func actions() throws {
    #expect(
      try deliveries("A(Bb)a") == [
        "B closed from 30 to 40 total 10 own 10", "A closed from 10 to 60 total 50 own 20",
      ])
  }

  @Test("pairs by thread, and by process")
  func threads() throws {
    var trace = SyntheticTrace(origin: 0)
    trace.packet(begin: 0, end: 100) { packet in
      let fields: [TestValue] = [.text("s"), .text("p"), .text("1"), 1, 1]
      packet.event("racsignal:next", at: 10, thread: 5, fields)
      packet.event("racsignal:next", at: 20, thread: 6, fields)
      packet.event("racsignal:next", at: 30, process: 200, thread: 5, fields)
      packet.event("racsignal:delivered", at: 40, thread: 5, [1])
      packet.event("racsignal:delivered", at: 50, process: 200, thread: 5, [1])
      packet.event("racsignal:delivered", at: 60, thread: 6, [1])
    }
    #expect(
      try deliveries(trace) == [
        "A closed from 10 to 40 total 30 own 30", "A closed from 30 to 50 total 20 own 20",
        "A closed from 20 to 60 total 40 own 40",
      ])
  }

  @Test("pairs nothing where the trace has no threads, or tells no ends")
  func withoutParts() throws {
    var noThreads = SyntheticTrace(hasContexts: false)
    noThreads.packet(begin: 0, end: 100) { packet in
      Self.write(UInt8(ascii: "A"), at: 10, &packet)
      Self.write(UInt8(ascii: "a"), at: 20, &packet)
    }
    #expect(try deliveries(noThreads) == [])
    var noEnds = SyntheticTrace(names: ["racsignal:next"])
    noEnds.packet(begin: 0, end: 100) { Self.write(UInt8(ascii: "A"), at: 10, &$0) }
    #expect(try deliveries(noEnds) == [])
  }
}
