// SPDX-License-Identifier: MIT

/// The metadata in the language of CTF 2.
extension TestTrace {
  private static let separator = "\u{1e}"
  private static let clockID = "clock"

  /// The fragments, each behind a record separator.
  package var ctf2Metadata: String {
    var fragments: [JSONText] = [
      .object([
        ("type", .text("preamble")), ("version", .integer(2)),
        ("uuid", .array(uuid.map { .integer(Int64($0)) })),
      ]), traceClass, clockClass,
    ]
    for (id, channel) in channels.enumerated() { fragments += classes(id, channel) }
    return fragments.map { "\(Self.separator)\($0.text)\n" }.joined()
  }

  private func integer(
    _ size: Int, _ roles: [String] = [], align: Int? = nil,
    mappings: [(String, JSONText)] = []
  ) -> JSONText {
    .object(
      [
        ("type", .text("fixed-length-unsigned-integer")), ("length", .integer(Int64(size))),
        ("byte-order", .text(layout.isBigEndian ? "big-endian" : "little-endian")),
        ("alignment", .integer(Int64(align ?? layout.alignment(size)))),
      ] + (roles.isEmpty ? [] : [("roles", .texts(roles))])
        + (mappings.isEmpty ? [] : [("mappings", .object(mappings))]))
  }

  private func structure(_ members: [(String, JSONText)], align: Int = 1) -> JSONText {
    .object([
      ("type", .text("structure")), ("minimum-alignment", .integer(Int64(align))),
      (
        "member-classes",
        .array(
          members.map { name, type in
            .object([("name", .text(name)), ("field-class", type)])
          })
      ),
    ])
  }

  private var traceClass: JSONText {
    let blob = JSONText.object([
      ("type", .text("static-length-blob")), ("length", .integer(16)),
      ("roles", .texts(["metadata-stream-uuid"])),
    ])
    let environment = environment.map { name, value in
      switch value {
      case .text(let text): (name, JSONText.text(text))
      case .number(let number): (name, JSONText.integer(number))
      }
    }
    return .object([
      ("type", .text("trace-class")), ("namespace", .text("lttng.org,2009")),
      ("environment", .object(environment)),
      (
        "packet-header-field-class",
        structure([
          ("magic", integer(32, ["packet-magic-number"])), ("uuid", blob),
          ("stream_id", integer(32, ["data-stream-class-id"])),
          ("stream_instance_id", integer(64, ["data-stream-id"])),
        ])
      ),
    ])
  }

  private var clockClass: JSONText {
    .object(
      [
        ("type", .text("clock-class")), ("id", .text(Self.clockID)), ("name", .text(clock.name)),
        ("frequency", .unsigned(clock.frequency)), ("origin", .text("unix-epoch")),
        (
          "offset-from-origin",
          .object([
            ("seconds", .integer(clock.offsetSeconds)), ("cycles", .integer(clock.offsetCycles)),
          ])
        ),
      ] + (clock.uuid.map { [("uid", .text($0))] } ?? []))
  }

  private func classes(_ id: Int, _ channel: Channel) -> [JSONText] {
    var fields = CTF2Fields(layout)
    let context = fields.structure(channel.context, origin: "event-record-common-context")
    let stream = JSONText.object([
      ("type", .text("data-stream-class")), ("id", .integer(Int64(id))),
      ("default-clock-class-id", .text(Self.clockID)),
      ("packet-context-field-class", packetContext(channel)),
      ("event-record-header-field-class", header(channel.header)),
      ("event-record-common-context-field-class", context),
    ])
    let events = channel.events.enumerated().map { index, event in
      var fields = fields
      var members: [(String, JSONText)] = [
        ("type", .text("event-record-class")), ("id", .integer(Int64(index))),
        ("data-stream-class-id", .integer(Int64(id))), ("name", .text(event.name)),
        ("payload-field-class", fields.structure(event.fields, origin: "event-record-payload")),
      ]
      var attributes: [(String, JSONText)] = []
      if let level = event.logLevel { attributes.append(("log-level", .text(Self.levels[level]))) }
      if let uri = event.modelURI { attributes.append(("emf-uri", .text(uri))) }
      if !attributes.isEmpty {
        members.append(("attributes", .object([("lttng.org,2009", .object(attributes))])))
      }
      return JSONText.object(members)
    }
    return [stream] + events
  }

  /// The names of LTTng's log levels, from 0 on.
  private static let levels = [
    "emergency", "alert", "critical", "error", "warning", "notice", "info", "debug:system",
    "debug:program", "debug:process", "debug:module", "debug:unit", "debug:function",
    "debug:line", "debug",
  ]

  private func packetContext(_ channel: Channel) -> JSONText {
    structure(
      channel.packetFields.map { field in
        (field.role.rawValue, integer(field.size, field.role.ctf2))
      })
  }

  private func header(_ header: EventHeader) -> JSONText {
    let id = ["event-record-class-id"]
    let stamp = ["default-clock-timestamp"]
    let (idSize, stampSize, align, last): (Int, Int, Int?, Int64)
    switch header {
    case .large: (idSize, stampSize, align, last) = (16, 32, nil, 65_534)
    case .compact: (idSize, stampSize, align, last) = (5, 27, 1, 30)
    case .plain(let idSize, let stampSize):
      let members = [("id", integer(idSize, id)), ("timestamp", integer(max(1, stampSize), stamp))]
      return structure(stampSize > 0 ? members : [members[0]], align: 8)
    }
    func ranges(_ lower: Int64, _ upper: Int64) -> JSONText {
      .array([.array([.integer(lower), .integer(upper)])])
    }
    let (short, long) = (ranges(0, last), ranges(last + 1, last + 1))
    let options: [JSONText] = [
      .object([
        ("name", .text("compact")), ("selector-field-ranges", short),
        ("field-class", structure([("timestamp", integer(stampSize, stamp, align: align))])),
      ]),
      .object([
        ("name", .text("extended")), ("selector-field-ranges", long),
        (
          "field-class",
          structure([("id", integer(32, id)), ("timestamp", integer(64, stamp))])
        ),
      ]),
    ]
    let variant = JSONText.object([
      ("type", .text("variant")),
      (
        "selector-field-location",
        .object([("origin", .text("event-record-header")), ("path", .texts(["id"]))])
      ), ("options", .array(options)),
    ])
    return structure(
      [
        (
          "id",
          integer(idSize, id, align: align, mappings: [("compact", short), ("extended", long)])
        ), ("v", variant),
      ], align: 8)
  }
}

extension PacketField.Role {
  /// The roles of CTF 2; the CPU has none and is known by its name.
  fileprivate var ctf2: [String] {
    switch self {
    case .magic: ["packet-magic-number"]
    case .streamClass: ["data-stream-class-id"]
    case .instance: ["data-stream-id"]
    case .begin: ["default-clock-timestamp"]
    case .end: ["packet-end-default-clock-timestamp"]
    case .contentSize: ["packet-content-length"]
    case .packetSize: ["packet-total-length"]
    case .sequenceNumber: ["packet-sequence-number"]
    case .discarded: ["discarded-event-record-counter-snapshot"]
    case .cpu: []
    }
  }
}
