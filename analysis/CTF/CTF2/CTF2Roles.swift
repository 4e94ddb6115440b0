// SPDX-License-Identifier: MIT

/// A field class of CTF 2 with what an instance of it tells the reader.
struct CTF2Field {
  var fieldClass: FieldClass
  var role: FieldRole?
}

/// The roles of CTF 2.
enum CTF2Roles {
  private static let names: [String: FieldRole] = [
    "packet-magic-number": .magic,
    "metadata-stream-uuid": .traceUUID,
    "data-stream-class-id": .streamClassID,
    "data-stream-id": .streamInstanceID,
    "default-clock-timestamp": .timestamp,
    "packet-end-default-clock-timestamp": .packetEnd,
    "packet-content-length": .contentSize,
    "packet-total-length": .packetSize,
    "packet-sequence-number": .sequenceNumber,
    "discarded-event-record-counter-snapshot": .discardedEvents,
    "event-record-class-id": .eventClassID,
  ]

  /// Reads the member `roles`.
  static func role(of object: CTF2Object) throws(CTF2Fault) -> FieldRole? {
    var roles: Set<FieldRole> = []
    for value in try object.array("roles") ?? [] {
      guard case .string(let name) = value.content, let role = names[name] else {
        throw CTF2Fault(message: "no role is written so", offset: value.offset)
      }
      roles.insert(role)
    }
    // What the reader takes for the other if it is not told.
    if roles == [.contentSize, .packetSize] { return .contentSize }
    if roles == [.timestamp, .packetEnd] { return .timestamp }
    guard roles.count <= 1 else {
      throw CTF2Fault(
        message: "these roles together in one field are not read", offset: object.offset,
        code: .unsupported)
    }
    return roles.first
  }

  /// The roles that mean something in a scope, by what they are called everywhere.
  private static func meanings(_ scope: FieldScope) -> [FieldRole: FieldRole] {
    switch scope {
    case .packetHeader:
      [
        .magic: .magic, .traceUUID: .traceUUID, .streamClassID: .streamClassID,
        .streamInstanceID: .streamInstanceID,
      ]
    case .packetContext:
      [
        .timestamp: .packetBegin, .packetEnd: .packetEnd, .contentSize: .contentSize,
        .packetSize: .packetSize, .sequenceNumber: .sequenceNumber,
        .discardedEvents: .discardedEvents,
      ]
    case .eventHeader: [.timestamp: .timestamp, .eventClassID: .eventClassID]
    case .eventContext, .ownContext, .payload: [:]
    }
  }

  /// Gives every field of a scope the role that it has there.
  static func settled(_ structure: StructureClass, in scope: FieldScope) -> StructureClass {
    var structure = settled(structure, meanings(scope))
    guard scope == .packetContext else { return structure }
    // LTTng's CPU number has no role.
    for index in structure.members.indices where structure.members[index].name == "cpu_id" {
      if case .integer = structure.members[index].fieldClass {
        structure.members[index].role = .cpu
      }
    }
    return structure
  }

  private static func settled(_ structure: StructureClass, _ meanings: [FieldRole: FieldRole])
    -> StructureClass
  {
    var structure = structure
    structure.members = structure.members.map { settled($0, meanings) }
    return structure
  }

  private static func settled(
    _ member: StructureClass.Member, _ meanings: [FieldRole: FieldRole]
  ) -> StructureClass.Member {
    var member = member
    member.role = member.role.flatMap { meanings[$0] }
    member.fieldClass = settled(member.fieldClass, meanings)
    return member
  }

  private static func settled(_ type: FieldClass, _ meanings: [FieldRole: FieldRole]) -> FieldClass
  {
    switch type {
    case .structure(let structure): return .structure(settled(structure, meanings))
    case .array(let element, let count, let least):
      return .array(element: settled(element, meanings), count: count, minimumAlignment: least)
    case .sequence(let element, let length, let least):
      return .sequence(
        element: settled(element, meanings), length: length, minimumAlignment: least)
    case .variant(var variant):
      variant.options = variant.options.map { settled($0, meanings) }
      return .variant(variant)
    case .optional(var optional):
      optional.content = settled(optional.content, meanings)
      return .optional(optional)
    default: return type
    }
  }
}
