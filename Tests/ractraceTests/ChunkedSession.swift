// SPDX-License-Identifier: MIT

import TestSupport
import TraceTestSupport

/// A random session in three rotated chunks, whose two buffers change to the next chunk one after
/// the other, with events of one thread on both sides of each change.
struct ChunkedSession {
  private struct Written {
    var time: UInt64
    var cpu: UInt64
    var write: (inout SyntheticPacket) -> Void
  }

  private struct Live {
    var id: UInt64
    var signal: String
    var ordinal: UInt64 = 0
  }

  private var random: SeededRandom
  private var events: [Written] = []
  /// For each buffer when its chunks end.
  private var cuts: [[UInt64]] = []
  private let hasLosses: Bool
  private static let second: UInt64 = 1_000_000_000

  init(seed: UInt64, hasLosses: Bool) {
    random = SeededRandom(seed: seed)
    self.hasLosses = hasLosses
    for _ in 0..<2 {
      let late = (0..<3).map { _ in UInt64.random(in: 0..<40_000_000, using: &random) }
      cuts.append((0..<3).map { UInt64($0 + 1) * Self.second + late[$0] })
    }
    fill()
  }

  private mutating func fill() {
    var time: UInt64 = 1_000
    var live: [Live] = []
    var stack: [UInt64] = []
    var nextID: UInt64 = 1
    let end = 3 * Self.second + 60_000_000
    while time < end {
      // Dense where the chunks change, sparse between.
      let isNearCut = (time + 5_000_000) % Self.second < 60_000_000
      time += UInt64.random(in: 1_000...(isNearCut ? 1_000_000 : 60_000_000), using: &random)
      let cpu = UInt64.random(in: 0...1, using: &random)
      let at = time
      // Deliveries are nested as programs do.
      switch stack.count > 8 ? 3 : Int.random(in: 0..<12, using: &random) {
      case 0, 1:
        let (id, signal) = (nextID, ["a", "b.map", "c"].randomElement(using: &random) ?? "a")
        nextID += 1
        live.append(Live(id: id, signal: signal))
        events.append(Written(time: at, cpu: cpu) { $0.subscribed(signal, id: id, at: at) })
      case 2 where !live.isEmpty:
        let gone = live.remove(at: Int.random(in: live.indices, using: &random))
        let isError = Bool.random(using: &random)
        stack.append(gone.id)
        events.append(
          Written(time: at, cpu: cpu) { packet in
            if isError {
              packet.failed(gone.signal, "no \(gone.id)", id: gone.id, values: gone.ordinal, at: at)
            } else {
              packet.completed(gone.signal, id: gone.id, values: gone.ordinal, at: at)
            }
          })
        time += 1
      case 3, 4,
        5 where !stack.isEmpty:
        guard let id = stack.popLast() else { continue }
        events.append(
          Written(time: at, cpu: cpu) { $0.event("racsignal:delivered", at: at, [.number(id)]) })
      case 6:
        events.append(
          Written(time: at, cpu: cpu) { $0.event("other:event", at: at, [7, .text("x")]) })
      default:
        guard let index = live.indices.randomElement(using: &random) else { continue }
        live[index].ordinal += 1
        let (one, value) = (live[index], "\(at % 97)")
        stack.append(one.id)
        events.append(
          Written(time: at, cpu: cpu) {
            $0.next(one.signal, value, id: one.id, ordinal: one.ordinal, at: at)
          })
      }
    }
  }

  /// Writes the chunks into the folders 0, 1 and 2.
  func write() throws -> TemporaryFolder {
    var random = random
    var files = TraceFiles()
    var discarded: [UInt64] = [0, 0]
    var numbers: [UInt64] = [0, 0]
    for chunk in 0..<3 {
      var trace = SyntheticTrace()
      for cpu in 0..<2 {
        let begin = chunk == 0 ? 0 : cuts[cpu][chunk - 1]
        let middle = UInt64(chunk) * Self.second + Self.second / 2
        // Each chunk has two packets of each buffer.
        for (from, to) in [(begin, middle), (middle, cuts[cpu][chunk])] {
          if hasLosses, Int.random(in: 0..<4, using: &random) == 0 { discarded[cpu] += 3 }
          if hasLosses, Int.random(in: 0..<6, using: &random) == 0 { numbers[cpu] += 2 }
          trace.packet(
            cpu: UInt64(cpu), number: numbers[cpu], begin: from, end: to, discarded: discarded[cpu]
          ) { packet in
            for event in events where event.cpu == cpu && from < event.time && event.time <= to {
              event.write(&packet)
            }
          }
          numbers[cpu] += 1
        }
      }
      files.add(trace.trace, in: "\(chunk)")
    }
    return try files.write()
  }
}
