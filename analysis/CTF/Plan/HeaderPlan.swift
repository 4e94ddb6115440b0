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
  var node: Int
  var alignment = 1
  /// The distances from the header's begin, in bytes.
  var stamp = 0
  var size = 0
  var longID = 0
  var longStamp = 0
  var longSize = 0

  init(node: Int) { self.node = node }

  /// Recognises LTTng's headers, little-endian.
  init(_ structure: StructureClass, node: Int) {
    self.node = node
    kind = .general
    alignment = structure.alignment
    guard alignment >= 8, structure.members.count == 2,
      case .enumeration(let id) = structure.members[0].fieldClass,
      structure.members[0].role == .eventClassID,
      case .variant(let variant) = structure.members[1].fieldClass,
      variant.tag.path == [structure.members[0].rawName],
      variant.options.count == 2, variant.options[0].rawName == "compact",
      variant.options[1].rawName == "extended",
      case .structure(let short) = variant.options[0].fieldClass,
      case .structure(let long) = variant.options[1].fieldClass,
      id.container.byteOrder == .little, !id.container.isSigned
    else { return }
    guard let shortStamp = Self.stamp(short, at: id.container.size, size: nil),
      long.members.count == 2, long.members[0].role == .eventClassID,
      case .integer(let longIDClass) = long.members[0].fieldClass, longIDClass.size == 32,
      longIDClass.byteOrder == .little, !longIDClass.isSigned
    else { return }
    let longBegin = alignedUp(
      alignedUp(id.container.size, long.alignment), longIDClass.alignment)
    let rest = StructureClass(members: [long.members[1]])
    guard let longStampPlace = Self.stamp(rest, at: longBegin + 32, size: 64),
      longBegin % 8 == 0, longStampPlace.begin % 8 == 0
    else { return }
    longID = longBegin / 8
    longStamp = longStampPlace.begin / 8
    longSize = longStamp + 8
    if id.container.size == 16, shortStamp.size == 32, shortStamp.begin % 8 == 0,
      Self.maps(id, last: 65_534)
    {
      kind = .large
      stamp = shortStamp.begin / 8
      size = stamp + 4
    } else if id.container.size == 5, shortStamp.size == 27, shortStamp.begin == 5,
      Self.maps(id, last: 30)
    {
      kind = .compact
      size = 4
    }
  }

  private static func stamp(_ structure: StructureClass, at begin: Int, size: Int?)
    -> (begin: Int, size: Int)?
  {
    guard structure.members.count == 1, structure.members[0].role == .timestamp,
      case .integer(let stamp) = structure.members[0].fieldClass,
      stamp.byteOrder == .little, !stamp.isSigned, size == nil || stamp.size == size
    else { return nil }
    return (alignedUp(alignedUp(begin, structure.alignment), stamp.alignment), stamp.size)
  }

  private static func maps(_ id: EnumerationClass, last: Int64) -> Bool {
    id.mappings == [
      .init(label: "compact", lower: 0, upper: last),
      .init(label: "extended", lower: last + 1, upper: last + 1),
    ]
  }
}
