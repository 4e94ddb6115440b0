// SPDX-License-Identifier: MIT

/// A field of a packet's header or context that tells the reader something.
package struct PacketField: Sendable {
  package enum Role: String, Sendable, CaseIterable {
    case magic
    case streamClass = "stream_id"
    case instance = "stream_instance_id"
    case begin = "timestamp_begin"
    case end = "timestamp_end"
    case contentSize = "content_size"
    case packetSize = "packet_size"
    case sequenceNumber = "packet_seq_num"
    case discarded = "events_discarded"
    case cpu = "cpu_id"
  }

  package var role: Role
  /// In bits.
  package var size: Int

  package init(_ role: Role, _ size: Int) {
    self.role = role
    self.size = size
  }

  /// What LTTng puts into a packet's context on a 64-bit machine.
  package static let lttng = [
    PacketField(.begin, 64), PacketField(.end, 64), PacketField(.contentSize, 64),
    PacketField(.packetSize, 64), PacketField(.sequenceNumber, 64), PacketField(.discarded, 64),
    PacketField(.cpu, 32),
  ]

  /// The same on a 32-bit machine, whose counter of discarded events has 32 bits.
  package static let lttng32 = lttng.map {
    $0.role == .discarded ? PacketField(.discarded, 32) : $0
  }
}

/// Where a packet that has been written stands in its file.
package struct PlacedPacket: Sendable {
  /// In bytes.
  package var offset: Int
  /// In bytes, with the filling.
  package var size: Int
  /// In bits.
  package var contentSize: Int
  /// From the packet's begin, in bits, with the size of each.
  package var fields: [PacketField.Role: (bit: Int, size: Int)]
  /// Where each event begins, in bytes of the file.
  package var events: [Int]
}

/// A packet that is being written.
package struct TestPacket {
  let trace: TestTrace
  let channel: TestTrace.Channel
  private let channelIndex: Int
  package var writer: BitWriter
  private(set) var places: [PacketField.Role: (bit: Int, size: Int)] = [:]
  /// Where each event begins, in bytes.
  package private(set) var events: [Int] = []

  init(_ trace: TestTrace, channel: Int) {
    self.trace = trace
    self.channel = trace.channels[channel]
    channelIndex = channel
    writer = BitWriter(isBigEndian: trace.layout.isBigEndian)
  }

  private mutating func number(_ value: UInt64, _ size: Int) {
    writer.number(value, size: size, alignment: trace.layout.alignment(size))
  }

  private mutating func number(_ role: PacketField.Role, _ value: UInt64, _ size: Int) {
    number(value, size)
    places[role] = (writer.position - size, size)
  }

  /// Writes header and context.
  mutating func header(_ values: [PacketField.Role: UInt64]) {
    number(.magic, 0xc1fc_1fc1, 32)
    writer.text(trace.uuid)
    number(.streamClass, UInt64(channelIndex), 32)
    number(.instance, values[.instance] ?? 0, 64)
    for field in channel.packetFields { number(field.role, values[field.role] ?? 0, field.size) }
  }

  /// Writes over a number of the header.
  mutating func patch(_ role: PacketField.Role, _ value: UInt64) {
    guard let place = places[role] else { return }
    writer.patch(value, size: place.size, at: place.bit)
  }

  /// Writes an event: its contexts' values, then its fields'.
  ///
  /// - Parameters:
  ///   - name: A name that the channel declares.
  ///   - stamp: In cycles; as many low bits as the header has room for are stored.
  ///   - isExtended: Whether the whole stamp is stored, where the header can.
  ///   - context: The contexts' values.
  ///   - values: The fields' values.
  package mutating func event(
    _ name: String, at stamp: UInt64, isExtended: Bool = false, context: [TestValue] = [],
    _ values: [TestValue] = []
  ) {
    guard let id = channel.events.firstIndex(where: { $0.name == name }) else {
      preconditionFailure("\(name) is not declared")
    }
    event(id, at: stamp, isExtended: isExtended, context: context, values)
  }

  /// Writes an event of an id.
  package mutating func event(
    _ id: Int, at stamp: UInt64, isExtended: Bool = false, context: [TestValue] = [],
    _ values: [TestValue] = []
  ) {
    writer.align(to: channel.header.alignment(trace.layout))
    events.append(writer.position / 8)
    eventHeader(UInt64(id), stamp, isExtended: isExtended)
    structure(channel.context, context)
    structure(channel.events[id].fields, values)
  }

  private mutating func eventHeader(_ id: UInt64, _ stamp: UInt64, isExtended: Bool) {
    switch channel.header {
    case .large:
      number(isExtended ? 65_535 : id, 16)
      if !isExtended { number(stamp, 32) }
    case .compact:
      writer.number(isExtended ? 31 : id, size: 5, alignment: 1)
      if !isExtended { writer.number(stamp, size: 27, alignment: 1) }
    case .plain(let idSize, let stampSize):
      number(id, idSize)
      if stampSize > 0 { number(stamp, stampSize) }
      return
    }
    guard isExtended else { return }
    // The structure of the extended form is as aligned as its stamp.
    writer.align(to: trace.layout.alignment(64))
    number(id, 32)
    number(stamp, 64)
  }

  private mutating func structure(_ fields: [TestField], _ values: [TestValue]) {
    TestField.structure("", fields).write(.list(values), trace.layout, to: &writer)
  }
}

extension TestTrace.EventHeader {
  /// The alignment of the header's structure; LTTng's is at least a byte's.
  func alignment(_ layout: TestLayout) -> Int {
    switch self {
    case .large: layout.alignment(16)
    case .compact: 8
    case .plain(let idSize, let stampSize):
      max(8, layout.alignment(idSize), layout.alignment(stampSize))
    }
  }
}
