// SPDX-License-Identifier: MIT

import Glibc
import TestSupport

/// Writes a trace of CTF 1.8 from a description, as lttng-ust lays it out.
struct TestTrace {
  struct Event {
    var name: String
    var fields: [TestField]
    var extra = ""
  }

  var layout = TestLayout()
  /// Whether events have the compact header, as the kernel's have.
  var isCompact = false
  var context: [TestField] = []
  /// The events; an event's id is its index.
  var events: [Event]
  var frequency: UInt64 = 1_000_000_000
  var clockOffset = "offset = 0;"
  /// Files of packets, by name.
  private(set) var streams: [String: [UInt8]] = [:]

  static let uuid: [UInt8] = Array(1...16)

  init(events: [Event], layout: TestLayout = TestLayout(), context: [TestField] = []) {
    self.events = events
    self.layout = layout
    self.context = context
  }

  // MARK: Metadata

  private func integer(_ size: Int, clock: Bool = false, align: Int? = nil) -> String {
    let map = clock ? " map = clock.monotonic.value;" : ""
    return "integer { size = \(size); align = \(align ?? layout.alignment(size));\(map) }"
  }

  private var header: String {
    let (id, stamp, last) =
      isCompact
      ? (integer(5, align: 1), integer(27, clock: true, align: 1), 30)
      : (integer(16), integer(32, clock: true), 65_534)
    return """
      struct {
        enum : \(id) { compact = 0 ... \(last), extended = \(last + 1) } id;
        variant <id> {
          struct { \(stamp) timestamp; } compact;
          struct { \(integer(32)) id; \(integer(64, clock: true)) timestamp; } extended;
        } v;
      } align(8)
      """
  }

  var metadata: String {
    let uuid = Self.uuid.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    let contextText = context.map { $0.declaration(layout) }.joined(separator: " ")
    let eventText = events.enumerated().map { id, event in
      """
      event { name = "\(event.name)"; id = \(id); stream_id = 0; \(event.extra)
        fields := struct { \(event.fields.map { $0.declaration(layout) }.joined(separator: " ")) };
      };
      """
    }
    return """
      /* CTF 1.8 */
      trace { major = 1; minor = 8; uuid = "\(uuid)"; byte_order = \(layout.isBigEndian ? "be" : "le");
        packet.header := struct {
          \(integer(32)) magic; \(integer(8)) uuid[16]; \(integer(32)) stream_id;
          \(integer(64)) stream_instance_id; }; };
      env { domain = "ust"; tracer_minor = 13; hostname = "h"; };
      clock { name = "monotonic"; freq = \(frequency); \(clockOffset) };
      stream { id = 0;
        event.header := \(header);
        packet.context := struct {
          \(integer(64, clock: true)) timestamp_begin; \(integer(64, clock: true)) timestamp_end;
          \(integer(64)) content_size; \(integer(64)) packet_size; \(integer(64)) packet_seq_num;
          \(integer(64)) events_discarded; \(integer(32)) cpu_id; };
        event.context := struct { \(contextText) };
      };
      \(eventText.joined(separator: "\n"))
      """
  }

  /// The metadata in packets, as LTTng up to 2.13 writes it.
  func packetised(_ text: String) -> [UInt8] {
    var all: [UInt8] = []
    var rest = Array(text.utf8)[...]
    while !rest.isEmpty {
      let part = rest.prefix(4096 - 37)
      rest = rest.dropFirst(part.count)
      var packet = BitWriter(isBigEndian: layout.isBigEndian)
      packet.number(0x75d1_1d57, size: 32, alignment: 8)
      packet.text(Self.uuid)
      packet.number(0, size: 32, alignment: 8)
      packet.number(UInt64((37 + part.count) * 8), size: 32, alignment: 8)
      packet.number(4096 * 8, size: 32, alignment: 8)
      packet.text([0, 0, 0, 1, 8] + part)
      all += packet.bytes + [UInt8](repeating: 0, count: 4096 - packet.bytes.count)
    }
    return all
  }

  // MARK: Packets

  /// Appends a packet to a stream's file.
  mutating func packet(
    in stream: String = "c_0", number: UInt64 = 0, begin: UInt64 = 0, end: UInt64 = 1 << 32,
    discarded: UInt64 = 0, cpu: UInt64 = 0, size: Int = 4096,
    _ body: (inout TestPacket) -> Void = { _ in }
  ) {
    var packet = TestPacket(self)
    let sizePlace = packet.header(
      begin: begin, end: end, number: number, discarded: discarded, cpu: cpu)
    body(&packet)
    packet.writer.patch(UInt64(packet.writer.position), size: 64, at: sizePlace)
    packet.writer.patch(UInt64(size * 8), size: 64, at: sizePlace + 64)
    let bytes = packet.writer.bytes
    precondition(bytes.count <= size, "the packet is too small for its events")
    streams[stream, default: []] += bytes + [UInt8](repeating: 0, count: size - bytes.count)
  }

  /// Changes the bytes of a stream's file.
  mutating func damage(_ stream: String = "c_0", _ body: (inout [UInt8]) -> Void) {
    body(&streams[stream, default: []])
  }

  /// Writes the trace into a folder of its own.
  func write(metadata: [UInt8]? = nil) throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    try write(to: folder.path, metadata: metadata)
    return folder
  }

  /// Writes the trace into a folder.
  func write(to folder: String, metadata: [UInt8]? = nil) throws {
    mkdir(folder, 0o700)
    try Files.write(metadata ?? Array(self.metadata.utf8), to: folder + "/metadata")
    for (name, bytes) in streams { try Files.write(bytes, to: folder + "/" + name) }
  }
}
