// SPDX-License-Identifier: MIT

/// The text in a metadata file, freed of its packets.
struct MetadataText {
  var bytes: [UInt8] = []
  /// What is wrong with the packets, and where.
  var damage: (what: String, offset: Int)?

  private static let headerSize = 37

  /// Takes the text out of a metadata file's content.
  ///
  /// LTTng up to 2.13 writes packets of 4096 bytes, later versions and `lttng-crash` the
  /// plain text.
  init(_ content: [UInt8]) {
    guard let isBig = Self.byteOrder(content[...]) else {
      // What a full disk or a crash leaves behind the text.
      let end = (content.lastIndex { $0 != 0 } ?? -1) + 1
      bytes = Array(content[..<end])
      if end < content.count {
        damage = ("\(content.count - end) zero bytes stand at the end", end)
      }
      return
    }
    var offset = 0
    while offset < content.count {
      let packet = content[offset...]
      guard packet.count >= Self.headerSize, Self.byteOrder(packet) == isBig else {
        let isZero = packet.allSatisfy { $0 == 0 }
        if !isZero { damage = ("no metadata packet begins here", offset) }
        return
      }
      let contentSize = Self.number(packet, 24, isBig) / 8
      let packetSize = Self.number(packet, 28, isBig) / 8
      guard contentSize >= Self.headerSize, contentSize <= packetSize else {
        damage = ("a metadata packet of \(contentSize) in \(packetSize) bytes cannot be", offset)
        return
      }
      let end = min(offset + contentSize, content.count)
      bytes += content[offset + Self.headerSize..<end]
      if offset + packetSize > content.count {
        if end < offset + contentSize {
          damage = ("the file ends inside a metadata packet", content.count)
        }
        return
      }
      offset += packetSize
    }
  }

  /// Whether a packet of big-endian numbers begins here; nil if none does.
  private static func byteOrder(_ bytes: ArraySlice<UInt8>) -> Bool? {
    switch Array(bytes.prefix(4)) {
    case [0x75, 0xd1, 0x1d, 0x57]: true
    case [0x57, 0x1d, 0xd1, 0x75]: false
    default: nil
    }
  }

  private static func number(_ packet: ArraySlice<UInt8>, _ offset: Int, _ isBig: Bool) -> Int {
    let start = packet.startIndex + offset
    return (0..<4).reduce(0) { $0 << 8 | Int(packet[start + (isBig ? $1 : 3 - $1)]) }
  }
}
