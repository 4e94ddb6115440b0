// SPDX-License-Identifier: MIT

extension TestTrace {
  /// The index of a stream's file, as LTTng writes it beside: big-endian numbers.
  ///
  /// It tells of the packets as they were written, whatever has happened to them since.
  package func index(of stream: String = "c_0") -> [UInt8] {
    var writer = BitWriter(isBigEndian: true)
    for value: UInt64 in [0xc1f1_dcc1, 1, 1, 72] { writer.number(value, size: 32, alignment: 8) }
    let content = streams[stream] ?? []
    for place in packets[stream] ?? [] {
      let field = { (role: PacketField.Role) in self.number(role, place, content) }
      for value in [
        UInt64(place.offset), UInt64(place.size * 8), UInt64(place.contentSize), field(.begin),
        field(.end), field(.discarded), field(.streamClass), field(.instance),
        field(.sequenceNumber),
      ] {
        writer.number(value, size: 64, alignment: 8)
      }
    }
    return writer.bytes
  }

  private func number(
    _ role: PacketField.Role, _ place: PlacedPacket, _ content: [UInt8]
  ) -> UInt64 {
    guard let (bit, size) = place.fields[role] else { return 0 }
    let start = place.offset + bit / 8
    guard start + size / 8 <= content.count else { return 0 }
    let bytes = content[start..<start + size / 8]
    let ordered = layout.isBigEndian ? Array(bytes) : bytes.reversed()
    return ordered.reduce(0) { $0 << 8 | UInt64($1) }
  }
}
