// SPDX-License-Identifier: MIT

/// A table by subscription, for analyses that look one up at every event.
///
/// Entries lie densely in memory, so that `indices` walks them all; removing one moves the last
/// into its place.
public struct SubscriptionTable<Value>: ~Copyable {
  @usableFromInline
  struct Entry {
    @usableFromInline var key: SubscriptionKey
    @usableFromInline var value: Value

    @usableFromInline
    init(key: SubscriptionKey, value: Value) {
      self.key = key
      self.value = value
    }
  }

  @usableFromInline var entries = OwnedList<Entry>()
  /// A hash table of the entries' places, its size a power of two; −1 is free.
  @usableFromInline var slots = OwnedList<Int32>(repeating: -1, count: 64)
  @usableFromInline let seed = UInt64.random(in: .min ... .max)
  /// The places of the entries that were found last, by their keys' own places.
  ///
  /// What comes again and again is found without hashing. One may be of another entry, or of none.
  @usableFromInline let hints: UnsafeMutablePointer<Int32>

  /// An empty table.
  public init() {
    hints = .allocate(capacity: 1 << PlacedKey.bits)
    hints.initialize(repeating: 0, count: 1 << PlacedKey.bits)
  }

  deinit { hints.deallocate() }

  /// How many entries there are.
  @inlinable public var count: Int { entries.count }
  /// The places of the entries, in no order that means anything.
  @inlinable public var indices: Range<Int> { entries.indices }

  /// The key at a place.
  ///
  /// - Parameter index: A place from `find` or `insert`, valid until the next removal.
  /// - Returns: The key.
  @inlinable
  public func key(at index: Int) -> SubscriptionKey { entries[index].key }

  /// The value at a place.
  ///
  /// - Parameter index: A place from `find` or `insert`, valid until the next removal.
  @inlinable
  public subscript(index: Int) -> Value {
    @inline(__always) _read { yield entries[index].value }
    @inline(__always) _modify { yield &entries[index].value }
  }

  /// The place of a key.
  ///
  /// - Parameter key: The key.
  /// - Returns: The place, or nil if the key is not there.
  /// - Complexity: O(1).
  @inlinable
  @inline(__always)
  public mutating func find(_ key: SubscriptionKey) -> Int? { find(PlacedKey(key)) }

  /// The same for a key whose place is known.
  @inlinable
  @inline(__always)
  package mutating func find(_ placed: PlacedKey) -> Int? {
    let hint = hints + placed.place
    let index = Int(hint.pointee)
    if UInt(bitPattern: index) < UInt(bitPattern: count), entries[index].key == placed.key {
      return index
    }
    return find(placed.key, beside: hint)
  }

  /// Where the value of a key is, until the next one is put in or taken out; nil if the key is not
  /// there.
  @inlinable
  @inline(__always)
  package mutating func address(of key: SubscriptionKey) -> UnsafeMutablePointer<Value>? {
    guard let index = find(key) else { return nil }
    return address(at: index)
  }

  /// Where the value at a place is, as long.
  @inlinable
  @inline(__always)
  package func address(at index: Int) -> UnsafeMutablePointer<Value> {
    withUnsafeMutablePointer(to: &entries.address(of: index).pointee.value) { $0 }
  }

  @usableFromInline
  @inline(never)
  mutating func find(_ key: SubscriptionKey, beside hint: UnsafeMutablePointer<Int32>) -> Int? {
    let found = slots[slot(of: key)]
    guard found >= 0 else { return nil }
    hint.pointee = found
    return Int(found)
  }

  /// Puts in a key that is not there.
  ///
  /// - Parameters:
  ///   - key: The key.
  ///   - value: Its value.
  /// - Returns: Its place.
  @inlinable
  public mutating func insert(_ key: SubscriptionKey, _ value: Value) -> Int {
    entries.append(Entry(key: key, value: value))
    if count * 8 > slots.count {
      slots = OwnedList(repeating: -1, count: slots.count * 4)
      for index in indices { slots[slot(of: entries[index].key)] = Int32(index) }
    } else {
      slots[slot(of: key)] = Int32(count - 1)
    }
    return count - 1
  }

  /// Takes an entry out.
  ///
  /// - Parameter index: Its place. The last entry moves there.
  /// - Returns: Its value.
  @inlinable
  @discardableResult
  public mutating func remove(at index: Int) -> Value {
    let hole = slot(of: entries[index].key)
    let final = count - 1
    slots[slot(of: entries[final].key)] = Int32(index)
    let removed = entries[index].value
    entries[index] = entries[final]
    // The slot of what moved has its new place already.
    close(hole)
    entries.removeLast()
    return removed
  }

  /// The slot that holds a key, or the free one where it belongs.
  @inlinable
  func slot(of key: SubscriptionKey) -> Int {
    let mask = slots.count &- 1
    var slot = key.hash(seed: seed) & mask
    while slots[slot] >= 0, entries[Int(slots[slot])].key != key { slot = (slot &+ 1) & mask }
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
      let home = entries[Int(slots[slot])].key.hash(seed: seed) & mask
      if (slot - home) & mask >= (slot - hole) & mask {
        slots[hole] = slots[slot]
        hole = slot
      }
    }
    slots[hole] = -1
  }
}
