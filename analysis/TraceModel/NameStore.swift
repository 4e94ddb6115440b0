// SPDX-License-Identifier: MIT

/// What a `NameTable` holds: the bytes of all names in a row, and a hash table of their numbers.
@usableFromInline
struct NameStore: ~Copyable {
  static let longest = 1_024
  static let most = 100_000

  @usableFromInline
  struct Entry {
    @usableFromInline var offset: Int
    @usableFromInline var count: Int
    var hash: UInt64
  }

  @usableFromInline var bytes = OwnedList<UInt8>()
  @usableFromInline var entries = OwnedList<Entry>()
  private var slots = OwnedList<Int32>(repeating: -1, count: 64)
  private var texts = OwnedList<String?>()
  /// The names that came lately, by their first and last bytes; −1 is none.
  private var recent = OwnedList<Int32>(repeating: -1, count: 256)
  private let seed = UInt64.random(in: .min ... .max)

  var count: Int { entries.count }

  /// The number of a name.
  ///
  /// The names of a busy trace come again and again: most are found in `recent`, without hashing
  /// the whole.
  @usableFromInline
  mutating func intern(_ name: UnsafeRawBufferPointer) -> NameID {
    guard name.count <= Self.longest, let base = name.baseAddress, !name.isEmpty else {
      return lookUp(name)
    }
    let slot = Self.recentSlot(base, name.count)
    let known = Int(recent[slot])
    if known >= 0, equals(NameID(index: known), name) { return NameID(index: known) }
    let id = lookUp(name)
    if id.index < Self.most { recent[slot] = Int32(id.index) }
    return id
  }

  /// Whether a number is that of a name.
  ///
  /// Mutating only so that a call through a pointer does not copy the store.
  @inlinable
  @inline(__always)
  mutating func equals(_ id: NameID, _ name: UnsafeRawBufferPointer) -> Bool {
    let count = name.count
    guard entries[id.index].count == count, let base = name.baseAddress else {
      return entries[id.index].count == count
    }
    let mine = UnsafeRawPointer(bytes.elements + entries[id.index].offset)
    guard count > 16 else { return Self.ends(mine, count) == Self.ends(base, count) }
    // The first and the last sixteen bytes, which may overlap, then what lies between them.
    var other =
      Self.difference(mine, base, at: 0) | Self.difference(mine, base, at: 8)
      | Self.difference(mine, base, at: count &- 16) | Self.difference(mine, base, at: count &- 8)
    var place = 16
    while place < count &- 16 {
      other |= Self.difference(mine, base, at: place)
      place &+= 8
    }
    return other == 0
  }

  /// 0 if eight bytes are equal.
  @inlinable
  @inline(__always)
  static func difference(
    _ left: UnsafeRawPointer, _ right: UnsafeRawPointer, at place: Int
  ) -> UInt64 {
    left.loadUnaligned(fromByteOffset: place, as: UInt64.self)
      ^ right.loadUnaligned(fromByteOffset: place, as: UInt64.self)
  }

  /// The first and the last eight bytes, which may overlap; of less than eight all, in any order.
  @inlinable
  @inline(__always)
  static func ends(_ base: UnsafeRawPointer, _ count: Int) -> (UInt64, UInt64) {
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
    guard count > 0 else { return (0, 0) }
    let bytes = UnsafeRawBufferPointer(start: base, count: count)
    return (UInt64(bytes[0]) &<< 8 | UInt64(bytes[count &>> 1]), UInt64(bytes[count - 1]))
  }

  @inline(__always)
  private static func recentSlot(_ base: UnsafeRawPointer, _ count: Int) -> Int {
    let (first, last) = ends(base, count)
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
    return try body(
      UnsafeRawBufferPointer(start: bytes.elements + entry.offset, count: entry.count))
  }

  private mutating func add(_ name: UnsafeRawBufferPointer, _ hash: UInt64) -> NameID {
    if entries.count == Self.most {
      let further = "(further names)".utf8
      entries.append(Entry(offset: bytes.count, count: further.count, hash: 0))
      for byte in further { bytes.append(byte) }
      texts.append(nil)
    }
    guard entries.count < Self.most else { return NameID(index: Self.most) }
    let id = NameID(index: entries.count)
    entries.append(Entry(offset: bytes.count, count: name.count, hash: hash))
    texts.append(nil)
    for byte in name { bytes.append(byte) }
    if entries.count * 2 > slots.count {
      slots = OwnedList(repeating: -1, count: slots.count * 2)
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
