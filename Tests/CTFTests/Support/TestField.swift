// SPDX-License-Identifier: MIT

import Testing

/// A field of a trace that a test writes: what the metadata says of it, and how it is stored.
indirect enum TestField: Sendable {
  case integer(
    String, _ size: Int, signed: Bool = false, base: Int = 10, align: Int? = nil,
    bigEndian: Bool? = nil)
  case float(String, _ size: Int)
  case string(String)
  case enumeration(String, _ size: Int, signed: Bool = false, _ mappings: String)
  case structure(String, [TestField], align: Int = 1)
  case array(String, of: TestField, _ count: Int)
  /// The length is the integer of that name which the description has before it.
  case sequence(String, of: TestField, length: String)
  case text(String, length: String)
  case variant(String, tag: String, [TestField])

  var name: String {
    switch self {
    case .integer(let name, _, _, _, _, _), .float(let name, _), .string(let name),
      .enumeration(let name, _, _, _), .structure(let name, _, _), .array(let name, _, _),
      .sequence(let name, _, _), .text(let name, _), .variant(let name, _, _):
      name
    }
  }
}

/// What is stored in a field.
enum TestValue: Sendable {
  case number(UInt64)
  case double(Double)
  case text([UInt8])
  case list([TestValue])
  /// The option of a variant.
  case option(Int, [TestValue])

  static func signed(_ value: Int64) -> Self { .number(UInt64(bitPattern: value)) }
  static func string(_ text: String) -> Self { .text(Array(text.utf8)) }
}

/// How numbers are aligned and ordered in a trace.
struct TestLayout: Sendable, CustomTestStringConvertible {
  var isBigEndian = false
  /// As on machines that cannot read numbers at odd addresses.
  var isNatural = false

  static let all = [false, true].flatMap { big in
    [false, true].map { TestLayout(isBigEndian: big, isNatural: $0) }
  }

  var testDescription: String {
    "\(isBigEndian ? "big" : "little")-endian, \(isNatural ? "aligned" : "packed")"
  }

  func alignment(_ size: Int) -> Int {
    guard size % 8 == 0 else { return 1 }
    return isNatural ? size : 8
  }
}

extension TestField {
  /// The declaration in TSDL, with the semicolon.
  func declaration(_ layout: TestLayout) -> String {
    switch self {
    case .array(let name, let element, let count):
      "\(element.type(layout)) \(name)[\(count)];"
    case .sequence(let name, let element, let length):
      "\(element.type(layout)) \(name)[\(length)];"
    case .text(let name, let length):
      "integer { size = 8; align = 8; signed = 1; encoding = UTF8; } \(name)[\(length)];"
    default: "\(type(layout)) \(name);"
    }
  }

  private func type(_ layout: TestLayout) -> String {
    switch self {
    case .integer(_, let size, let signed, let base, let align, let isBig):
      let order = isBig.map { $0 ? " byte_order = be;" : " byte_order = le;" } ?? ""
      return "integer { size = \(size); align = \(align ?? layout.alignment(size)); "
        + "signed = \(signed); base = \(base);\(order) }"
    case .float(_, let size):
      let digits = size == 32 ? "exp_dig = 8; mant_dig = 24;" : "exp_dig = 11; mant_dig = 53;"
      return "floating_point { \(digits) align = \(layout.alignment(size)); }"
    case .string: return "string"
    case .enumeration(_, let size, let signed, let mappings):
      return "enum : integer { size = \(size); align = \(layout.alignment(size)); "
        + "signed = \(signed); } { \(mappings) }"
    case .structure(_, let members, let align):
      let inner = members.map { $0.declaration(layout) }.joined(separator: " ")
      return "struct { \(inner) } align(\(align))"
    case .variant(_, let tag, let options):
      let inner = options.map { $0.declaration(layout) }.joined(separator: " ")
      return "variant <\(tag)> { \(inner) }"
    case .array, .sequence, .text: return "string"
    }
  }

  /// The alignment of what is stored.
  func alignment(_ layout: TestLayout) -> Int {
    switch self {
    case .integer(_, let size, _, _, let align, _): align ?? layout.alignment(size)
    case .float(_, let size), .enumeration(_, let size, _, _): layout.alignment(size)
    case .string, .text: 8
    case .structure(_, let members, let align):
      members.reduce(align) { max($0, $1.alignment(layout)) }
    case .array(_, let element, _), .sequence(_, let element, _): element.alignment(layout)
    case .variant: 1
    }
  }

  /// Stores a value.
  func write(_ value: TestValue, _ layout: TestLayout, to writer: inout BitWriter) {
    writer.align(to: alignment(layout))
    switch (self, value) {
    case (.integer(_, let size, _, _, _, let isBig), .number(let number)):
      writer.number(number, size: size, alignment: 1, isBigEndian: isBig)
    case (.enumeration(_, let size, _, _), .number(let number)):
      writer.number(number, size: size, alignment: 1)
    case (.float(_, 32), .double(let number)):
      writer.number(UInt64(Float(number).bitPattern), size: 32, alignment: 1)
    case (.float, .double(let number)):
      writer.number(number.bitPattern, size: 64, alignment: 1)
    case (.string, .text(let text)): writer.text(text + [0])
    case (.text, .text(let text)): writer.text(text)
    case (.structure(_, let members, _), .list(let values)):
      for (member, value) in zip(members, values) { member.write(value, layout, to: &writer) }
    case (.array(_, let element, _), .list(let values)),
      (.sequence(_, let element, _), .list(let values)):
      for value in values { element.write(value, layout, to: &writer) }
    case (.variant(_, _, let options), .option(let index, let values)):
      options[index].write(values[0], layout, to: &writer)
    default: preconditionFailure("\(value) does not fit the field '\(name)'")
    }
  }
}
