// SPDX-License-Identifier: MIT

/// The way to read one field of one event class, found once and used for every event of it.
///
/// It belongs to the ``CTFTraceSet`` whose ``EventClass`` gave it, and to that class; a record of
/// another class traps.
public struct FieldHandle: Sendable, Hashable {
  /// How the bits are read.
  @usableFromInline
  enum Access: UInt8, Sendable {
    /// A little-endian integer of 64 bits at a whole byte.
    case word64
    /// A signed little-endian integer of 32 bits at a whole byte.
    case signed32
    /// Anything else: by the node.
    case general
  }

  /// The field.
  public let id: FieldID
  /// The event class that it belongs to.
  @usableFromInline let classIndex: Int32
  @usableFromInline let slot: Int
  @usableFromInline let bitOffset: Int
  @usableFromInline let access: Access
  @usableFromInline let kind: Kind

  /// What kind of field it is.
  @usableFromInline
  enum Kind: UInt8, Sendable {
    case integer, float, string, text, compound
    /// What CTF 2 alone has and needs more than a load: by walking over the field.
    case walked
  }

  /// Where its bytes begin, if it is a little-endian integer of 64 bits.
  package var word: Place? { access == .word64 ? place : nil }
  /// Where its bytes begin, if it is a signed little-endian integer of 32 bits.
  package var signedHalf: Place? { access == .signed32 ? place : nil }
  /// Where its bytes begin, if it is a string.
  package var text: Place? { kind == .string ? place : nil }

  private var place: Place? {
    bitOffset % 8 == 0 ? Place(slot: slot, byte: bitOffset / 8) : nil
  }

  /// Where a field's bytes begin: so many behind those of a slot.
  @usableFromInline
  package struct Place: Sendable {
    @usableFromInline let slot: Int
    @usableFromInline let byte: Int

    /// How many bytes behind it another place is; nil if that differs from event to event.
    package func distance(to other: Place) -> Int? {
      slot == other.slot ? other.byte - byte : nil
    }
  }

  init(id: Int, classIndex: Int, place: FieldPlace, node: Node, isText: Bool) {
    self.id = FieldID(id)
    self.classIndex = Int32(classIndex)
    slot = Int(place.slot)
    bitOffset = place.offset
    switch node.kind {
    case .integer, .enumeration, .boolean, .bitMap: kind = .integer
    case .float: kind = .float
    case .string: kind = .string
    case .array, .sequence: kind = isText ? .text : .compound
    case .structure, .variant: kind = .compound
    case .variableLength, .encoded, .blob, .optional: kind = .walked
    }
    access = Self.access(node)
  }

  private static func access(_ node: Node) -> Access {
    switch node.kind {
    case .integer, .enumeration, .boolean, .bitMap: break
    default: return .general
    }
    guard node.alignment >= 8, !node.isReversed else { return .general }
    switch (node.size, node.isSigned, node.isBigEndian) {
    case (64, _, false): return .word64
    case (32, true, false): return .signed32
    default: return .general
    }
  }
}
