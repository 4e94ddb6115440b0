// SPDX-License-Identifier: MIT

/// The packets of a stream class, read one at a time.
struct PacketStore {
  /// Larger packets are not searched: nothing that lttng-ust writes is as large.
  static let largestPacket = 1 << 26

  private var places: [(path: String, packet: Packet)] = []
  private(set) var contentSize = 0

  /// Whether each packet can be looked at.
  private(set) var isReadable = true

  /// Takes the packets that hold events.
  mutating func add(_ packet: Packet, in path: String) {
    guard packet.contentSize > packet.headerSize, !packet.isRepeated else { return }
    places.append((path, packet))
    contentSize = contentSize.addingReportingOverflow(packet.contentSize / 8).partialValue
    if packet.contentSize / 8 > Self.largestPacket || packet.contentSize % 8 != 0 {
      isReadable = false
    }
  }

  var count: Int { places.count }

  /// Reads a packet; nil if it cannot be read.
  func content(_ index: Int) -> PacketContent? {
    let (path, packet) = places[index]
    guard let file = try? File(path) else { return nil }
    let bytes = file.read(at: packet.offset, count: packet.contentSize / 8)
    return PacketContent(bytes: bytes, packet: packet)
  }
}
