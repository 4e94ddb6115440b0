// SPDX-License-Identifier: MIT

/// Field classes that hold others.
extension CTF2FieldParser {
  func structure(_ object: CTF2Object) throws(CTF2Fault) -> StructureClass {
    var members: [StructureClass.Member] = []
    var names: Set<String> = []
    var weight = 0
    for value in try object.array("member-classes") ?? [] {
      let member = try CTF2Object(value, "a member")
      try member.refuseExtensions()
      let name = try member.requiredString("name")
      guard names.insert(name).inserted else {
        throw member.fault("two members are named '\(name)'")
      }
      members.append(try self.member(name, member))
      weight += members[members.count - 1].fieldClass.weight
      guard weight <= TSDLParser.largestWeight else {
        throw object.fault("more than \(TSDLParser.largestWeight) fields are declared")
      }
    }
    return StructureClass(
      members: members, minimumAlignment: try object.alignment("minimum-alignment"))
  }

  private func member(_ name: String, _ object: CTF2Object)
    throws(CTF2Fault) -> StructureClass.Member
  {
    let field = try field(try object.required("field-class"))
    return StructureClass.Member(
      name: name, rawName: name, fieldClass: field.fieldClass, role: field.role)
  }

  func array(_ object: CTF2Object, _ type: String) throws(CTF2Fault) -> CTF2Field {
    let element = try field(try object.required("element-field-class")).fieldClass
    let least = try object.alignment("minimum-alignment")
    guard type == "static-length-array" else {
      let length = try FieldLocation(object, "length-field-location")
      return CTF2Field(
        fieldClass: .sequence(element: element, length: length, minimumAlignment: least))
    }
    let count: Int = try object.requiredInteger("length", in: 0...1 << 32)
    return CTF2Field(fieldClass: .array(element: element, count: count, minimumAlignment: least))
  }

  func optional(_ object: CTF2Object) throws(CTF2Fault) -> CTF2Field {
    let content = try member("", object)
    return CTF2Field(
      fieldClass: .optional(
        OptionalClass(
          selector: try FieldLocation(object, "selector-field-location"),
          choices: try object["selector-field-ranges"]?.ranges("'selector-field-ranges'"),
          content: content)))
  }

  func variant(_ object: CTF2Object) throws(CTF2Fault) -> CTF2Field {
    var options: [StructureClass.Member] = []
    var choices: [[ClosedRange<Int128>]] = []
    var weight = 0
    for value in try object.array("options") ?? [] {
      let option = try CTF2Object(value, "an option")
      try option.refuseExtensions()
      options.append(try member(try option.string("name") ?? "", option))
      let ranges = try option.required("selector-field-ranges")
      choices.append(try ranges.ranges("'selector-field-ranges'"))
      weight += options[options.count - 1].fieldClass.weight
      guard weight <= TSDLParser.largestWeight else {
        throw object.fault("more than \(TSDLParser.largestWeight) fields are declared")
      }
    }
    guard !options.isEmpty else { throw object.fault("a variant needs 'options'") }
    let selector = try FieldLocation(object, "selector-field-location")
    return CTF2Field(
      fieldClass: .variant(VariantClass(tag: selector, options: options, choices: choices)))
  }
}

extension FieldLocation {
  private static let origins: [String: FieldScope] = [
    "packet-header": .packetHeader,
    "packet-context": .packetContext,
    "event-record-header": .eventHeader,
    "event-record-common-context": .eventContext,
    "event-record-specific-context": .ownContext,
    "event-record-payload": .payload,
  ]

  /// Reads a member that is a location.
  init(_ object: CTF2Object, _ name: String) throws(CTF2Fault) {
    let location = try CTF2Object(try object.required(name), "'\(name)'")
    var names: [String] = []
    var parents = 0
    for element in try location.array("path") ?? [] {
      switch element.content {
      case .string(let name): names.append(name)
      case .null:
        if names.popLast() == nil { parents += 1 }
      default: throw location.fault("a path is made of names and nulls, not of \(element.kind)")
      }
    }
    guard case .string? = try location.array("path")?.last?.content, !names.isEmpty else {
      throw location.fault("a path must end with a name")
    }
    guard let scope = try location.word("origin", Self.origins) else {
      self.init(path: names, origin: .enclosing(parents))
      return
    }
    guard parents == 0 else { throw location.fault("a path leads out of its origin") }
    self.init(path: names, origin: .scope(scope))
  }
}
