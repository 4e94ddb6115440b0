// SPDX-License-Identifier: MIT

/// What tells one subscription from all others: ids are unique in a process only.
public struct SubscriptionKey: Hashable, Codable, Sendable {
  /// A number made from the host's name, the same in all traces of the host.
  public var host: Int32
  /// The vpid, or −1 if the trace does not tell it: then ids of several processes may collide.
  public var process: Int32
  /// The `subscription_id`, never 0.
  public var id: UInt64

  /// A key.
  ///
  /// - Parameters:
  ///   - host: The number of the host, from `hostNumber`.
  ///   - process: The vpid, or −1.
  ///   - id: The `subscription_id`.
  public init(host: Int32, process: Int32, id: UInt64) {
    self.host = host
    self.process = process
    self.id = id
  }

  /// The number of a host.
  ///
  /// - Parameter name: The host's name; empty if the trace does not tell.
  /// - Returns: A number that depends on the name only.
  public static func hostNumber(_ name: String) -> Int32 {
    var hash: UInt32 = 0x811C_9DC5
    for byte in name.utf8 { hash = (hash ^ UInt32(byte)) &* 0x0100_0193 }
    return Int32(bitPattern: hash)
  }

  @inline(__always)
  func hash(seed: UInt64) -> Int {
    let owner = UInt64(UInt32(bitPattern: process)) << 32 | UInt64(UInt32(bitPattern: host))
    let (high, low) = (id ^ seed).multipliedFullWidth(by: 0x9E37_79B9_7F4A_7C15 ^ owner &* 2)
    return Int(truncatingIfNeeded: high ^ low)
  }
}

/// A table by subscription, for analyses that look one up at every event.
///
/// Entries lie densely in memory, so that `indices` walks them all; removing one moves the last
/// into its place.
public struct SubscriptionTable<Value> {
  private struct Entry {
    var key: SubscriptionKey
    var value: Value
  }

  private var entries: [Entry] = []
  private var slots: [Int32] = Array(repeating: -1, count: 16)
  private let seed = UInt64.random(in: .min ... .max)
  private var last = -1

  /// An empty table.
  public init() {}

  /// How many entries there are.
  public var count: Int { entries.count }
  /// The places of the entries, in no order that means anything.
  public var indices: Range<Int> { entries.indices }

  /// The key at a place.
  ///
  /// - Parameter index: A place from `find` or `insert`, valid until the next removal.
  /// - Returns: The key.
  public func key(at index: Int) -> SubscriptionKey { entries[index].key }

  /// The value at a place.
  ///
  /// - Parameter index: A place from `find` or `insert`, valid until the next removal.
  public subscript(index: Int) -> Value {
    @inline(__always) get { entries[index].value }
    @inline(__always) _modify { yield &entries[index].value }
  }

  /// The place of a key.
  ///
  /// - Parameter key: The key.
  /// - Returns: The place, or nil if the key is not there.
  /// - Complexity: O(1); the key that was asked for last is found without hashing.
  @inline(__always)
  public mutating func find(_ key: SubscriptionKey) -> Int? {
    if last >= 0, entries[last].key == key { return last }
    return lookUp(key)
  }

  /// Puts in a key that is not there.
  ///
  /// - Parameters:
  ///   - key: The key.
  ///   - value: Its value.
  /// - Returns: Its place.
  public mutating func insert(_ key: SubscriptionKey, _ value: Value) -> Int {
    entries.append(Entry(key: key, value: value))
    if entries.count * 2 > slots.count {
      slots = Array(repeating: -1, count: slots.count * 2)
      for index in entries.indices { place(index) }
    } else {
      place(entries.count - 1)
    }
    last = entries.count - 1
    return last
  }

  /// Takes an entry out.
  ///
  /// - Parameter index: Its place. The last entry moves there.
  /// - Returns: Its value.
  @discardableResult
  public mutating func remove(at index: Int) -> Value {
    last = -1
    let hole = slot(of: index)
    let final = entries.count - 1
    if index != final { slots[slot(of: final)] = Int32(index) }
    close(hole, movedTo: index, from: final)
    entries.swapAt(index, final)
    return entries.removeLast().value
  }

  private mutating func lookUp(_ key: SubscriptionKey) -> Int? {
    let mask = slots.count - 1
    var slot = key.hash(seed: seed) & mask
    while slots[slot] >= 0 {
      let index = Int(slots[slot])
      if entries[index].key == key {
        last = index
        return index
      }
      slot = (slot + 1) & mask
    }
    return nil
  }

  private mutating func place(_ index: Int) {
    let mask = slots.count - 1
    var slot = entries[index].key.hash(seed: seed) & mask
    while slots[slot] >= 0 { slot = (slot + 1) & mask }
    slots[slot] = Int32(index)
  }

  private func slot(of index: Int) -> Int {
    let mask = slots.count - 1
    var slot = entries[index].key.hash(seed: seed) & mask
    while slots[slot] != Int32(index) { slot = (slot + 1) & mask }
    return slot
  }

  /// Empties a slot and moves those behind it up, so that no search ends too early.
  private mutating func close(_ hole: Int, movedTo index: Int, from final: Int) {
    let mask = slots.count - 1
    var hole = hole
    var slot = hole
    while true {
      slot = (slot + 1) & mask
      guard slots[slot] >= 0 else { break }
      // The last entry is already called by its new place, but still lies at its old one.
      let at = Int(slots[slot]) == index ? final : Int(slots[slot])
      let home = entries[at].key.hash(seed: seed) & mask
      if (slot - home) & mask >= (slot - hole) & mask {
        slots[hole] = slots[slot]
        hole = slot
      }
    }
    slots[hole] = -1
  }
}
