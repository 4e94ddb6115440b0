// SPDX-License-Identifier: MIT

/// Turns the fields of one structure after the other into CTF 2 field classes.
///
/// It keeps what stands before a field, as lengths and choices say in CTF 2 where their field
/// is, from the outermost structure on.
struct CTF2Fields {
  /// The structures that enclose the current field or stand before it, innermost last.
  private struct Frame {
    var origin: String
    var path: [String]
    var fields: [TestField]
  }

  let layout: TestLayout
  private var frames: [Frame] = []

  init(_ layout: TestLayout) { self.layout = layout }

  /// CTF 2 names have no `_` before them.
  static func name(_ name: String) -> String {
    name.hasPrefix("_") ? String(name.dropFirst()) : name
  }

  /// The class of a scope's structure; later scopes may refer to its fields.
  mutating func structure(
    _ fields: [TestField], origin: String, minimumAlignment: Int = 1
  ) -> JSONText {
    frames.append(Frame(origin: origin, path: [], fields: fields))
    return structure(fields, minimumAlignment: minimumAlignment)
  }

  private mutating func structure(_ members: [TestField], minimumAlignment: Int) -> JSONText {
    let classes = members.map { member in
      JSONText.object([
        ("name", .text(Self.name(member.name))), ("field-class", fieldClass(member)),
      ]
      )
    }
    return .object([
      ("type", .text("structure")), ("minimum-alignment", .integer(Int64(minimumAlignment))),
      ("member-classes", .array(classes)),
    ])
  }

  private func find(_ name: String) -> (location: JSONText, field: TestField) {
    for frame in frames.reversed() {
      guard let field = frame.fields.first(where: { $0.name == name }) else { continue }
      let path = (frame.path + [name]).map { Self.name($0) }
      return (.object([("origin", .text(frame.origin)), ("path", .texts(path))]), field)
    }
    preconditionFailure("no field before is named '\(name)'")
  }

  private func order(_ isBig: Bool?) -> JSONText {
    .text((isBig ?? layout.isBigEndian) ? "big-endian" : "little-endian")
  }

  private func number(
    _ type: String, _ size: Int, align: Int?, isBig: Bool?, _ more: [(String, JSONText)] = []
  ) -> JSONText {
    .object(
      [
        ("type", .text("fixed-length-\(type)")), ("length", .integer(Int64(size))),
        ("byte-order", order(isBig)),
        ("alignment", .integer(Int64(align ?? layout.alignment(size)))),
      ] + more)
  }

  private mutating func fieldClass(_ field: TestField) -> JSONText {
    switch field {
    case .integer(_, let size, let signed, let base, let align, let isBig):
      return number(
        signed ? "signed-integer" : "unsigned-integer", size, align: align, isBig: isBig,
        [("preferred-display-base", .integer(Int64(base)))])
    case .float(_, let size):
      return number("floating-point-number", size, align: nil, isBig: nil)
    case .string: return .object([("type", .text("null-terminated-string"))])
    case .enumeration(_, let size, let signed, let mappings):
      return number(
        signed ? "signed-integer" : "unsigned-integer", size, align: nil, isBig: nil,
        [("mappings", .object(Self.ranges(mappings)))])
    case .structure(let name, let members, let align):
      return inside(name, members) { $0.structure(members, minimumAlignment: align) }
    case .array(let name, let element, let count):
      return .object([
        ("type", .text("static-length-array")), ("length", .integer(Int64(count))),
        ("element-field-class", self.element(element, of: name)),
      ])
    case .sequence(let name, let element, let length):
      return .object([
        ("type", .text("dynamic-length-array")), ("length-field-location", find(length).location),
        ("element-field-class", self.element(element, of: name)),
      ])
    case .fixedText(_, let count):
      return .object([("type", .text("static-length-string")), ("length", .integer(Int64(count)))])
    case .text(_, let length):
      return .object([
        ("type", .text("dynamic-length-string")), ("length-field-location", find(length).location),
      ])
    case .variant(let name, let tag, let options): return variant(name, tag, options)
    }
  }

  private static func ranges(
    _ mappings: KeyValuePairs<String, ClosedRange<Int64>>
  ) -> [(String, JSONText)] {
    mappings.map { label, range in
      (label, .array([.array([.integer(range.lowerBound), .integer(range.upperBound)])]))
    }
  }

  /// Elements and options have no name of their own in a path.
  private mutating func element(_ field: TestField, of name: String) -> JSONText {
    guard case .structure(_, let members, let align) = field else { return fieldClass(field) }
    return inside(name, members) { $0.structure(members, minimumAlignment: align) }
  }

  private mutating func variant(
    _ name: String, _ tag: String, _ options: [TestField]
  ) -> JSONText {
    let (location, field) = find(tag)
    guard case .enumeration(_, _, _, let mappings) = field else {
      preconditionFailure("'\(tag)' is not an enumeration")
    }
    let ranges = Self.ranges(mappings)
    let choices = options.map { option in
      JSONText.object([
        ("name", .text(Self.name(option.name))),
        ("selector-field-ranges", ranges.first { $0.0 == option.name }?.1 ?? .array([])),
        ("field-class", element(option, of: name)),
      ])
    }
    return .object([
      ("type", .text("variant")), ("selector-field-location", location),
      ("options", .array(choices)),
    ])
  }

  private mutating func inside(
    _ name: String, _ members: [TestField], _ body: (inout CTF2Fields) -> JSONText
  ) -> JSONText {
    let last = frames.last
    frames.append(
      Frame(origin: last?.origin ?? "", path: (last?.path ?? []) + [name], fields: members))
    defer { frames.removeLast() }
    return body(&self)
  }
}
