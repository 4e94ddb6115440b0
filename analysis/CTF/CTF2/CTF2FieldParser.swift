// SPDX-License-Identifier: MIT

/// Reads field classes of CTF 2.
struct CTF2FieldParser {
  private var aliases: [String: CTF2Field] = [:]

  /// Names a field class.
  mutating func name(_ field: CTF2Field, alias: String, at offset: Int) throws(CTF2Fault) {
    guard aliases.updateValue(field, forKey: alias) == nil else {
      throw CTF2Fault(message: "two field classes are named '\(alias)'", offset: offset)
    }
  }

  /// Reads a field class or the name of one.
  func field(_ value: JSONValue) throws(CTF2Fault) -> CTF2Field {
    if case .string(let name) = value.content {
      guard let field = aliases[name] else {
        throw CTF2Fault(
          message: "no field class before it is named '\(name)'", offset: value.offset)
      }
      return field
    }
    let object = try CTF2Object(value, "a field class")
    try object.refuseExtensions()
    let type = try object.requiredString("type")
    let field = try field(type, object)
    guard field.fieldClass.depth <= FieldClass.deepestNesting else {
      throw object.fault("types are nested more than \(FieldClass.deepestNesting) deep")
    }
    guard field.fieldClass.weight <= TSDLParser.largestWeight else {
      throw object.fault("more than \(TSDLParser.largestWeight) fields are declared")
    }
    return field
  }

  private func field(_ type: String, _ object: CTF2Object) throws(CTF2Fault) -> CTF2Field {
    switch type {
    case "fixed-length-bit-array": return try bitArray(object)
    case "fixed-length-bit-map": return try bitMap(object)
    case "fixed-length-boolean":
      return CTF2Field(fieldClass: .boolean(try bits(object, "a boolean")))
    case "fixed-length-unsigned-integer": return try integer(object, isSigned: false)
    case "fixed-length-signed-integer": return try integer(object, isSigned: true)
    case "fixed-length-floating-point-number": return try floatingPoint(object)
    case "variable-length-unsigned-integer": return try variableLength(object, isSigned: false)
    case "variable-length-signed-integer": return try variableLength(object, isSigned: true)
    case "null-terminated-string": return try string(object, .terminated)
    case "static-length-string": return try string(object, try fixed(object))
    case "dynamic-length-string": return try string(object, try told(object))
    case "static-length-blob": return try blob(object, try fixed(object))
    case "dynamic-length-blob": return try blob(object, try told(object))
    case "structure": return CTF2Field(fieldClass: .structure(try structure(object)))
    case "static-length-array", "dynamic-length-array": return try array(object, type)
    case "optional": return try optional(object)
    case "variant": return try variant(object)
    default: throw object.fault("no field class has the type '\(type)'")
    }
  }

  // MARK: Text and bytes

  private func fixed(_ object: CTF2Object) throws(CTF2Fault) -> ByteExtent {
    .fixed(try object.requiredInteger("length", in: 0...1 << 32))
  }

  private func told(_ object: CTF2Object) throws(CTF2Fault) -> ByteExtent {
    .told(by: try FieldLocation(object, "length-field-location"))
  }

  private func string(_ object: CTF2Object, _ extent: ByteExtent) throws(CTF2Fault) -> CTF2Field {
    let encodings: [String: EncodedStringClass.Encoding?] = [
      "utf-8": nil, "utf-16le": .utf16LittleEndian, "utf-16be": .utf16BigEndian,
      "utf-32le": .utf32LittleEndian, "utf-32be": .utf32BigEndian,
    ]
    if let encoding = try object.word("encoding", encodings) ?? nil {
      return CTF2Field(
        fieldClass: .encodedString(EncodedStringClass(encoding: encoding, extent: extent)))
    }
    switch extent {
    case .terminated: return CTF2Field(fieldClass: .string)
    case .fixed(let count):
      return CTF2Field(fieldClass: .array(element: .integer(.character), count: count))
    case .told(let length):
      return CTF2Field(fieldClass: .sequence(element: .integer(.character), length: length))
    }
  }

  private func blob(_ object: CTF2Object, _ extent: ByteExtent) throws(CTF2Fault) -> CTF2Field {
    let type = try object.string("media-type") ?? "application/octet-stream"
    let role = try CTF2Roles.role(of: object)
    guard role == nil || role == .traceUUID && extent == .fixed(16) else {
      throw object.fault("only 16 bytes can be the metadata's UUID")
    }
    return CTF2Field(fieldClass: .blob(BlobClass(extent: extent, mediaType: type)), role: role)
  }
}
