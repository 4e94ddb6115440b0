// SPDX-License-Identifier: MIT

/// The index that LTTng writes beside a stream's file: what the header of each packet says.
///
/// It is asked only where packets are missing or garbled, and believed only as far as it agrees
/// with the packets that can be read. LTTng itself leaves wrong offsets in it on a full disk, so
/// packets are recognised by their numbers and times.
struct IndexFile {
  struct Entry {
    var offset: Int
    var begin: UInt64
    var end: UInt64
    var discardedEvents: UInt64
    /// Nil in the indices of LTTng before 2.8.
    var sequenceNumber: UInt64?
  }

  private static let magic: UInt64 = 0xc1f1_dcc1
  private static let headerSize = 16
  /// A larger one is not read: a stream of so many packets has no index worth its memory.
  private static let largest = 1 << 26

  /// The path of the file.
  let path: String
  private(set) var entries: [Entry] = []

  /// The path of the index of a stream's file.
  static func path(of stream: String) -> String {
    let name = stream.split(separator: "/").last ?? ""
    return stream.dropLast(name.count) + "index/" + name + ".idx"
  }

  /// Reads the index of a stream's file; nil if there is none that can be read.
  init?(of stream: String) {
    path = Self.path(of: stream)
    guard let file = try? File(path), file.size <= Self.largest else { return nil }
    let bytes = file.read(at: 0, count: file.size)
    guard bytes.count >= Self.headerSize, Self.number(bytes, 0, 4) == Self.magic,
      Self.number(bytes, 4, 4) == 1
    else { return nil }
    let stride = Int(Self.number(bytes, 12, 4))
    guard stride >= 56, stride <= 4096 else { return nil }
    var offset = Self.headerSize
    while offset + stride <= bytes.count {
      entries.append(
        Entry(
          offset: Int(clamping: Self.number(bytes, offset, 8)),
          begin: Self.number(bytes, offset + 24, 8), end: Self.number(bytes, offset + 32, 8),
          discardedEvents: Self.number(bytes, offset + 40, 8),
          sequenceNumber: stride >= 72 ? Self.number(bytes, offset + 64, 8) : nil))
      offset += stride
    }
  }

  private static func number(_ bytes: [UInt8], _ offset: Int, _ size: Int) -> UInt64 {
    bytes[offset..<offset + size].reduce(0) { $0 << 8 | UInt64($1) }
  }

  /// How many entries the index of a stream's file has, without reading it.
  static func count(of stream: String) -> Int {
    max(0, (File.size(path(of: stream)) ?? 0) - headerSize) / 72
  }

  /// Whether it knows a packet of the file, and says of none what the packet does not say.
  func agrees(with packets: [Packet]) -> Bool {
    var begins: [UInt64: UInt64] = [:]
    for packet in packets {
      guard let number = packet.sequenceNumber else { continue }
      begins[number] = packet.beginCycles
    }
    // Where there are no numbers to compare, the times must do.
    var knowsOne = begins.isEmpty || entries.allSatisfy { $0.sequenceNumber == nil }
    for entry in entries {
      guard let number = entry.sequenceNumber, let begin = begins[number] else { continue }
      guard begin == entry.begin else { return false }
      knowsOne = true
    }
    return knowsOne
  }

  /// The packets that were written after another one, or all; as long as they are in order.
  func entries(after packet: Packet?) -> ArraySlice<Entry> {
    guard let start = entries.firstIndex(where: { Self.is($0, behind: packet) }) else { return [] }
    var end = start
    while end + 1 < entries.count, entries[end + 1].begin >= entries[end].begin,
      (entries[end].sequenceNumber ?? 0) < (entries[end + 1].sequenceNumber ?? .max)
    {
      end += 1
    }
    return entries[start...end]
  }

  private static func `is`(_ entry: Entry, behind packet: Packet?) -> Bool {
    guard let packet else { return true }
    guard let number = entry.sequenceNumber, let last = packet.sequenceNumber else {
      return entry.begin > packet.beginCycles
    }
    return number > last
  }
}
