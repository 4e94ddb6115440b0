// SPDX-License-Identifier: MIT

/// The files of a trace of carried events: one folder for each trace that they come from, in CTF
/// 1.8, one stream for each part that carried them.
struct SeamTrace {
  /// The files, by path.
  private(set) var files: [(path: String, bytes: [UInt8])] = []
  /// The folders to be made for them.
  private(set) var folders: [String] = []

  /// A trace of what several parts carried.
  init(_ parts: [CarriedEvents]) {
    var groups: [(origin: CarriedEvents.Origin, streams: [(part: Int, origin: Int)])] = []
    for (part, carried) in parts.enumerated() {
      for (number, origin) in carried.origins.enumerated() where !origin.events.bytes.isEmpty {
        let same = groups.firstIndex { $0.origin.uuid != nil && $0.origin.uuid == origin.uuid }
        if let same {
          groups[same].streams.append((part, number))
        } else {
          groups.append((origin, [(part, number)]))
        }
      }
    }
    for (index, group) in groups.enumerated() {
      var classes: [CarriedEvents.Class] = []
      folders.append("\(index)")
      for (number, stream) in group.streams.enumerated() {
        let carried = parts[stream.part]
        let ids = carried.classes.map { found in
          if let id = classes.firstIndex(of: found) { return UInt32(id) }
          classes.append(found)
          return UInt32(classes.count - 1)
        }
        let events = carried.origins[stream.origin].events
        for channel in Set(carried.classes.map(\.channel)).sorted() {
          let ids = zip(ids, carried.classes).map { $1.channel == channel ? $0 : nil }
          guard let packet = Self.packet(events, ids, of: channel) else { continue }
          files.append(("\(index)/part\(number)_\(channel)", packet))
        }
      }
      let metadata = Self.metadata(group.origin, classes)
      files.append(("\(index)/metadata", Array(metadata.utf8)))
    }
  }

  private static let headerSize = 4 + 6 * 8

  /// One packet with all events of a channel, by the ids of their classes; nil if there are none.
  ///
  /// What does not hold together ends it.
  private static func packet(
    _ events: CarriedBytes, _ ids: [UInt32?], of channel: UInt64
  ) -> [UInt8]? {
    var content = CarriedBytes()
    var (first, last): (Int64?, Int64) = (nil, .min)
    var place = 0
    while events.bytes.count - place >= 16 {
      let length = Int(events.number(at: place, UInt32.self))
      let number = Int(events.number(at: place + 4, UInt32.self))
      let time = events.number(at: place + 8, Int64.self)
      place += 16
      guard length <= events.bytes.count - place, number < ids.count else { break }
      defer { place += length }
      guard let id = ids[number] else { continue }
      first = first ?? time
      last = max(last, time)
      content.append(id)
      content.append(time)
      content.bytes += events.bytes[place..<place + length]
    }
    guard let first else { return nil }
    var packet = CarriedBytes()
    packet.append(UInt32(0xC1FC_1FC1))
    packet.append(channel)
    packet.append(first)
    packet.append(last)
    let size = UInt64(headerSize + content.bytes.count) * 8
    packet.append(size)
    packet.append(size)
    packet.append(UInt64(0))
    return packet.bytes + content.bytes
  }

  private static func metadata(
    _ origin: CarriedEvents.Origin, _ classes: [CarriedEvents.Class]
  ) -> String {
    var environment = ""
    if let host = origin.host { environment += " hostname = \(quoted(host));" }
    if let vpid = origin.vpid { environment += " vpid = \(vpid);" }
    if let procname = origin.procname { environment += " procname = \(quoted(procname));" }
    var uuid = ""
    if let digits = origin.uuid.map({ Array($0.utf8.filter(isHexadecimal)) }), digits.count == 32 {
      var text = ""
      for (index, digit) in digits.enumerated() {
        if [8, 12, 16, 20].contains(index) { text += "-" }
        text.unicodeScalars.append(Unicode.Scalar(digit))
      }
      uuid = " uuid = \"\(text)\";"
    }
    var text = """
      /* CTF 1.8 */
      typealias integer { size = 32; align = 8; } := u32;
      typealias integer { size = 64; align = 8; } := u64;
      typealias integer { size = 64; align = 8; signed = true; } := i64;
      typealias floating_point { exp_dig = 11; mant_dig = 53; align = 8; } := f64;
      trace { major = 1; minor = 8; byte_order = le;\(uuid)
        packet.header := struct { u32 magic; u64 stream_id; }; };
      env { domain = "ust"; tracer_name = "lttng-ust";\(environment) };
      clock { name = "monotonic"; freq = 1000000000; offset_s = 0; offset = 0; };
      typealias integer { size = 64; align = 8; map = clock.monotonic.value; } := time;

      """
    for channel in Set(classes.map(\.channel)).sorted() {
      text += """
        stream { id = \(channel);
          packet.context := struct { time timestamp_begin; time timestamp_end; u64 content_size;
            u64 packet_size; u64 packet_seq_num; };
          event.header := struct { u32 id; time timestamp; }; };

        """
    }
    for (id, event) in classes.enumerated() {
      text += "event { name = \(quoted(event.name)); id = \(id); stream_id = \(event.channel);"
      if !event.context.isEmpty { text += " context := \(structure(event.context));" }
      text += " fields := \(structure(event.payload)); };\n"
    }
    return text
  }

  private static func structure(_ fields: [CarriedEvents.Field]) -> String {
    let members = fields.filter(\.isPlain).map { field in
      switch field.kind {
      case .unsigned: "u64 _\(field.name);"
      case .signed: "i64 _\(field.name);"
      case .floatingPoint: "f64 _\(field.name);"
      case .text: "string _\(field.name);"
      }
    }
    return "struct { \(members.joined(separator: " ")) }"
  }

  /// A text of the metadata, without what could end it.
  private static func quoted(_ text: String) -> String {
    let clean = text.unicodeScalars.map { scalar in
      scalar.value < 0x20 || scalar == "\"" || scalar == "\\" ? "_" : Character(scalar)
    }
    return "\"\(String(clean.prefix(1024)))\""
  }

  private static func isHexadecimal(_ byte: UInt8) -> Bool {
    Character(Unicode.Scalar(byte)).isHexDigit
  }
}
