// SPDX-License-Identifier: MIT

/// How the id and the stamp of an event are found.
struct HeaderPlan {
  enum Kind: UInt8 {
    /// The metadata declares no header: every event is of class 0 and has no stamp.
    case none
    /// LTTng's large header: a 16-bit id, then the stamp; or 65535, a 32-bit id and a stamp.
    case large
    /// LTTng's compact header: a 5-bit id, then a stamp of 27 bits; or 31 and as above.
    case compact
    /// Any other: by its node.
    case general
  }

  var kind = Kind.none
  /// Whether it is a large header in which all begins at the next byte, as on x86.
  var isPackedLarge = false
  var node: Int
  var alignment = 1
  /// The bits of the id.
  var idSize = 0
  /// How the stamp is aligned in the short form.
  var shortAlignment = 8
  /// How id and stamp together are aligned in the extended form.
  var longAlignment = 8
  /// From there to the stamp, in bits.
  var longStamp = 0

  init(node: Int) { self.node = node }

  /// Recognises LTTng's headers, little-endian.
  init(_ structure: StructureClass, node: Int) {
    self.node = node
    kind = .general
    alignment = structure.alignment
    guard alignment >= 8, structure.members.count == 2,
      let id = structure.members[0].fieldClass.container,
      structure.members[0].role == .eventClassID,
      case .variant(let variant) = structure.members[1].fieldClass,
      variant.tag.path == [structure.members[0].rawName], variant.options.count == 2,
      case .structure(let short) = variant.options[0].fieldClass,
      case .structure(let long) = variant.options[1].fieldClass,
      id.isPlain
    else { return }
    guard short.members.count == 1, let shortStamp = Self.stamp(short.members[0]),
      long.members.count == 2, let longStamp = Self.stamp(long.members[1]),
      long.members[0].role == .eventClassID, longStamp.size == 64,
      case .integer(let longID) = long.members[0].fieldClass, longID.size == 32,
      longID.isPlain, long.alignment >= 8
    else { return }
    idSize = id.size
    shortAlignment = short.alignment
    longAlignment = long.alignment
    self.longStamp = alignedUp(32, longStamp.alignment)
    switch (idSize, shortStamp.size) {
    case (16, 32) where shortAlignment >= 8 && chooses(structure, last: 65_534): kind = .large
    case (5, 27) where shortAlignment == 1 && chooses(structure, last: 30): kind = .compact
    default: break
    }
    isPackedLarge = kind == .large && alignment == 8 && shortAlignment == 8
  }

  private static func stamp(_ member: StructureClass.Member) -> IntegerClass? {
    guard member.role == .timestamp, case .integer(let stamp) = member.fieldClass, stamp.isPlain
    else { return nil }
    return stamp
  }

  /// Whether the ids up to `last` choose the first option, and the next one the second.
  private func chooses(_ structure: StructureClass, last: Int64) -> Bool {
    guard case .variant(let variant) = structure.members[1].fieldClass else { return false }
    if let choices = variant.choices {
      return choices == [[0...Int128(last)], [Int128(last) + 1...Int128(last) + 1]]
    }
    guard case .enumeration(let id) = structure.members[0].fieldClass else { return false }
    return variant.options.map(\.rawName) == ["compact", "extended"]
      && id.mappings == [
        .init(label: "compact", lower: 0, upper: last),
        .init(label: "extended", lower: last + 1, upper: last + 1),
      ]
  }
}

extension FieldClass {
  /// The integer that is stored, with or without labels.
  fileprivate var container: IntegerClass? {
    switch self {
    case .integer(let integer): integer
    case .enumeration(let enumeration): enumeration.container
    default: nil
    }
  }
}

extension IntegerClass {
  /// Whether it is unsigned and little-endian.
  fileprivate var isPlain: Bool { byteOrder == .little && !isSigned && !hasReversedBits }
}
