// SPDX-License-Identifier: MIT

/// A table by subscription, for analyses that look one up at every event.
///
/// Entries lie densely in memory, so that `indices` walks them all; removing one moves the last
/// into its place.
public struct SubscriptionTable<Value> {
  @usableFromInline var keys: [SubscriptionKey] = []
  @usableFromInline var values: [Value] = []
  @usableFromInline var slots: [Int32] = Array(repeating: -1, count: 16)
  @usableFromInline let seed = UInt64.random(in: .min ... .max)

  /// An empty table.
  @inlinable
  public init() {}

  /// How many entries there are.
  @inlinable public var count: Int { keys.count }
  /// The places of the entries, in no order that means anything.
  @inlinable public var indices: Range<Int> { keys.indices }

  /// The key at a place.
  ///
  /// - Parameter index: A place from `find` or `insert`, valid until the next removal.
  /// - Returns: The key.
  @inlinable
  public func key(at index: Int) -> SubscriptionKey { keys[index] }

  /// The value at a place.
  ///
  /// - Parameter index: A place from `find` or `insert`, valid until the next removal.
  @inlinable
  public subscript(index: Int) -> Value {
    @inline(__always) get { values[index] }
    @inline(__always) _modify { yield &values[index] }
  }

  /// The place of a key.
  ///
  /// - Parameter key: The key.
  /// - Returns: The place, or nil if the key is not there.
  /// - Complexity: O(1).
  @inlinable
  @inline(__always)
  public mutating func find(_ key: SubscriptionKey) -> Int? {
    let home = Int(slots[key.hash(seed: seed) & (slots.count &- 1)])
    if home < 0 { return nil }
    if keys[home] == key { return home }
    let found = Int(slots[slot(of: key)])
    return found < 0 ? nil : found
  }

  /// Puts in a key that is not there.
  ///
  /// - Parameters:
  ///   - key: The key.
  ///   - value: Its value.
  /// - Returns: Its place.
  @inlinable
  public mutating func insert(_ key: SubscriptionKey, _ value: Value) -> Int {
    keys.append(key)
    values.append(value)
    if keys.count * 4 > slots.count {
      slots = Array(repeating: -1, count: slots.count * 4)
      for index in keys.indices { slots[slot(of: keys[index])] = Int32(index) }
    } else {
      slots[slot(of: key)] = Int32(keys.count - 1)
    }
    return keys.count - 1
  }

  /// Takes an entry out.
  ///
  /// - Parameter index: Its place. The last entry moves there.
  /// - Returns: Its value.
  @inlinable
  @discardableResult
  public mutating func remove(at index: Int) -> Value {
    let final = keys.count - 1
    let hole = slot(of: keys[index])
    slots[slot(of: keys[final])] = Int32(index)
    keys.swapAt(index, final)
    values.swapAt(index, final)
    close(hole)
    keys.removeLast()
    return values.removeLast()
  }

  /// The slot that holds a key, or the free one where it belongs.
  @inlinable
  func slot(of key: SubscriptionKey) -> Int {
    let mask = slots.count &- 1
    var slot = key.hash(seed: seed) & mask
    while slots[slot] >= 0, keys[Int(slots[slot])] != key { slot = (slot &+ 1) & mask }
    return slot
  }

  /// Empties a slot and moves those behind it up, so that no search ends too early.
  @inlinable
  mutating func close(_ slot: Int) {
    let mask = slots.count - 1
    var hole = slot
    var slot = slot
    while true {
      slot = (slot + 1) & mask
      guard slots[slot] >= 0 else { break }
      let home = keys[Int(slots[slot])].hash(seed: seed) & mask
      if (slot - home) & mask >= (slot - hole) & mask {
        slots[hole] = slots[slot]
        hole = slot
      }
    }
    slots[hole] = -1
  }
}
