// SPDX-License-Identifier: MIT

extension TestField {
  /// The declaration in TSDL, with the semicolon.
  func declaration(_ layout: TestLayout) -> String {
    switch self {
    case .array(let name, let element, let count):
      "\(element.type(layout)) \(name)[\(count)];"
    case .sequence(let name, let element, let length):
      "\(element.type(layout)) \(name)[\(length)];"
    case .fixedText(let name, let count): "\(Self.character) \(name)[\(count)];"
    case .text(let name, let length): "\(Self.character) \(name)[\(length)];"
    default: "\(type(layout)) \(name);"
    }
  }

  /// LTTng's characters are signed.
  private static let character =
    "integer { size = 8; align = 8; signed = 1; encoding = UTF8; base = 10; }"

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
      let labels = mappings.map { label, range in
        "\"\(label)\" = \(range.lowerBound) ... \(range.upperBound)"
      }
      return "enum : integer { size = \(size); align = \(layout.alignment(size)); "
        + "signed = \(signed); } { \(labels.joined(separator: ", ")) }"
    case .structure(_, let members, let align):
      let inner = members.map { $0.declaration(layout) }.joined(separator: " ")
      return "struct { \(inner) } align(\(align))"
    case .variant(_, let tag, let options):
      let inner = options.map { $0.declaration(layout) }.joined(separator: " ")
      return "variant <\(tag)> { \(inner) }"
    case .array, .sequence, .text, .fixedText:
      preconditionFailure("TSDL has no type for the elements of '\(name)'")
    }
  }
}
