// SPDX-License-Identifier: MIT

/// What TSDL leaves to names: which field of a header is which.
extension TraceClass {
  private static let packetHeader: [String: FieldRole] = [
    "magic": .magic, "uuid": .traceUUID, "stream_id": .streamClassID,
    "stream_instance_id": .streamInstanceID,
  ]
  private static let packetContext: [String: FieldRole] = [
    "timestamp_begin": .packetBegin, "timestamp_end": .packetEnd, "content_size": .contentSize,
    "packet_size": .packetSize, "packet_seq_num": .sequenceNumber,
    "events_discarded": .discardedEvents, "cpu_id": .cpu,
  ]
  private static let eventHeader: [String: FieldRole] = [
    "id": .eventClassID, "timestamp": .timestamp,
  ]

  /// Gives the fields of the headers their roles, and every number its byte order.
  mutating func settle() {
    packetHeader = settled(packetHeader, Self.packetHeader)
    for index in streamClasses.indices {
      let stream = streamClasses[index]
      streamClasses[index].packetContext = settled(stream.packetContext, Self.packetContext)
      streamClasses[index].eventHeader = settled(stream.eventHeader, Self.eventHeader)
      streamClasses[index].eventContext = settled(stream.eventContext, [:])
    }
    for index in eventClasses.indices {
      let event = eventClasses[index]
      eventClasses[index].context = settled(event.context, [:])
      eventClasses[index].payload = settled(event.payload, [:])
    }
  }

  private func settled(_ structure: StructureClass?, _ roles: [String: FieldRole])
    -> StructureClass?
  {
    structure.map { settled($0, roles) }
  }

  private func settled(_ structure: StructureClass, _ roles: [String: FieldRole])
    -> StructureClass
  {
    var structure = structure
    structure.members = structure.members.map { settled($0, roles) }
    return structure
  }

  private func settled(_ member: StructureClass.Member, _ roles: [String: FieldRole])
    -> StructureClass.Member
  {
    var member = member
    member.role = roles[member.rawName]
    if roles["timestamp"] != nil, case .integer(let integer) = member.fieldClass {
      if integer.clock != nil { member.role = .timestamp }
    }
    member.fieldClass = settled(member.fieldClass, roles)
    return member
  }

  private func settled(_ type: FieldClass, _ roles: [String: FieldRole]) -> FieldClass {
    switch type {
    case .integer(var integer):
      if integer.byteOrder == .native { integer.byteOrder = byteOrder }
      return .integer(integer)
    case .enumeration(var enumeration):
      if enumeration.container.byteOrder == .native { enumeration.container.byteOrder = byteOrder }
      return .enumeration(enumeration)
    case .floatingPoint(var float):
      if float.byteOrder == .native { float.byteOrder = byteOrder }
      return .floatingPoint(float)
    case .string, .boolean, .bitMap, .variableLengthInteger, .encodedString, .blob, .optional:
      return type
    case .structure(let structure): return .structure(settled(structure, roles))
    case .array(let element, let count, _):
      return .array(element: settled(element, roles), count: count)
    case .sequence(let element, let length, _):
      return .sequence(element: settled(element, roles), length: length)
    case .variant(var variant):
      variant.options = variant.options.map { settled($0, roles) }
      return .variant(variant)
    }
  }
}
