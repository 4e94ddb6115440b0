// SPDX-License-Identifier: MIT

import TestSupport

@testable import CTF

/// Field classes.
extension CTF2Writer {
  private static let roles: [FieldRole: String] = [
    .magic: "packet-magic-number", .traceUUID: "metadata-stream-uuid",
    .streamClassID: "data-stream-class-id", .streamInstanceID: "data-stream-id",
    .packetBegin: "default-clock-timestamp", .packetEnd: "packet-end-default-clock-timestamp",
    .contentSize: "packet-content-length", .packetSize: "packet-total-length",
    .sequenceNumber: "packet-sequence-number",
    .discardedEvents: "discarded-event-record-counter-snapshot",
    .eventClassID: "event-record-class-id", .timestamp: "default-clock-timestamp",
  ]

  private static func object(_ type: String, _ members: [String]) -> String {
    "{" + (["\"type\":\"\(type)\""] + members).joined(separator: ",") + "}"
  }

  mutating func type(_ type: FieldClass, role: FieldRole?) throws -> String {
    let roles = role.flatMap { Self.roles[$0] }.map { ["\"roles\":[\"\($0)\"]"] } ?? []
    switch type {
    case .integer(let integer): return Self.integer(integer, roles)
    case .enumeration(let enumeration):
      return Self.integer(enumeration.container, [Self.mappings(enumeration)] + roles)
    case .floatingPoint(let float):
      return Self.object(
        "fixed-length-floating-point-number",
        Self.bits(float.size, float.alignment, float.byteOrder))
    case .string: return Self.object("null-terminated-string", [])
    case .structure(let structure): return try self.structure(structure)
    case .array(_, 16, _) where role == .traceUUID:
      return Self.object("static-length-blob", ["\"length\":16"] + roles)
    case .array(let element, let count, _):
      if type.isText { return Self.object("static-length-string", ["\"length\":\(count)"]) }
      let inner = try self.type(element, role: nil)
      return Self.object(
        "static-length-array", ["\"length\":\(count)", "\"element-field-class\":\(inner)"])
    case .sequence(let element, let length, _):
      let place = "\"length-field-location\":\(try location(length).text)"
      if type.isText { return Self.object("dynamic-length-string", [place]) }
      let inner = try self.type(element, role: nil)
      return Self.object("dynamic-length-array", [place, "\"element-field-class\":\(inner)"])
    case .variant(let variant): return try self.variant(variant)
    default: throw SupportError("CTF 1.8 has no such type: \(type)")
    }
  }

  private static func bits(_ size: Int, _ alignment: Int, _ order: ByteOrder) -> [String] {
    [
      "\"length\":\(size)", "\"alignment\":\(alignment)",
      "\"byte-order\":\"\(order == .big ? "big" : "little")-endian\"",
    ]
  }

  private static func integer(_ integer: IntegerClass, _ more: [String]) -> String {
    object(
      "fixed-length-\(integer.isSigned ? "signed" : "unsigned")-integer",
      bits(integer.size, integer.alignment, integer.byteOrder)
        + ["\"preferred-display-base\":\(integer.displayBase)"] + more)
  }

  private static func range(_ mapping: EnumerationClass.Mapping, isSigned: Bool) -> String {
    isSigned
      ? "[\(mapping.lower),\(mapping.upper)]"
      : "[\(UInt64(bitPattern: mapping.lower)),\(UInt64(bitPattern: mapping.upper))]"
  }

  private static func ranges(of label: String, in type: EnumerationClass) -> [String] {
    type.mappings.filter { $0.label == label }.map {
      range($0, isSigned: type.container.isSigned)
    }
  }

  private static func mappings(_ enumeration: EnumerationClass) -> String {
    var labels: Set<String> = []
    let mappings = enumeration.mappings.map(\.label).filter { labels.insert($0).inserted }.map {
      "\(quoted($0)):[\(ranges(of: $0, in: enumeration).joined(separator: ","))]"
    }
    return "\"mappings\":{\(mappings.joined(separator: ","))}"
  }

  private mutating func structure(_ structure: StructureClass) throws -> String {
    frames.append((structure.members, 0))
    defer { frames.removeLast() }
    var members: [String] = []
    for member in structure.members {
      let type = try type(member.fieldClass, role: member.role)
      members.append("{\"name\":\(Self.quoted(member.name)),\"field-class\":\(type)}")
      frames[frames.count - 1].count += 1
    }
    return Self.object(
      "structure",
      [
        "\"minimum-alignment\":\(structure.alignment)",
        "\"member-classes\":[\(members.joined(separator: ","))]",
      ])
  }

  private mutating func variant(_ variant: VariantClass) throws -> String {
    let (place, tag) = try location(variant.tag)
    guard case .enumeration(let enumeration)? = tag else {
      throw SupportError("the tag is no enumeration")
    }
    var options: [String] = []
    for option in variant.options {
      let label = enumeration.mappings.contains { $0.label == option.rawName }
      let ranges = Self.ranges(of: label ? option.rawName : option.name, in: enumeration)
      guard !ranges.isEmpty else { continue }
      let type = try type(option.fieldClass, role: option.role)
      options.append(
        "{\"name\":\(Self.quoted(option.name)),\"field-class\":\(type),"
          + "\"selector-field-ranges\":[\(ranges.joined(separator: ","))]}")
    }
    return Self.object(
      "variant",
      [
        "\"selector-field-location\":\(place)", "\"options\":[\(options.joined(separator: ","))]",
      ])
  }
}

/// Locations: TSDL looks a name up, CTF 2 tells the way.
extension CTF2Writer {
  private static let origins: [FieldScope: String] = [
    .packetHeader: "packet-header", .packetContext: "packet-context",
    .eventHeader: "event-record-header", .eventContext: "event-record-common-context",
    .ownContext: "event-record-specific-context", .payload: "event-record-payload",
  ]

  private func location(_ location: FieldLocation) throws -> (text: String, type: FieldClass?) {
    let path = location.path[...]
    for (parents, frame) in frames.reversed().enumerated() {
      guard let found = Self.find(path, in: frame.members.prefix(frame.count)) else { continue }
      let way = [String](repeating: "null", count: parents) + found.names.map(Self.quoted)
      return ("{\"path\":[\(way.joined(separator: ","))]}", found.type)
    }
    for (scope, structure) in scopes.reversed() {
      let isNamed = path.starts(with: scope.name)
      let rest = isNamed ? path.dropFirst(scope.name.count) : path
      guard let found = Self.find(rest, in: structure.members[...]) else { continue }
      let way = found.names.map(Self.quoted).joined(separator: ",")
      return ("{\"origin\":\"\(Self.origins[scope] ?? "")\",\"path\":[\(way)]}", found.type)
    }
    throw SupportError("no field is named \(location.path.joined(separator: "."))")
  }

  private static func find(
    _ path: ArraySlice<String>, in members: ArraySlice<StructureClass.Member>
  ) -> (names: [String], type: FieldClass)? {
    guard let first = path.first, let member = members.last(where: { $0.rawName == first }) else {
      return nil
    }
    guard path.count > 1 else { return ([member.name], member.fieldClass) }
    guard case .structure(let structure) = member.fieldClass,
      let inner = find(path.dropFirst(), in: structure.members[...])
    else { return nil }
    return ([member.name] + inner.names, inner.type)
  }
}
