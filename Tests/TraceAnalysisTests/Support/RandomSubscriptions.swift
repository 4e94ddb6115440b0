// SPDX-License-Identifier: MIT

import TestSupport
import TraceTestSupport

/// Random lives of subscriptions in two processes, with parents, causes, late starts and errors.
struct RandomSubscriptions {
  private struct Live {
    var signal: String
    var place: String
    var id: UInt64
    var process: UInt64
    var ordinal: UInt64 = 0
  }

  private(set) var writes: [(time: UInt64, write: (inout SyntheticPacket) -> Void)] = []
  private var random: SeededRandom
  private var live: [Live] = []
  private var nextID: UInt64 = 1

  init(seed: UInt64, count: Int) {
    random = SeededRandom(seed: seed)
    for step in 0..<count { add(at: UInt64(step) * 1_000 + 1_000) }
  }

  private mutating func add(at time: UInt64) {
    switch Int.random(in: 0..<12, using: &random) {
    case 0...2: begin(at: time)
    case 3: alive(at: time)
    case 4 where !live.isEmpty: end(at: time)
    case 5:
      let process = UInt64.random(in: 1...2, using: &random) * 100
      let name = ["bag", "box"].randomElement(using: &random) ?? "bag"
      let isAdded = Bool.random(using: &random)
      let total = UInt64.random(in: 0...2, using: &random)
      let event = isAdded ? "raccompounddisposable:added" : "raccompounddisposable:removed"
      writes.append(
        (
          time,
          {
            $0.event(event, at: time, process: process, [.text(name), .text("d"), .number(total)])
          }
        ))
    case 6 where time % 7_000 == 0:
      writes.append((time, { $0.event("racprocess:exiting", at: time, [.text("a"), 1]) }))
    default: next(at: time)
    }
  }

  private mutating func new() -> Live {
    let signal = ["a", "a.map", "b", "c"].randomElement(using: &random) ?? "a"
    let place = ["a.map", "App/A.swift:1", "App/B.swift:2"].randomElement(using: &random) ?? ""
    let one = Live(
      signal: signal, place: place, id: nextID,
      process: UInt64.random(in: 1...2, using: &random) * 100)
    nextID += 1
    return one
  }

  /// The id of an open subscription of a process, of one that nobody heard of, or 0.
  private mutating func other(in process: UInt64) -> UInt64 {
    switch Int.random(in: 0..<4, using: &random) {
    case 0: return 0
    case 1: return 1_000_000 + UInt64.random(in: 0..<3, using: &random)
    default:
      return live.filter { $0.process == process }.randomElement(using: &random)?.id ?? 0
    }
  }

  private mutating func begin(at time: UInt64) {
    let one = new()
    let (parent, cause) = (other(in: one.process), other(in: one.process))
    live.append(one)
    writes.append(
      (
        time,
        {
          $0.begin(
            one.signal, one.place, id: one.id, parent: parent, cause: cause, at: time,
            process: one.process)
        }
      ))
  }

  private mutating func alive(at time: UInt64) {
    var one = new()
    one.ordinal = 7
    live.append(one)
    writes.append(
      (
        time,
        {
          $0.event(
            "racsignal:alive", at: time, process: one.process,
            [.text(one.signal), .text(one.place), .number(one.id), 1, 0, 0, 7, 300])
        }
      ))
  }

  private mutating func next(at time: UInt64) {
    if live.isEmpty || Int.random(in: 0..<15, using: &random) == 0 {
      var one = new()
      one.ordinal = 3
      live.append(one)
    }
    guard let index = live.indices.randomElement(using: &random) else { return }
    live[index].ordinal += 1
    let one = live[index]
    writes.append(
      (
        time,
        {
          $0.next(
            one.signal, id: one.id, ordinal: one.ordinal, at: time, place: one.place,
            process: one.process)
        }
      ))
  }

  private mutating func end(at time: UInt64) {
    let one = live.remove(at: Int.random(in: live.indices, using: &random))
    let fields: [TestValue] = [.text(one.signal), .text(one.place)]
    let ids: [TestValue] = [.number(one.id), .number(one.ordinal)]
    switch Int.random(in: 0..<3, using: &random) {
    case 0:
      writes.append(
        (time, { $0.event("racsignal:completed", at: time, process: one.process, fields + ids) }))
    case 1:
      writes.append(
        (
          time,
          {
            $0.event(
              "racsignal:error", at: time, process: one.process, fields + [.text("no")] + ids)
          }
        ))
    default: break
    }
    writes.append(
      (
        time + 1,
        { $0.event("racsignal:disposed", at: time + 1, process: one.process, fields + ids) }
      ))
  }
}
