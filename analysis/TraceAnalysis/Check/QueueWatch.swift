// SPDX-License-Identifier: MIT

/// How much work waits for a scheduler in the course of time: what was given to it without delay and
/// has not yet begun.
struct QueueWatch: Codable, Sendable {
  /// By the number of the slice of time how much more was given than begun or cancelled.
  private(set) var changes: [Int64: Int64] = [:]

  mutating func add(_ change: Int64, in slice: Int64) { changes[slice, default: 0] &+= change }

  /// Goes over to a coarser grid, and takes the changes of another part, which is on it.
  mutating func regrid(_ grid: TimeGrid, from finer: TimeGrid) {
    guard grid != finer else { return }
    var coarse: [Int64: Int64] = [:]
    for (slice, change) in changes { coarse[grid.slice(slice, of: finer), default: 0] &+= change }
    changes = coarse
  }

  mutating func merge(_ other: QueueWatch) {
    for (slice, change) in other.changes { add(change, in: slice) }
  }

  /// How much waits at the end, if that grew all through the last half of the span.
  ///
  /// The span is divided into eight parts; at the end of each of the last four more must wait than
  /// at the end of the one before, and in the end 16 pieces of work or more.
  func growth(from first: Int64, to last: Int64) -> Int64? {
    let count = last - first + 1
    guard count >= 8 else { return nil }
    var waiting: [Int64] = []
    var sum: Int64 = 0
    for slice in first...last {
      sum += changes[slice] ?? 0
      let part = (slice - first) * 8 / count
      if waiting.count <= part { waiting.append(sum) } else { waiting[Int(part)] = sum }
    }
    let grows = (4..<8).allSatisfy { waiting[$0] > waiting[$0 - 1] }
    return grows && waiting[7] >= 16 ? waiting[7] : nil
  }
}
