// SPDX-License-Identifier: MIT

package import TestSupport

/// A trace that a test describes: what its metadata declares, and its packets, byte by byte.
///
/// ```swift
/// var trace = TestTrace(events: [.init(name: "a:b", fields: [.integer("n", 32)])])
/// trace.packet { $0.event("a:b", at: 5, [1]) }
/// let folder = try trace.write(.ctf2)
/// ```
///
/// It follows the specifications of CTF and shares no code with the reader. The packets are the
/// same whichever language the metadata is in.
package struct TestTrace: Sendable {
  /// A kind of event.
  package struct Event: Sendable {
    package var name: String
    package var fields: [TestField]
    package var logLevel: Int?
    package var modelURI: String?

    package init(
      name: String, fields: [TestField] = [], logLevel: Int? = nil, modelURI: String? = nil
    ) {
      self.name = name
      self.fields = fields
      self.logLevel = logLevel
      self.modelURI = modelURI
    }
  }

  /// How an event's id and stamp are stored.
  package enum EventHeader: Sendable {
    /// As LTTng-UST does: 16 and 32 bits, or 65535, 32 and 64 bits.
    case large
    /// As the kernel tracer does: 5 and 27 bits, or 31, 32 and 64 bits.
    case compact
    /// As other tracers do: two plain numbers.
    case plain(idSize: Int, stampSize: Int)
  }

  /// A stream class; an event's id is its index.
  package struct Channel: Sendable {
    package var header = EventHeader.large
    package var context: [TestField] = []
    package var events: [Event]
    /// The packet's context, in its order.
    package var packetFields = PacketField.lttng

    package init(
      events: [Event], context: [TestField] = [], header: EventHeader = .large,
      packetFields: [PacketField] = PacketField.lttng
    ) {
      self.events = events
      self.context = context
      self.header = header
      self.packetFields = packetFields
    }
  }

  /// A clock.
  package struct Clock: Sendable {
    package var name = "monotonic"
    package var uuid: String?
    package var frequency: UInt64 = 1_000_000_000
    package var offsetSeconds: Int64 = 0
    package var offsetCycles: Int64 = 0
  }

  /// A value of the environment.
  package enum EnvironmentValue: Sendable {
    case text(String)
    case number(Int64)
  }

  package var layout = TestLayout()
  package var uuid: [UInt8] = Array(1...16)
  package var clock = Clock()
  package var environment: [(name: String, value: EnvironmentValue)] = [
    ("domain", .text("ust")), ("tracer_minor", .number(13)), ("hostname", .text("h")),
  ]
  /// The stream classes; one's id is its index.
  package var channels: [Channel]
  /// Files of packets, by name.
  package internal(set) var streams: [String: [UInt8]] = [:]
  /// Where the packets stand in their files.
  package internal(set) var packets: [String: [PlacedPacket]] = [:]

  package init(
    events: [Event], layout: TestLayout = TestLayout(), context: [TestField] = [],
    header: EventHeader = .large
  ) {
    self.layout = layout
    channels = [Channel(events: events, context: context, header: header)]
  }

  // MARK: Packets

  /// Appends a packet to a stream's file.
  ///
  /// - Parameters:
  ///   - stream: The file's name.
  ///   - channel: The stream class.
  ///   - number: The packet's number in its buffer.
  ///   - begin: When it was opened, in cycles of the clock.
  ///   - end: When it was closed.
  ///   - discarded: How many events the buffer had lost by then.
  ///   - cpu: The CPU, which is also the number of the buffer.
  ///   - size: In bytes; unless told otherwise, as many pages as it needs.
  ///   - body: Writes the events.
  package mutating func packet(
    in stream: String = "c_0", channel: Int = 0, number: UInt64 = 0, begin: UInt64 = 0,
    end: UInt64 = 1 << 32, discarded: UInt64 = 0, cpu: UInt64 = 0, size: Int? = nil,
    _ body: (inout TestPacket) -> Void = { _ in }
  ) {
    var packet = TestPacket(self, channel: channel)
    packet.header([
      .begin: begin, .end: end, .sequenceNumber: number, .discarded: discarded, .cpu: cpu,
      .instance: cpu,
    ])
    body(&packet)
    let content = packet.writer.position
    let size = size ?? (content + 32_767) / 32_768 * 4096
    packet.patch(.contentSize, UInt64(content))
    packet.patch(.packetSize, UInt64(size * 8))
    let bytes = packet.writer.bytes
    precondition(bytes.count <= size, "the packet is too small for its events")
    let offset = streams[stream, default: []].count
    streams[stream, default: []] += bytes + [UInt8](repeating: 0, count: size - bytes.count)
    packets[stream, default: []].append(
      PlacedPacket(
        offset: offset, size: size, contentSize: content, fields: packet.places,
        events: packet.events.map { offset + $0 }))
  }

  /// Changes the bytes of a stream's file.
  package mutating func damage(_ stream: String = "c_0", _ body: (inout [UInt8]) -> Void) {
    body(&streams[stream, default: []])
  }

  // MARK: Files

  /// Writes the trace into a folder of its own.
  package func write(_ language: MetadataLanguage = .tsdl) throws -> TemporaryFolder {
    try files(language).write()
  }

  /// Writes the trace with another metadata into a folder of its own.
  package func write(metadata: [UInt8]) throws -> TemporaryFolder {
    var files = files(.tsdl)
    files["metadata"] = metadata
    return try files.write()
  }
}
