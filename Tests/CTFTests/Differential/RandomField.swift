// SPDX-License-Identifier: MIT

extension SeededNumbers {
  private static let integers = [
    "int8_t", "uint8_t", "int16_t", "uint16_t", "int32_t", "uint32_t", "int64_t", "uint64_t",
    "char", "signed char", "unsigned char", "short", "long", "unsigned long long", "size_t",
  ]
  private static let wideIntegers = [
    "int16_t", "uint16_t", "int32_t", "uint32_t", "int64_t", "uint64_t",
  ]
  private static let lengths = ["uint8_t", "uint16_t", "uint32_t", "uint64_t", "size_t"]

  /// A field of any of the kinds that `lttng/tracepoint-event.h` has.
  ///
  /// - Parameters:
  ///   - name: The field's name.
  ///   - provider: The provider's name.
  ///   - enumerations: How many enumerations there are.
  /// - Returns: The macro's call.
  mutating func field(
    _ name: String, provider: String, enumerations: (signed: Int, unsigned: Int)
  ) -> String {
    let place = pick(0...3)
    switch pick(0...9) {
    case 0, 1: return integer(name, "v->bits[\(place)]")
    case 2:
      let type = pick(["double", "float"])
      return macro("float", [type, name, "v->\(type)s[\(place)]"])
    case 3: return macro("string", [name, "v->texts[\(place)]"])
    case 4: return list("array", name, ["v->list", "\(pick(1...9))"])
    case 5: return list("sequence", name, ["v->list"] + length("v->counts[\(place)]"))
    case 6:
      let type = pick(["char", "int8_t", "uint8_t"])
      return macro("array_text", [type, name, "v->texts[\(place)]", "\(pick(1...40))"])
    case 7:
      let type = pick(["char", "int8_t", "uint8_t"])
      return macro(
        "sequence_text", [type, name, "v->texts[\(place)]"] + length("v->lengths[\(place)]"))
    case 8:
      let isSigned = once(in: 2)
      let bits = pick([8, 16, 32, 64])
      let type = isSigned ? "int\(bits)_t" : "uint\(bits)_t"
      let count = isSigned ? enumerations.signed : enumerations.unsigned
      let number = pick(0...count - 1)
      let enumeration = isSigned ? "signed\(number)" : "unsigned\(number)"
      return macro("enum", [provider, enumeration, type, name, "v->bits[\(place)]"])
    default:
      return once(in: 3)
        ? "lttng_ust_field_unused(v->bits[\(place)])"
        : macro("string", [name, "v->texts[\(place)]"])
    }
  }

  private mutating func integer(_ name: String, _ source: String) -> String {
    switch pick(0...4) {
    case 0, 1: return macro("integer", [pick(Self.integers), name, source])
    case 2: return call("integer_hex", [pick(Self.integers), name, source])
    case 3: return call("integer_network", [pick(Self.wideIntegers), name, source])
    default: return call("integer_network_hex", [pick(Self.wideIntegers), name, source])
    }
  }

  private mutating func list(_ kind: String, _ name: String, _ rest: [String]) -> String {
    switch pick(0...4) {
    case 0, 1: return macro(kind, [pick(Self.integers), name] + rest)
    case 2: return call("\(kind)_hex", [pick(Self.integers), name] + rest)
    case 3: return call("\(kind)_network", [pick(Self.wideIntegers), name] + rest)
    default: return call("\(kind)_network_hex", [pick(Self.wideIntegers), name] + rest)
    }
  }

  /// The type of a length and the length, which the type can hold.
  private mutating func length(_ source: String) -> [String] {
    let type = pick(Self.lengths)
    return [type, type == "uint8_t" ? "\(source) & 0xff" : source]
  }

  /// A call of a macro that has a twin for fields that filters see and traces do not.
  private mutating func macro(_ kind: String, _ arguments: [String]) -> String {
    call(once(in: 10) ? "\(kind)_nowrite" : kind, arguments)
  }

  private func call(_ kind: String, _ arguments: [String]) -> String {
    "lttng_ust_field_\(kind)(\(arguments.joined(separator: ", ")))"
  }
}
