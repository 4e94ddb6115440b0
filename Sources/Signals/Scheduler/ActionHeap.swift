// SPDX-License-Identifier: MIT

/// Actions that wait for their times: the earliest first, equal times in the order of insertion.
///
/// A binary heap: insertion and removal are O(log *n*). What was disposed is swept out when it may be
/// half of all, so that timeouts that nobody waits for any more do not stay until their times.
struct ActionHeap<Date: Comparable> {
  struct Entry {
    let date: Date
    fileprivate let sequence: UInt64
    let action: SchedulerAction

    fileprivate func isBefore(_ other: Entry) -> Bool {
      (date, sequence) < (other.date, other.sequence)
    }
  }

  private static var leastToSweep: Int { 64 }

  private var waiting: [Entry] = []
  private var sequence: UInt64 = 0
  /// How many there are when it is time to sweep.
  private var sweepCount = leastToSweep

  /// The earliest entry.
  var first: Entry? { waiting.first }
  /// How many there are, disposed ones included.
  var count: Int { waiting.count }

  /// Puts an entry in.
  ///
  /// - Returns: Those that were swept out, to be let go where no lock is held.
  mutating func insert(_ action: SchedulerAction, at date: Date) -> [Entry] {
    let swept = waiting.count >= sweepCount ? sweep() : []
    waiting.append(Entry(date: date, sequence: sequence, action: action))
    sequence += 1
    rise(from: waiting.count - 1)
    return swept
  }

  private mutating func sweep() -> [Entry] {
    let all = waiting
    waiting = []
    var swept: [Entry] = []
    for entry in all {
      if entry.action.isDisposed {
        swept.append(entry)
      } else {
        waiting.append(entry)
        rise(from: waiting.count - 1)
      }
    }
    sweepCount = max(Self.leastToSweep, 2 * waiting.count)
    return swept
  }

  private mutating func rise(from place: Int) {
    var child = place
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
