// SPDX-License-Identifier: MIT

/// Numbers for pairs of words: 0, 1, 2 … in the order in which they were met.
///
/// For tables that every subscription goes to, by its names and its process.
package struct PairTable: ~Copyable {
  /// Two words.
  package struct Pair: Equatable {
    package var first: UInt64
    package var second: UInt64

    package init(_ first: UInt64, _ second: UInt64) {
      self.first = first
      self.second = second
    }

    func hash(seed: UInt64) -> Int {
      let (high, low) = (first ^ seed).multipliedFullWidth(
        by: 0x9E37_79B9_7F4A_7C15 ^ (second &* 2))
      return Int(truncatingIfNeeded: high ^ low ^ (second &* 0xD6E8_FEB8_6659_FD93) &>> 32)
    }
  }

  private var pairs = OwnedList<Pair>()
  /// A hash table of the numbers, its size a power of two; −1 is free.
  private var slots = OwnedList<Int32>(repeating: -1, count: 64)
  private let seed = UInt64.random(in: .min ... .max)

  package init() {}

  /// How many pairs there are.
  package var count: Int { pairs.count }

  /// The pair of a number.
  package subscript(number: Int) -> Pair { pairs[number] }

  /// The number of a pair.
  ///
  /// - Parameters:
  ///   - pair: The pair.
  ///   - most: How many pairs there may be.
  /// - Returns: The number; a new one, which is `count` − 1 now, if the pair was not met before;
  ///   nil if it was not and there is no room.
  /// - Complexity: O(1).
  package mutating func intern(_ pair: Pair, most: Int) -> Int? {
    let slot = slot(of: pair)
    if slots[slot] >= 0 { return Int(slots[slot]) }
    guard pairs.count < most else { return nil }
    pairs.append(pair)
    if pairs.count * 2 > slots.count {
      slots = OwnedList(repeating: -1, count: slots.count * 2)
      for index in pairs.indices { slots[self.slot(of: pairs[index])] = Int32(index) }
    } else {
      slots[slot] = Int32(pairs.count - 1)
    }
    return pairs.count - 1
  }

  /// The slot that holds a pair, or the free one where it belongs.
  private func slot(of pair: Pair) -> Int {
    let mask = slots.count - 1
    var slot = pair.hash(seed: seed) & mask
    while slots[slot] >= 0, pairs[Int(slots[slot])] != pair { slot = (slot + 1) & mask }
    return slot
  }
}
