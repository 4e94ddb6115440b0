// SPDX-License-Identifier: MIT

/// What a `NameTable` holds: the bytes of all names in a row, and a hash table of their numbers.
@usableFromInline
struct NameStore {
  static let longest = 1_024
  static let most = 100_000

  private var bytes: [UInt8] = []
  private var entries: [Entry] = []
  private var slots: [Int32] = Array(repeating: -1, count: 64)
  private var texts: [String?] = []
  private let seed = UInt64.random(in: .min ... .max)

  /// A name that came lately.
  private struct Recent {
    var first: UInt64
    var last: UInt64
    var count: Int
    var offset: Int
    var index: Int32
  }

  private var recent = Array(
    repeating: Recent(first: 0, last: 0, count: -1, offset: 0, index: 0), count: 256)

  private struct Entry {
    var offset: Int
    var count: Int
    var hash: UInt64
  }

  var count: Int { entries.count }

  /// The number of a name.
  ///
  /// The names of a busy trace come again and again: most are found in `recent`, by their length
  /// and their first and last bytes, without hashing the whole.
  @usableFromInline
  mutating func intern(_ name: UnsafeRawBufferPointer) -> NameID {
    guard name.count <= Self.longest, let base = name.baseAddress, !name.isEmpty else {
      return lookUp(name)
    }
    let (first, last) = Self.ends(base, name.count)
    let slot = Self.recentSlot(first, last, name.count)
    let entry = recent[slot]
    if entry.first == first, entry.last == last, entry.count == name.count,
      hasMiddle(of: entry, base)
    {
      return NameID(index: Int(entry.index))
    }
    let id = lookUp(name)
    if id.index < Self.most {
      recent[slot] = Recent(
        first: first, last: last, count: name.count, offset: entries[id.index].offset,
        index: Int32(id.index))
    }
    return id
  }

  /// The first and the last eight bytes, which may overlap; of less than eight all, in any order.
  @inline(__always)
  private static func ends(_ base: UnsafeRawPointer, _ count: Int) -> (UInt64, UInt64) {
    if count >= 8 {
      return (
        base.loadUnaligned(as: UInt64.self),
        base.loadUnaligned(fromByteOffset: count &- 8, as: UInt64.self)
      )
    }
    if count >= 4 {
      return (
        UInt64(base.loadUnaligned(as: UInt32.self)),
        UInt64(base.loadUnaligned(fromByteOffset: count &- 4, as: UInt32.self))
      )
    }
    let bytes = UnsafeRawBufferPointer(start: base, count: count)
    return (UInt64(bytes[0]) &<< 8 | UInt64(bytes[count &>> 1]), UInt64(bytes[count - 1]))
  }

  /// Whether a name has the bytes of another one between its first and last eight.
  @inline(__always)
  private func hasMiddle(of entry: Recent, _ base: UnsafeRawPointer) -> Bool {
    if entry.count <= 16 { return true }
    return bytes.withUnsafeBytes { all in
      var place = 8
      while place < entry.count &- 8 {
        let mine = all.loadUnaligned(fromByteOffset: entry.offset &+ place, as: UInt64.self)
        if mine != base.loadUnaligned(fromByteOffset: place, as: UInt64.self) { return false }
        place &+= 8
      }
      return true
    }
  }

  @inline(__always)
  private static func recentSlot(_ first: UInt64, _ last: UInt64, _ count: Int) -> Int {
    let mixed = first &+ (last &<< 7 | last &>> 57) &+ UInt64(truncatingIfNeeded: count)
    return Int(truncatingIfNeeded: (mixed &* 0x9E37_79B9_7F4A_7C15) &>> 56)
  }

  @inline(never)
  private mutating func lookUp(_ name: UnsafeRawBufferPointer) -> NameID {
    let name = UnsafeRawBufferPointer(rebasing: name.prefix(Self.longest))
    let hash = Self.hash(name, seed: seed)
    let mask = slots.count - 1
    var slot = Int(truncatingIfNeeded: hash) & mask
    while slots[slot] >= 0 {
      let index = Int(slots[slot])
      if entries[index].hash == hash, equals(NameID(index: index), name) {
        return NameID(index: index)
      }
      slot = (slot + 1) & mask
    }
    return add(name, hash)
  }

  /// Whether a number is that of a name.
  ///
  /// Mutating only so that a call through a pointer does not copy the store.
  @usableFromInline
  mutating func equals(_ id: NameID, _ name: UnsafeRawBufferPointer) -> Bool {
    let entry = entries[id.index]
    guard entry.count == name.count, let base = name.baseAddress else {
      return entry.count == name.count
    }
    return bytes.withUnsafeBytes { all in
      var place = 0
      while place &+ 8 <= entry.count {
        let mine = all.loadUnaligned(fromByteOffset: entry.offset &+ place, as: UInt64.self)
        if mine != base.loadUnaligned(fromByteOffset: place, as: UInt64.self) { return false }
        place &+= 8
      }
      while place < entry.count {
        if all[entry.offset &+ place] != name[place] { return false }
        place &+= 1
      }
      return true
    }
  }

  mutating func text(_ id: NameID) -> String {
    if let text = texts[id.index] { return text }
    let text = withBytes(of: id) { String(decoding: $0, as: UTF8.self) }
    texts[id.index] = text
    return text
  }

  func withBytes<Result>(
    of id: NameID, _ body: (UnsafeRawBufferPointer) throws -> Result
  ) rethrows -> Result {
    let entry = entries[id.index]
    return try bytes.withUnsafeBytes {
      try body(UnsafeRawBufferPointer(rebasing: $0[entry.offset..<entry.offset + entry.count]))
    }
  }

  private mutating func add(_ name: UnsafeRawBufferPointer, _ hash: UInt64) -> NameID {
    if entries.count == Self.most {
      entries.append(Entry(offset: bytes.count, count: 15, hash: 0))
      bytes.append(contentsOf: "(further names)".utf8)
      texts.append(nil)
    }
    guard entries.count < Self.most else { return NameID(index: Self.most) }
    let id = NameID(index: entries.count)
    entries.append(Entry(offset: bytes.count, count: name.count, hash: hash))
    texts.append(nil)
    bytes.append(contentsOf: name)
    if entries.count * 2 > slots.count {
      slots = Array(repeating: -1, count: slots.count * 2)
      for index in entries.indices { place(index) }
    } else {
      place(id.index)
    }
    return id
  }

  private mutating func place(_ index: Int) {
    let mask = slots.count - 1
    var slot = Int(truncatingIfNeeded: entries[index].hash) & mask
    while slots[slot] >= 0 { slot = (slot + 1) & mask }
    slots[slot] = Int32(index)
  }

  @inline(__always)
  private static func hash(_ bytes: UnsafeRawBufferPointer, seed: UInt64) -> UInt64 {
    var hash = seed ^ UInt64(bytes.count) &* 0x9E37_79B9_7F4A_7C15
    var place = 0
    while place &+ 8 <= bytes.count {
      hash = mix(hash ^ bytes.loadUnaligned(fromByteOffset: place, as: UInt64.self))
      place &+= 8
    }
    var rest: UInt64 = 0
    while place < bytes.count {
      rest = rest << 8 | UInt64(bytes[place])
      place &+= 1
    }
    return mix(hash ^ rest)
  }

  @inline(__always)
  private static func mix(_ value: UInt64) -> UInt64 {
    let (high, low) = value.multipliedFullWidth(by: 0xD6E8_FEB8_6659_FD93)
    return high ^ low
  }
}
