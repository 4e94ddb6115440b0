// SPDX-License-Identifier: MIT

/// Enumerations, and the variants that choose by them.
extension TSDLParser {
  mutating func enumerationType() throws(TSDLFault) -> FieldClass {
    try advance()
    var name: String?
    if case .identifier(let word) = token {
      name = word
      try advance()
    }
    var container: IntegerClass?
    if try take(.colon) {
      guard case .integer(let integer) = try type() else {
        throw fault("the container of an enumeration must be an integer")
      }
      container = integer
    }
    guard isAt(.leftBrace) else {
      guard let name, let type = scopes.enumeration(name) else {
        throw fault("no enumeration is named '\(name ?? "")'")
      }
      return type
    }
    if container == nil, case .integer(let integer)? = scopes.alias("int") { container = integer }
    guard let container else { throw fault("the enumeration has no container") }
    let type = FieldClass.enumeration(
      EnumerationClass(container: container, mappings: try mappings()))
    if let name { scopes.name(type, enumeration: name) }
    return type
  }

  private mutating func mappings() throws(TSDLFault) -> [EnumerationClass.Mapping] {
    try expect(.leftBrace)
    var mappings: [EnumerationClass.Mapping] = []
    var next: Int64 = 0
    while try !take(.rightBrace) {
      let label: String
      if case .text(let text) = token {
        label = text
        try advance()
      } else {
        label = try identifier("a label")
      }
      var (lower, upper) = (next, next)
      if try take(.equals) {
        lower = try integer()
        upper = try take(.range) ? try integer() : lower
      }
      mappings.append(.init(label: label, lower: lower, upper: upper))
      next = upper &+ 1
      guard try take(.comma) || isAt(.rightBrace) else { throw expected("',' or '}'") }
    }
    return mappings
  }

  mutating func variantType() throws(TSDLFault) -> FieldClass {
    try advance()
    var name: String?
    if case .identifier(let word) = token {
      name = word
      try advance()
    }
    var tag: FieldLocation?
    if try take(.leftAngle) {
      tag = FieldLocation(path: try path())
      try expect(.rightAngle)
    }
    var variant: VariantClass
    if isAt(.leftBrace) {
      variant = VariantClass(tag: FieldLocation(path: []), options: try members())
      if let name {
        _ = try checked(.variant(variant))
        scopes.name(variant, variant: name)
      }
    } else {
      guard let name, let known = scopes.variant(name) else {
        throw fault("no variant is named '\(name ?? "")'")
      }
      variant = known
    }
    if let tag { variant.tag = tag }
    return .variant(variant)
  }
}
