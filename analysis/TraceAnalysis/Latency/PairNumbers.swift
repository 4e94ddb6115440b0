// SPDX-License-Identifier: MIT

import TraceModel

/// Numbers by pairs of numbers.
struct PairNumbers: ~Copyable {
  struct Entry {
    var first: Int32
    var second: Int32
    /// −1: free.
    var number: Int32
  }

  private var slots = OwnedList<Entry>(
    repeating: Entry(first: 0, second: 0, number: -1), count: 64)
  private var count = 0
  private let seed = UInt64.random(in: .min ... .max)

  @inline(__always)
  private func home(_ first: Int32, _ second: Int32) -> Int {
    let pair = UInt64(UInt32(bitPattern: first)) << 32 | UInt64(UInt32(bitPattern: second))
    let (high, low) = (pair ^ seed).multipliedFullWidth(by: 0x9E37_79B9_7F4A_7C15)
    return Int(truncatingIfNeeded: high ^ low)
  }

  @inline(__always)
  func find(_ first: Int32, _ second: Int32) -> Int32? {
    let mask = slots.count &- 1
    var slot = home(first, second) & mask
    while slots[slot].number >= 0 {
      if slots[slot].first == first, slots[slot].second == second { return slots[slot].number }
      slot = (slot &+ 1) & mask
    }
    return nil
  }

  /// Puts in a pair that is not there.
  mutating func insert(_ first: Int32, _ second: Int32, _ number: Int32) {
    if (count + 1) * 2 > slots.count { grow() }
    count += 1
    place(Entry(first: first, second: second, number: number))
  }

  private mutating func grow() {
    var larger = OwnedList<Entry>(
      repeating: Entry(first: 0, second: 0, number: -1), count: slots.count * 2)
    swap(&slots, &larger)
    for index in larger.indices where larger[index].number >= 0 { place(larger[index]) }
  }

  private mutating func place(_ entry: Entry) {
    let mask = slots.count - 1
    var slot = home(entry.first, entry.second) & mask
    while slots[slot].number >= 0 { slot = (slot + 1) & mask }
    slots[slot] = entry
  }
}
