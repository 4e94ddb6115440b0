// SPDX-License-Identifier: MIT

/// A JSON object whose members are read by name and checked.
struct CTF2Object {
  let offset: Int
  private let members: [JSONValue.Member]
  private let places: [String: Int]

  /// Takes a value that must be an object; `what` names it for the error.
  init(_ value: JSONValue, _ what: String) throws(CTF2Fault) {
    guard case .object(let members) = value.content else {
      throw CTF2Fault(
        message: "\(what) must be an object, not \(value.kind)", offset: value.offset)
    }
    offset = value.offset
    self.members = members
    places = Dictionary(
      members.enumerated().map { ($1.name, $0) }, uniquingKeysWith: { first, _ in first })
  }

  /// All members in their order.
  var all: [JSONValue.Member] { members }

  func fault(_ message: String) -> CTF2Fault { CTF2Fault(message: message, offset: offset) }

  subscript(_ name: String) -> JSONValue? { places[name].map { members[$0].value } }

  func required(_ name: String) throws(CTF2Fault) -> JSONValue {
    guard let value = self[name] else { throw fault("the member '\(name)' is missing") }
    return value
  }

  // MARK: Kinds

  private func wrong(_ name: String, _ value: JSONValue, _ what: String) -> CTF2Fault {
    CTF2Fault(message: "'\(name)' must be \(what), not \(value.kind)", offset: value.offset)
  }

  func string(_ name: String) throws(CTF2Fault) -> String? {
    guard let value = self[name] else { return nil }
    guard case .string(let text) = value.content else { throw wrong(name, value, "a string") }
    return text
  }

  func requiredString(_ name: String) throws(CTF2Fault) -> String {
    guard let text = try string(name) else { throw fault("the member '\(name)' is missing") }
    return text
  }

  func array(_ name: String) throws(CTF2Fault) -> [JSONValue]? {
    guard let value = self[name] else { return nil }
    guard case .array(let elements) = value.content else { throw wrong(name, value, "an array") }
    return elements
  }

  func object(_ name: String) throws(CTF2Fault) -> CTF2Object? {
    guard let value = self[name] else { return nil }
    return try CTF2Object(value, "'\(name)'")
  }

  /// An integer of a range.
  func integer<T: FixedWidthInteger>(_ name: String, in range: ClosedRange<T>)
    throws(CTF2Fault) -> T?
  {
    guard let value = self[name] else { return nil }
    return try value.integer("'\(name)'", in: range)
  }

  func requiredInteger<T: FixedWidthInteger>(_ name: String, in range: ClosedRange<T>)
    throws(CTF2Fault) -> T
  {
    try required(name).integer("'\(name)'", in: range)
  }

  /// One of several words.
  func word<T>(_ name: String, _ words: [String: T]) throws(CTF2Fault) -> T? {
    guard let text = try string(name) else { return nil }
    guard let meaning = words[text] else {
      let known = words.keys.sorted().joined(separator: ", ")
      throw CTF2Fault(
        message: "'\(name)' is '\(text)', which is none of \(known)",
        offset: self[name]?.offset ?? offset)
    }
    return meaning
  }

  /// An alignment in bits; 1 if the member is missing.
  func alignment(_ name: String) throws(CTF2Fault) -> Int {
    guard let value = try integer(name, in: 1...1 << 20) else { return 1 }
    guard value & (value - 1) == 0 else {
      throw fault("'\(name)' must be a power of two, not \(value)")
    }
    return value
  }

  /// Refuses extensions: they may change what everything else means.
  func refuseExtensions() throws(CTF2Fault) {
    guard let extensions = try object("extensions") else { return }
    for space in extensions.all {
      for named in try CTF2Object(space.value, "'\(space.name)'").all {
        throw CTF2Fault(
          message: "the extension '\(named.name)' of '\(space.name)' is not known",
          offset: named.value.offset, code: .unsupported)
      }
    }
  }
}

extension JSONValue {
  func integer<T: FixedWidthInteger>(_ what: String, in range: ClosedRange<T>)
    throws(CTF2Fault) -> T
  {
    guard case .integer(let number) = content else {
      throw CTF2Fault(message: "\(what) must be an integer, not \(kind)", offset: offset)
    }
    guard let value = T(exactly: number), range.contains(value) else {
      throw CTF2Fault(
        message: "\(what) must be \(range.lowerBound) to \(range.upperBound), not \(number)",
        offset: offset)
    }
    return value
  }

  /// A set of ranges of integers.
  func ranges(_ what: String) throws(CTF2Fault) -> [ClosedRange<Int128>] {
    guard case .array(let elements) = content, !elements.isEmpty else {
      throw CTF2Fault(message: "\(what) must be a list of ranges", offset: offset)
    }
    var ranges: [ClosedRange<Int128>] = []
    for element in elements {
      guard case .array(let bounds) = element.content, bounds.count == 2,
        case .integer(let lower) = bounds[0].content, case .integer(let upper) = bounds[1].content,
        lower <= upper
      else {
        throw CTF2Fault(
          message: "\(what): a range must be two integers, the smaller one first",
          offset: element.offset)
      }
      ranges.append(lower...upper)
    }
    return ranges
  }
}
