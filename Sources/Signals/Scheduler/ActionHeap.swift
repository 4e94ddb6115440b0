// SPDX-License-Identifier: MIT

/// Actions that wait for their times: the earliest first, equal times in the order of insertion.
///
/// A binary heap: insertion and removal are O(log *n*).
struct ActionHeap<Date: Comparable> {
  struct Entry {
    let date: Date
    fileprivate let sequence: UInt64
    let action: SchedulerAction

    fileprivate func isBefore(_ other: Entry) -> Bool {
      (date, sequence) < (other.date, other.sequence)
    }
  }

  private var waiting: [Entry] = []
  private var sequence: UInt64 = 0

  /// The earliest entry.
  var first: Entry? { waiting.first }

  mutating func insert(_ action: SchedulerAction, at date: Date) {
    waiting.append(Entry(date: date, sequence: sequence, action: action))
    sequence += 1
    var child = waiting.count - 1
    while child > 0 {
      let parent = (child - 1) / 2
      guard waiting[child].isBefore(waiting[parent]) else { return }
      waiting.swapAt(child, parent)
      child = parent
    }
  }

  /// Takes the earliest entry out; there must be one.
  @discardableResult
  mutating func removeFirst() -> Entry {
    waiting.swapAt(0, waiting.count - 1)
    let first = waiting.removeLast()
    var parent = 0
    while true {
      var least = parent
      for child in [2 * parent + 1, 2 * parent + 2]
      where child < waiting.count && waiting[child].isBefore(waiting[least]) {
        least = child
      }
      guard least != parent else { return first }
      waiting.swapAt(parent, least)
      parent = least
    }
  }
}
