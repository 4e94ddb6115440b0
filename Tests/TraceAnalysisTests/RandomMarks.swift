// SPDX-License-Identifier: MIT

import TestSupport
import TraceTestSupport

/// Begins and ends of deliveries and actions on a few threads, mostly nested, sometimes not.
struct RandomMarks {
  private enum Mark {
    case begin(UInt64)
    case end(UInt64)
    case schedule(UInt64)
    case start(UInt64)
    case finish(UInt64)
    case cancel(UInt64)
  }

  private var marks: [(mark: Mark, thread: UInt64)] = []

  init(seed: UInt64, count: Int) {
    var random = SeededRandom(seed: seed)
    var stacks: [[Mark]] = Array(repeating: [], count: 3)
    var queue: [UInt64] = []
    var action: UInt64 = 100
    for _ in 0..<count {
      let thread = Int.random(in: 0..<3, using: &random)
      let mark: Mark
      switch Int.random(in: 0..<20, using: &random) {
      case 0: mark = .end(UInt64.random(in: 1...5, using: &random))
      case 1: mark = .begin(UInt64.random(in: 1...5, using: &random))
      case 2 where !queue.isEmpty: mark = .cancel(queue.removeFirst())
      case 3...5:
        action += 1
        queue.append(action)
        mark = .schedule(action)
      case 6...8 where !queue.isEmpty:
        let next = queue.remove(at: Int.random(in: 0..<queue.count, using: &random))
        mark = .start(next)
        stacks[thread].append(.finish(next))
      case 9...13 where !stacks[thread].isEmpty:
        mark = stacks[thread].removeLast()
      case 14 where stacks[thread].count > 1:
        mark = stacks[thread].remove(at: stacks[thread].count - 2)
      default:
        let id = UInt64.random(in: 1...5, using: &random)
        mark = .begin(id)
        stacks[thread].append(.end(id))
      }
      marks.append((mark, UInt64(thread) + 100))
    }
  }

  /// The time of a mark.
  private static func time(_ index: Int) -> UInt64 {
    UInt64(index) * 3 + UInt64(index % 5) / 4 + 10
  }

  private func write(_ range: Range<Int>, _ packet: inout SyntheticPacket) {
    for index in range {
      let (mark, thread) = marks[index]
      func event(_ name: String, _ values: [TestValue]) {
        packet.event(name, at: Self.time(index), process: 100, thread: thread, values)
      }
      switch mark {
      case .begin(let id):
        let letter = String(UnicodeScalar(UInt8(id) + 96))
        event(
          "racsignal:next",
          [.text("s" + letter), .text("p" + letter), .text("\(index)"), .number(id), 0])
      case .end(let id): event("racsignal:delivered", [.number(id)])
      case .schedule(let action):
        event(
          "racscheduler:scheduled",
          [.text("q\(action % 2)"), 1, .number(action), .number(action % 3), 0])
      case .start(let action): event("racscheduler:began", [.number(action)])
      case .finish(let action): event("racscheduler:ended", [.number(action)])
      case .cancel(let action): event("racscheduler:cancelled", [.number(action)])
      }
    }
  }

  /// A trace of some of the marks.
  func trace(_ range: Range<Int>) -> SyntheticTrace {
    var trace = SyntheticTrace(origin: 0)
    let end = range.upperBound == marks.count ? 10_000 : Self.time(range.upperBound)
    trace.packet(
      begin: range.lowerBound == 0 ? 0 : Self.time(range.lowerBound), end: end
    ) { write(range, &$0) }
    return trace
  }

  /// A trace of all marks in packets of five on two CPUs, between which events were lost now and
  /// then.
  func lossy() -> SyntheticTrace {
    var trace = SyntheticTrace(origin: 0)
    var numbers: [UInt64] = [0, 0]
    var discarded: [UInt64] = [0, 0]
    for first in stride(from: 0, to: marks.count, by: 5) {
      let cpu = first / 5 % 2
      if first % 35 == 20 { discarded[cpu] += 2 }
      let range = first..<min(first + 5, marks.count)
      trace.packet(
        cpu: UInt64(cpu), number: numbers[cpu], begin: Self.time(range.lowerBound),
        end: Self.time(range.upperBound - 1) + 1, discarded: discarded[cpu]
      ) { write(range, &$0) }
      numbers[cpu] += 1
    }
    return trace
  }
}
