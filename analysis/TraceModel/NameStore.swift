// SPDX-License-Identifier: MIT

/// What a `NameTable` holds: the bytes of all names in a row, and a hash table of their numbers.
struct NameStore {
  static let longest = 1_024
  static let most = 100_000

  private var bytes: [UInt8] = []
  private var entries: [Entry] = []
  private var slots: [Int32] = Array(repeating: -1, count: 64)
  private var texts: [String?] = []
  private let seed = UInt64.random(in: .min ... .max)

  private struct Entry {
    var offset: Int
    var count: Int
    var hash: UInt64
  }

  var count: Int { entries.count }

  mutating func intern(_ name: UnsafeRawBufferPointer) -> NameID {
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

  @inline(__always)
  func equals(_ id: NameID, _ name: UnsafeRawBufferPointer) -> Bool {
    let entry = entries[id.index]
    guard entry.count == name.count else { return false }
    return bytes.withUnsafeBytes { all in
      var place = 0
      while place &+ 8 <= entry.count {
        let mine = all.loadUnaligned(fromByteOffset: entry.offset &+ place, as: UInt64.self)
        if mine != name.loadUnaligned(fromByteOffset: place, as: UInt64.self) { return false }
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
