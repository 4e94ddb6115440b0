// SPDX-License-Identifier: MIT

/// Named members.
public struct StructureClass: Sendable, Equatable {
  /// A member.
  public struct Member: Sendable, Equatable {
    /// The name, without the `_` that LTTng puts before names in TSDL.
    public var name: String
    /// The name as the metadata has it, for locations.
    var rawName: String
    /// The type.
    public var fieldClass: FieldClass
    /// What the member tells the reader.
    var role: FieldRole?
  }

  /// The members in their order.
  public internal(set) var members: [Member]
  /// The alignment in bits: that of the most aligned member, or more.
  public let alignment: Int
  /// How many field classes there are in it, all told.
  let weight: Int
  /// How many types it is nested deep.
  let depth: Int

  init(members: [Member], minimumAlignment: Int = 1) {
    self.members = members
    alignment = members.reduce(minimumAlignment) { max($0, $1.fieldClass.alignment) }
    weight = members.reduce(1) { $0 + $1.fieldClass.weight }
    depth = 1 + members.reduce(0) { max($0, $1.fieldClass.depth) }
  }
}

/// One of several fields.
public struct VariantClass: Sendable, Equatable {
  /// Where the field that chooses stands: in TSDL an enumeration, in CTF 2 any integer.
  public var tag: FieldLocation
  /// The fields; in TSDL named as the labels of the enumeration.
  public internal(set) var options: [StructureClass.Member]
  /// For each option the values that choose it, or nil if the labels of the enumeration tell.
  public internal(set) var choices: [[ClosedRange<Int128>]]?
  /// How many field classes there are in it, all told.
  let weight: Int
  /// How many types it is nested deep.
  let depth: Int

  init(
    tag: FieldLocation, options: [StructureClass.Member], choices: [[ClosedRange<Int128>]]? = nil
  ) {
    self.tag = tag
    self.options = options
    self.choices = choices
    weight = options.reduce(1) { $0 + $1.fieldClass.weight }
    depth = 1 + options.reduce(0) { max($0, $1.fieldClass.depth) }
  }
}

/// A field that is there or not.
public struct OptionalClass: Sendable, Equatable {
  /// Where the field that decides stands.
  public var selector: FieldLocation
  /// The values with which it is there, or nil if the selector is a boolean.
  public internal(set) var choices: [ClosedRange<Int128>]?
  /// The field, which has no name of its own.
  public internal(set) var content: StructureClass.Member
}
