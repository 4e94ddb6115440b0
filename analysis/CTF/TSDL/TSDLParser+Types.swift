// SPDX-License-Identifier: MIT

extension TSDLParser {
  private static let words: Set<String> = [
    "unsigned", "signed", "long", "short", "int", "char", "float", "double", "void", "const",
    "volatile", "_Bool", "_Complex", "_Imaginary",
  ]

  /// Reads a type.
  mutating func type() throws(TSDLFault) -> FieldClass {
    nesting += 1
    defer { nesting -= 1 }
    guard nesting <= Self.deepestNesting else {
      throw fault("types are nested more than \(Self.deepestNesting) deep")
    }
    guard case .identifier(let word) = token else { throw expected("a type") }
    switch word {
    case "integer": return .integer(try integerType())
    case "floating_point": return .floatingPoint(try floatingPointType())
    case "string": return try stringType()
    case "struct": return try structureType()
    case "enum": return try enumerationType()
    case "variant": return try variantType()
    default: return try namedType()
    }
  }

  private mutating func namedType() throws(TSDLFault) -> FieldClass {
    var words: [String] = []
    while case .identifier(let word) = token, Self.words.contains(word) {
      if word != "const", word != "volatile" { words.append(word) }
      try advance()
    }
    if words.isEmpty { words = [try identifier("a type")] }
    while try take(.star) { words.append("*") }
    let name = words.joined(separator: " ")
    guard let type = scopes.alias(name) else { throw fault("no type is named '\(name)'") }
    return type
  }

  /// Reads `{ key = value; … }`.
  private mutating func attributes(
    _ body: (inout TSDLParser, String) throws(TSDLFault) -> Void
  ) throws(TSDLFault) {
    try expect(.leftBrace)
    while try !take(.rightBrace) {
      let key = try identifier("an attribute")
      try expect(.equals)
      try body(&self, key)
      try expect(.semicolon)
    }
  }

  private mutating func word() throws(TSDLFault) -> String {
    if case .text(let text) = token {
      try advance()
      return text
    }
    if case .number(let value) = token {
      try advance()
      return String(value)
    }
    return try path().joined(separator: ".")
  }

  private mutating func alignment() throws(TSDLFault) -> Int {
    let value = try unsigned(atMost: 1 << 20)
    guard value > 0, value & (value - 1) == 0 else {
      throw fault("an alignment must be a power of two, not \(value)")
    }
    return Int(value)
  }

  mutating func byteOrder() throws(TSDLFault) -> ByteOrder {
    let name = try word()
    switch name {
    case "le": return .little
    case "be", "network": return .big
    case "native": return .native
    default: throw fault("no byte order is named '\(name)'")
    }
  }

  mutating func integerType() throws(TSDLFault) -> IntegerClass {
    try advance()
    var type = IntegerClass(size: 0, alignment: 0)
    try attributes { parser, key throws(TSDLFault) in
      switch key {
      case "size":
        type.size = Int(try parser.unsigned(atMost: 64))
      case "align": type.alignment = try parser.alignment()
      case "signed": type.isSigned = ["true", "TRUE", "1"].contains(try parser.word())
      case "byte_order": type.byteOrder = try parser.byteOrder()
      case "base": type.displayBase = Self.base(try parser.word())
      case "encoding": type.isText = ["UTF8", "ASCII", "utf8", "ascii"].contains(try parser.word())
      case "map": type.clock = Self.clock(try parser.word())
      default: _ = try parser.word()
      }
    }
    guard type.size > 0 else { throw fault("an integer needs a size of 1 to 64 bits") }
    if type.alignment == 0 { type.alignment = type.size % 8 == 0 ? 8 : 1 }
    return type
  }

  private static func base(_ name: String) -> Int {
    switch name {
    case "2", "b", "binary": 2
    case "8", "o", "oct", "octal": 8
    case "16", "x", "X", "p", "hex", "hexadecimal": 16
    default: 10
    }
  }

  private static func clock(_ path: String) -> String {
    let names = path.split(separator: ".")
    return names.count == 3 && names[0] == "clock" ? String(names[1]) : path
  }

  private mutating func floatingPointType() throws(TSDLFault) -> FloatingPointClass {
    try advance()
    var (exponent, mantissa) = (0, 0)
    var type = FloatingPointClass(size: 0, alignment: 0, byteOrder: .native)
    try attributes { parser, key throws(TSDLFault) in
      switch key {
      case "exp_dig": exponent = Int(try parser.unsigned(atMost: 64))
      case "mant_dig": mantissa = Int(try parser.unsigned(atMost: 256))
      case "align": type.alignment = try parser.alignment()
      case "byte_order": type.byteOrder = try parser.byteOrder()
      default: _ = try parser.word()
      }
    }
    switch (exponent, mantissa) {
    case (8, 24): type.size = 32
    case (11, 53): type.size = 64
    default:
      throw fault("only numbers of 8 + 24 and 11 + 53 bits are read, not \(exponent) + \(mantissa)")
    }
    if type.alignment == 0 { type.alignment = 8 }
    return type
  }

  private mutating func stringType() throws(TSDLFault) -> FieldClass {
    try advance()
    if isAt(.leftBrace) {
      try attributes { parser, _ throws(TSDLFault) in _ = try parser.word() }
    }
    return .string
  }

  private mutating func structureType() throws(TSDLFault) -> FieldClass {
    try advance()
    var name: String?
    if case .identifier(let word) = token {
      name = word
      try advance()
    }
    guard isAt(.leftBrace) else {
      guard let name, let type = scopes.structure(name) else {
        throw fault("no structure is named '\(name ?? "")'")
      }
      return type
    }
    let members = try members()
    var least = 1
    if isAt("align") {
      try advance()
      try expect(.leftParenthesis)
      least = try alignment()
      try expect(.rightParenthesis)
    }
    let structure = StructureClass(members: members, minimumAlignment: least)
    if let name { scopes.name(try checked(.structure(structure)), structure: name) }
    return .structure(structure)
  }

  mutating func members() throws(TSDLFault) -> [StructureClass.Member] {
    try expect(.leftBrace)
    scopes.push()
    defer { scopes.pop() }
    var members: [StructureClass.Member] = []
    var weight = 0
    while try !take(.rightBrace) {
      if try take(.semicolon) { continue }
      if try typeDeclaration() { continue }
      let base = try type()
      if try take(.semicolon) { continue }
      repeat {
        let name = try identifier("the name of a field")
        let member = Self.member(name, try arrays(of: base))
        weight += member.fieldClass.weight
        guard weight <= Self.largestWeight else { throw tooLarge }
        members.append(member)
      } while try take(.comma)
      try expect(.semicolon)
    }
    return members
  }

  static func member(_ raw: String, _ type: FieldClass) -> StructureClass.Member {
    let name = raw.hasPrefix("_") ? String(raw.dropFirst()) : raw
    return StructureClass.Member(name: name, rawName: raw, fieldClass: type)
  }

  /// Reads the brackets behind a name.
  mutating func arrays(of element: FieldClass) throws(TSDLFault) -> FieldClass {
    guard try take(.leftBracket) else { return element }
    nesting += 1
    defer { nesting -= 1 }
    guard nesting <= Self.deepestNesting else {
      throw fault("types are nested more than \(Self.deepestNesting) deep")
    }
    if case .number = token {
      let count = Int(try unsigned(atMost: 1 << 32))
      try expect(.rightBracket)
      return .array(element: try arrays(of: element), count: count)
    }
    let length = FieldLocation(path: try path())
    try expect(.rightBracket)
    return .sequence(element: try arrays(of: element), length: length)
  }
}
