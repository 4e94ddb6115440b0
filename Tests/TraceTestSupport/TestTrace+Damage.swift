// SPDX-License-Identifier: MIT

/// What goes wrong with a stream's file.
extension TestTrace {
  /// Where a packet stands.
  package func place(_ packet: Int, of stream: String = "c_0") -> PlacedPacket {
    guard let places = packets[stream], places.indices.contains(packet) else {
      preconditionFailure("\(stream) has no packet \(packet)")
    }
    return places[packet]
  }

  /// Writes over a number in a packet's header.
  package mutating func set(
    _ role: PacketField.Role, _ value: UInt64, inPacket packet: Int, of stream: String = "c_0"
  ) {
    let place = place(packet, of: stream)
    guard let (bit, size) = place.fields[role] else {
      preconditionFailure("the packet has no \(role.rawValue)")
    }
    let start = place.offset + bit / 8
    let bytes = BitWriter.bytes(of: value, size: size, isBigEndian: layout.isBigEndian)
    damage(stream) { $0.replaceSubrange(start..<start + size / 8, with: bytes) }
  }

  /// Cuts the file's end off.
  package mutating func cut(at offset: Int, of stream: String = "c_0") {
    damage(stream) { $0.removeSubrange(offset...) }
  }

  /// Turns one bit over.
  package mutating func flip(bit: Int, at offset: Int, of stream: String = "c_0") {
    damage(stream) { $0[offset] ^= 1 << UInt8(bit) }
  }

  /// Writes bytes over a packet's begin that are nothing.
  package mutating func garble(_ packet: Int, bytes: Int = 84, of stream: String = "c_0") {
    let start = place(packet, of: stream).offset
    damage(stream) { content in
      for offset in 0..<bytes {
        content[start + offset] = UInt8(truncatingIfNeeded: offset * 37 + 5)
      }
    }
  }

  /// Sets bytes to 0 from an offset on.
  package mutating func zero(from offset: Int, of stream: String = "c_0") {
    damage(stream) { content in
      for index in content.indices.dropFirst(offset) { content[index] = 0 }
    }
  }

  /// Lengthens the file by zero bytes.
  package mutating func addZeros(_ count: Int, to stream: String = "c_0") {
    damage(stream) { $0 += [UInt8](repeating: 0, count: count) }
  }

  /// Puts packets of the file into another order; one may be left out, or stand twice.
  package mutating func arrange(_ order: [Int], of stream: String = "c_0") {
    let (old, places) = (streams[stream] ?? [], packets[stream] ?? [])
    streams[stream] = []
    packets[stream] = []
    for index in order {
      var place = places[index]
      let offset = streams[stream]?.count ?? 0
      streams[stream]? += old[place.offset..<place.offset + place.size]
      place.events = place.events.map { $0 - place.offset + offset }
      place.offset = offset
      packets[stream]?.append(place)
    }
  }

  /// Gives a file's packets to other files, as tracefile rotation does.
  ///
  /// - Parameters:
  ///   - stream: The file, which is gone then.
  ///   - files: For each file the packets that it gets.
  package mutating func split(_ stream: String = "c_0", into files: KeyValuePairs<String, [Int]>) {
    let (old, places) = (streams[stream] ?? [], packets[stream] ?? [])
    for (name, order) in files where name != stream {
      (streams[name], packets[name]) = (old, places)
      arrange(order, of: name)
    }
    (streams[stream], packets[stream]) = (nil, nil)
  }
}
