// SPDX-License-Identifier: MIT

/// The way to read one field of one event class, found once and used for every event.
public struct FieldHandle: Sendable, Hashable {
  /// How the bits are read.
  @usableFromInline
  enum Access: UInt8, Sendable {
    case unsigned8, unsigned16, unsigned32, unsigned64
    case signed8, signed16, signed32
    /// Anything else: by the node.
    case general
  }

  /// The field.
  public let id: FieldID
  /// The event class that it belongs to.
  @usableFromInline let classIndex: Int32
  @usableFromInline let slot: Int32
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

  init(id: Int, classIndex: Int, place: FieldPlace, node: Node, isText: Bool) {
    self.id = FieldID(id)
    self.classIndex = Int32(classIndex)
    slot = place.slot
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
    guard !node.isBigEndian || node.size == 8 else { return .general }
    switch (node.size, node.isSigned) {
    case (8, false): return .unsigned8
    case (16, false): return .unsigned16
    case (32, false): return .unsigned32
    case (64, _): return .unsigned64
    case (8, true): return .signed8
    case (16, true): return .signed16
    case (32, true): return .signed32
    default: return .general
    }
  }
}
