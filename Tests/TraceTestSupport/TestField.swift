// SPDX-License-Identifier: MIT

/// A field of a trace that a test writes: what the metadata says of it, and how it is stored.
package indirect enum TestField: Sendable {
  case integer(
    String, _ size: Int, signed: Bool = false, base: Int = 10, align: Int? = nil,
    bigEndian: Bool? = nil)
  case float(String, _ size: Int)
  case string(String)
  case enumeration(
    String, _ size: Int, signed: Bool = false, KeyValuePairs<String, ClosedRange<Int64>>)
  case structure(String, [TestField], align: Int = 1)
  case array(String, of: TestField, _ count: Int)
  /// The length is the integer of that name which the description has before it.
  case sequence(String, of: TestField, length: String)
  /// Characters, of a fixed number.
  case fixedText(String, _ count: Int)
  /// Characters, as many as the integer of that name says.
  case text(String, length: String)
  /// The options are named as the labels of the enumeration.
  case variant(String, tag: String, [TestField])

  /// The name as TSDL has it, where LTTng puts a `_` before it.
  package var name: String {
    switch self {
    case .integer(let name, _, _, _, _, _), .float(let name, _), .string(let name),
      .enumeration(let name, _, _, _), .structure(let name, _, _), .array(let name, _, _),
      .sequence(let name, _, _), .fixedText(let name, _), .text(let name, _),
      .variant(let name, _, _):
      name
    }
  }

  /// The alignment of what is stored.
  package func alignment(_ layout: TestLayout) -> Int {
    switch self {
    case .integer(_, let size, _, _, let align, _): align ?? layout.alignment(size)
    case .float(_, let size), .enumeration(_, let size, _, _): layout.alignment(size)
    case .string, .text, .fixedText: 8
    case .structure(_, let members, let align):
      members.reduce(align) { max($0, $1.alignment(layout)) }
    case .array(_, let element, _), .sequence(_, let element, _): element.alignment(layout)
    case .variant: 1
    }
  }
}

/// What is stored in a field.
package enum TestValue: Sendable {
  case number(UInt64)
  case double(Double)
  /// Text, without the NUL at its end.
  case bytes([UInt8])
  case list([TestValue])
  /// The option of a variant.
  case option(Int, [TestValue])

  package static func signed(_ value: Int64) -> Self { .number(UInt64(bitPattern: value)) }
  package static func text(_ text: String) -> Self { .bytes(Array(text.utf8)) }
  package static func string(_ text: String) -> Self { .text(text) }
}

extension TestValue: ExpressibleByIntegerLiteral {
  package init(integerLiteral value: UInt64) { self = .number(value) }
}

extension TestField {
  /// Stores a value.
  package func write(_ value: TestValue, _ layout: TestLayout, to writer: inout BitWriter) {
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
    case (.string, .bytes(let text)): writer.text(text + [0])
    case (.text, .bytes(let text)): writer.text(text)
    case (.fixedText(_, let count), .bytes(let text)):
      precondition(text.count <= count, "'\(name)' holds \(count) characters")
      writer.text(text + [UInt8](repeating: 0, count: count - text.count))
    case (.structure(_, let members, _), .list(let values)):
      precondition(members.count == values.count, "'\(name)' has \(members.count) members")
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
