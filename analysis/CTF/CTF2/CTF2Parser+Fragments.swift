// SPDX-License-Identifier: MIT

/// The fragments.
extension CTF2Parser {
  private static let logLevels = [
    "emergency", "alert", "critical", "error", "warning", "notice", "info", "debug:system",
    "debug:program", "debug:process", "debug:module", "debug:unit", "debug:function", "debug:line",
    "debug",
  ]

  mutating func preamble(_ object: CTF2Object) throws(CTF2Fault) {
    let version: UInt64 = try object.requiredInteger("version", in: 0...UInt64.max)
    guard version == 2 else {
      throw CTF2Fault(
        message: "CTF \(version) is not read", offset: object.offset, code: .unsupported)
    }
    if let bytes = try object.array("uuid") {
      guard bytes.count == 16 else { throw object.fault("a UUID has 16 bytes") }
      var uuid: [UInt8] = []
      for byte in bytes { uuid.append(try byte.integer("a byte of a UUID", in: 0...255)) }
      trace.uuid = uuid
    }
    hasPreamble = true
  }

  mutating func alias(_ object: CTF2Object) throws(CTF2Fault) {
    let name = try object.requiredString("name")
    let field = try fields.field(try object.required("field-class"))
    try fields.name(field, alias: name, at: object.offset)
  }

  mutating func traceClass(_ object: CTF2Object) throws(CTF2Fault) {
    guard !hasTraceClass else { throw object.fault("there are two of it") }
    guard trace.streamClasses.isEmpty else {
      throw object.fault("it must come before the data stream classes")
    }
    hasTraceClass = true
    try checkIdentity(object)
    for entry in try object.object("environment")?.all ?? [] {
      switch entry.value.content {
      case .string(let text):
        trace.environment.append(.init(name: entry.name, value: .string(text)))
      default:
        let number = try entry.value.integer("'\(entry.name)'", in: Int64.min...Int64.max)
        trace.environment.append(.init(name: entry.name, value: .integer(number)))
      }
    }
    trace.packetHeader = try structure(object, "packet-header-field-class", .packetHeader)
  }

  mutating func clockClass(_ object: CTF2Object) throws(CTF2Fault) {
    try checkIdentity(object)
    let id = try object.requiredString("id")
    guard !clockNames.contains(id) else { throw object.fault("two clocks have the id '\(id)'") }
    guard clockNames.count < 1 << 12 else { throw object.fault("there are too many clocks") }
    var clock = ClockClass()
    // Without a name it is the same as no other clock.
    clock.uuid = object["name"] == nil ? nil : try object.string("uid")
    clock.name = try object.string("name") ?? id
    clock.namespace = try object.string("namespace")
    clock.text = try object.string("description") ?? ""
    clock.frequency = try object.requiredInteger("frequency", in: 1...UInt64.max)
    if let offset = try object.object("offset-from-origin") {
      clock.offsetSeconds = try offset.integer("seconds", in: Int64.min...Int64.max) ?? 0
      clock.offsetCycles = try offset.integer("cycles", in: Int64.min...Int64.max) ?? 0
    }
    clock.epoch = try epoch(object)
    clockNames.append(id)
    trace.clocks.append(clock)
  }

  private func epoch(_ object: CTF2Object) throws(CTF2Fault) -> ClockClass.Epoch {
    guard let origin = object["origin"] else { return .unknown }
    if case .string(let name) = origin.content {
      guard name == "unix-epoch" else { throw object.fault("no origin is named '\(name)'") }
      return .unix
    }
    let place = try CTF2Object(origin, "'origin'")
    return .other(
      namespace: try place.string("namespace"), name: try place.requiredString("name"),
      uid: try place.requiredString("uid"))
  }

  mutating func dataStreamClass(_ object: CTF2Object) throws(CTF2Fault) {
    try checkIdentity(object)
    var stream = StreamClass()
    stream.id = try object.integer("id", in: 0...UInt64.max) ?? 0
    guard !trace.streamClasses.contains(where: { $0.id == stream.id }) else {
      throw object.fault("two data stream classes have the id \(stream.id)")
    }
    guard trace.streamClasses.count < 1 << 12 else {
      throw object.fault("there are too many data stream classes")
    }
    if let clock = try object.string("default-clock-class-id") {
      guard let index = clockNames.firstIndex(of: clock) else {
        throw object.fault("no clock before it has the id '\(clock)'")
      }
      stream.clockIndex = index
    }
    stream.packetContext = try structure(object, "packet-context-field-class", .packetContext)
    stream.eventHeader = try structure(object, "event-record-header-field-class", .eventHeader)
    stream.eventContext = try structure(
      object, "event-record-common-context-field-class", .eventContext)
    trace.streamClasses.append(stream)
  }

  mutating func eventRecordClass(_ object: CTF2Object) throws(CTF2Fault) {
    try checkIdentity(object)
    var event = EventRecordClass()
    event.name = try object.string("name") ?? ""
    event.id = try object.integer("id", in: 0...UInt64.max) ?? 0
    event.streamClassID = try object.integer("data-stream-class-id", in: 0...UInt64.max) ?? 0
    let key = EventKey(stream: event.streamClassID, id: event.id)
    guard eventKeys.insert(key).inserted else {
      throw object.fault(
        "two event record classes of data stream class \(key.stream) have the id \(key.id)")
    }
    if let attributes = try object.object("attributes"),
      let ours = attributes["lttng.org,2009"].flatMap({ try? CTF2Object($0, "") })
    {
      event.logLevel = (try? ours.string("log-level")).flatMap { Self.logLevels.firstIndex(of: $0) }
      event.modelURI = try? ours.string("emf-uri")
    }
    event.context = try structure(object, "specific-context-field-class", .ownContext)
    event.payload = try structure(object, "payload-field-class", .payload)
    trace.eventClasses.append(event)
  }

  private func checkIdentity(_ object: CTF2Object) throws(CTF2Fault) {
    for name in ["namespace", "name", "uid"] { _ = try object.string(name) }
  }

  private mutating func structure(_ object: CTF2Object, _ name: String, _ scope: FieldScope)
    throws(CTF2Fault) -> StructureClass?
  {
    guard let value = object[name] else { return nil }
    guard case .structure(let structure) = try fields.field(value).fieldClass else {
      throw CTF2Fault(message: "'\(name)' must be a structure", offset: value.offset)
    }
    weight += structure.weight
    guard weight <= TSDLParser.largestWeight else {
      throw object.fault("more than \(TSDLParser.largestWeight) fields are declared")
    }
    return CTF2Roles.settled(structure, in: scope)
  }
}
