// SPDX-License-Identifier: MIT

/// Numbers and other runs of at most 64 bits.
extension CTF2FieldParser {
  func bits(_ object: CTF2Object, _ what: String) throws(CTF2Fault) -> IntegerClass {
    let length: Int = try object.requiredInteger("length", in: 1...1 << 40)
    guard length <= 64 else {
      throw CTF2Fault(
        message: "\(what) of \(length) bits is not read: at most 64 are", offset: object.offset,
        code: .unsupported)
    }
    guard
      let order = try object.word(
        "byte-order", ["little-endian": ByteOrder.little, "big-endian": .big])
    else { throw object.fault("the member 'byte-order' is missing") }
    var integer = IntegerClass(
      size: length, alignment: try object.alignment("alignment"), byteOrder: order)
    let isFirstToLast = try object.word(
      "bit-order", ["first-to-last": true, "last-to-first": false])
    integer.hasReversedBits = isFirstToLast ?? (order == .little) != (order == .little)
    return integer
  }

  func bitArray(_ object: CTF2Object) throws(CTF2Fault) -> CTF2Field {
    var integer = try bits(object, "a bit array")
    integer.displayBase = 2
    return CTF2Field(fieldClass: .integer(integer))
  }

  func bitMap(_ object: CTF2Object) throws(CTF2Fault) -> CTF2Field {
    let integer = try bits(object, "a bit map")
    guard let names = try object.object("flags"), !names.all.isEmpty else {
      throw object.fault("a bit map needs 'flags'")
    }
    var flags: [BitMapClass.Flag] = []
    for flag in names.all {
      var mask: UInt64 = 0
      for range in try flag.value.ranges("'\(flag.name)'") {
        guard range.lowerBound >= 0, range.upperBound < integer.size else {
          throw CTF2Fault(
            message: "'\(flag.name)' names a bit that is not there", offset: flag.value.offset)
        }
        let count = UInt64(range.upperBound - range.lowerBound + 1)
        mask |= (count == 64 ? .max : (1 << count) - 1) << UInt64(range.lowerBound)
      }
      flags.append(.init(name: flag.name, mask: mask))
    }
    return CTF2Field(fieldClass: .bitMap(BitMapClass(container: integer, flags: flags)))
  }

  func integer(_ object: CTF2Object, isSigned: Bool) throws(CTF2Fault) -> CTF2Field {
    var integer = try bits(object, "an integer")
    integer.isSigned = isSigned
    integer.displayBase = try base(object)
    let role = try role(object, isSigned: isSigned)
    if role == .magic, integer.size != 32 {
      throw object.fault("the magic number has 32 bits, not \(integer.size)")
    }
    let mappings = try mappings(object, isSigned: isSigned)
    guard !mappings.isEmpty else {
      return CTF2Field(fieldClass: .integer(integer), role: role)
    }
    let labelled = EnumerationClass(container: integer, mappings: mappings)
    return CTF2Field(fieldClass: .enumeration(labelled), role: role)
  }

  func variableLength(_ object: CTF2Object, isSigned: Bool) throws(CTF2Fault) -> CTF2Field {
    let integer = VariableLengthIntegerClass(
      isSigned: isSigned, displayBase: try base(object),
      mappings: try mappings(object, isSigned: isSigned))
    return CTF2Field(
      fieldClass: .variableLengthInteger(integer), role: try role(object, isSigned: isSigned))
  }

  func floatingPoint(_ object: CTF2Object) throws(CTF2Fault) -> CTF2Field {
    let length: Int = try object.requiredInteger("length", in: 1...1 << 40)
    guard length == 32 || length == 64 else {
      throw CTF2Fault(
        message: "a floating-point number of \(length) bits is not read: 32 and 64 are",
        offset: object.offset, code: .unsupported)
    }
    let bits = try bits(object, "a floating-point number")
    return CTF2Field(
      fieldClass: .floatingPoint(
        FloatingPointClass(
          size: length, alignment: bits.alignment, byteOrder: bits.byteOrder,
          hasReversedBits: bits.hasReversedBits)))
  }

  private func base(_ object: CTF2Object) throws(CTF2Fault) -> Int {
    let base: Int = try object.integer("preferred-display-base", in: 2...16) ?? 10
    guard [2, 8, 10, 16].contains(base) else {
      throw object.fault("no number is shown to base \(base)")
    }
    return base
  }

  private func role(_ object: CTF2Object, isSigned: Bool) throws(CTF2Fault) -> FieldRole? {
    let role = try CTF2Roles.role(of: object)
    guard role != .traceUUID else { throw object.fault("the metadata's UUID is no integer") }
    guard role == nil || !isSigned else { throw object.fault("a signed integer has no role") }
    return role
  }

  private func mappings(_ object: CTF2Object, isSigned: Bool)
    throws(CTF2Fault) -> [EnumerationClass.Mapping]
  {
    var mappings: [EnumerationClass.Mapping] = []
    for mapping in try object.object("mappings")?.all ?? [] {
      for range in try mapping.value.ranges("'\(mapping.name)'") {
        guard let bits = range.bits(isSigned: isSigned) else { continue }
        mappings.append(.init(label: mapping.name, lower: bits.lower, upper: bits.upper))
      }
    }
    return mappings
  }
}
