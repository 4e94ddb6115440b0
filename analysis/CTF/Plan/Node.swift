// SPDX-License-Identifier: MIT

/// A field class in the flat form that the decoder walks: numbers only, children by index.
struct Node {
  enum Kind: UInt8 {
    case integer, enumeration, float, string, structure, array, sequence, variant
    case boolean, bitMap, variableLength, encoded, blob, optional
  }

  var kind = Kind.structure
  var isSigned = false
  var isBigEndian = false
  var isReversed = false
  var isText = false
  /// Whether a variable-length integer has labels.
  var isLabelled = false
  /// The bits of a number, or of a unit of an encoded text.
  var size = 0
  /// In bits; a power of two.
  var alignment = 1
  /// The bits from its aligned begin to its end, or −1 if they depend on the data.
  var fixedSize = -1
  /// The number of an array's elements, or of the bytes of a blob or of an encoded text of fixed
  /// size; −1 if such a text ends with a NUL.
  var count = 0
  /// Whether a length or choice in an inner dynamic scope refers to it.
  var isReferredTo = false
  /// Where its value is kept for other fields, or −1.
  var save: Int32 = -1
  /// Where the value is kept that tells a length or a choice.
  var source: Int32 = -1
  /// The first child, a member, element or option; the others follow it.
  var firstChild: Int32 = 0
  var childCount: Int32 = 0
  /// The ranges of a variant's choice, or of an optional field's presence.
  var firstRange: Int32 = 0
  var rangeCount: Int32 = 0
}

/// A range of a field's values that chooses an option of a variant, or an optional field.
struct ChoiceRange {
  var lower: Int64
  var upper: Int64
  var isSigned: Bool
  var option: Int32

  @inline(__always)
  func holds(_ value: UInt64) -> Bool {
    if isSigned {
      let value = Int64(bitPattern: value)
      return lower <= value && value <= upper
    }
    return UInt64(bitPattern: lower) <= value && value <= UInt64(bitPattern: upper)
  }
}

/// The places where the decoder keeps values: one for each role, then those that lengths and
/// choices refer to.
enum ValueSlot {
  /// The size in bits of the event's time stamp.
  static let timestampSize = FieldRole.count
  static let firstFree = FieldRole.count + 1

  static func of(_ role: FieldRole) -> Int { Int(role.rawValue) }
}

@inline(__always)
func alignedUp(_ position: Int, _ alignment: Int) -> Int {
  (position &+ (alignment &- 1)) & ~(alignment &- 1)
}
