// SPDX-License-Identifier: MIT

extension TestTrace {
  private func integer(_ size: Int, clock isClock: Bool = false, align: Int? = nil) -> String {
    let map = isClock ? " map = clock.\(clock.name).value;" : ""
    return "integer { size = \(size); align = \(align ?? layout.alignment(size));\(map) }"
  }

  private func header(_ header: EventHeader) -> String {
    let (id, stamp, last): (String, String, Int)
    switch header {
    case .large: (id, stamp, last) = (integer(16), integer(32, clock: true), 65_534)
    case .compact:
      (id, stamp, last) = (integer(5, align: 1), integer(27, clock: true, align: 1), 30)
    case .plain(let idSize, let stampSize):
      let stamp = stampSize > 0 ? " \(integer(stampSize, clock: true)) timestamp;" : ""
      return "struct { \(integer(idSize)) id;\(stamp) } align(8)"
    }
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

  private func stream(_ id: Int, _ channel: Channel) -> String {
    let packet = channel.packetFields.map { field in
      let isTime = field.role == .begin || field.role == .end
      return "\(integer(field.size, clock: isTime)) \(field.role.rawValue);"
    }
    let context = channel.context.map { $0.declaration(layout) }.joined(separator: " ")
    return """
      stream { id = \(id);
        event.header := \(header(channel.header));
        packet.context := struct { \(packet.joined(separator: " ")) };
        event.context := struct { \(context) };
      };
      """
  }

  private func event(_ id: Int, _ event: Event, _ channel: Int) -> String {
    let fields = event.fields.map { $0.declaration(layout) }.joined(separator: " ")
    let level = event.logLevel.map { "loglevel = \($0);" } ?? ""
    let uri = event.modelURI.map { "model.emf.uri = \"\($0)\";" } ?? ""
    return """
      event { name = "\(event.name)"; id = \(id); stream_id = \(channel); \(level) \(uri)
        fields := struct { \(fields) };
      };
      """
  }

  /// The metadata in TSDL.
  package var metadata: String {
    let uuid = uuid.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    let environment = environment.map { name, value in
      switch value {
      case .text(let text): "\(name) = \"\(text)\";"
      case .number(let number): "\(name) = \(number);"
      }
    }
    let clockUUID = clock.uuid.map { " uuid = \"\($0)\";" } ?? ""
    let blocks = channels.enumerated().flatMap { id, channel in
      [stream(id, channel)] + channel.events.enumerated().map { event($0, $1, id) }
    }
    return """
      /* CTF 1.8 */
      trace { major = 1; minor = 8; uuid = "\(uuid)"; byte_order = \(layout.isBigEndian ? "be" : "le");
        packet.header := struct {
          \(integer(32)) magic; \(integer(8)) uuid[16]; \(integer(32)) stream_id;
          \(integer(64)) stream_instance_id; }; };
      env { \(environment.joined(separator: " ")) };
      clock { name = "\(clock.name)";\(clockUUID) freq = \(clock.frequency);
        offset_s = \(clock.offsetSeconds); offset = \(clock.offsetCycles); };
      \(blocks.joined(separator: "\n"))
      """
  }

  /// A metadata text in packets, as LTTng up to 2.13 writes it.
  package func packetised(_ text: String) -> [UInt8] {
    var all: [UInt8] = []
    var rest = Array(text.utf8)[...]
    while !rest.isEmpty {
      let part = rest.prefix(4096 - 37)
      rest = rest.dropFirst(part.count)
      var packet = BitWriter(isBigEndian: layout.isBigEndian)
      packet.number(0x75d1_1d57, size: 32, alignment: 8)
      packet.text(uuid)
      packet.number(0, size: 32, alignment: 8)
      packet.number(UInt64((37 + part.count) * 8), size: 32, alignment: 8)
      packet.number(4096 * 8, size: 32, alignment: 8)
      packet.text([0, 0, 0, 1, 8] + part)
      all += packet.bytes + [UInt8](repeating: 0, count: 4096 - packet.bytes.count)
    }
    return all
  }
}
