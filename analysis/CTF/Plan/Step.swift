// SPDX-License-Identifier: MIT

/// A step of the program that takes the reader from an event's header to its end.
///
/// A step leaves the position of its field, in bits from the packet's begin, in `slot`; one
/// that goes over a field of varying size leaves the position behind it in the next slot.
struct Step {
  enum Kind: UInt8 {
    /// Aligns, and goes over a run of fields of fixed size.
    case fixed
    /// Keeps the value of an integer that a later length or choice refers to.
    case keep
    /// Goes behind the next NUL.
    case string
    /// Goes over elements of fixed size.
    case sequence
    /// Goes over a field of any kind.
    case walk
  }

  var kind: Kind
  var slot: Int32
  /// The node of the field: not for `fixed`.
  var node: Int32 = 0
  var alignment = 1
  /// `fixed`: bits of the run; `keep`: bits from the slot's position; `sequence`: bits from
  /// element to element.
  var size = 0
  /// `sequence`: the bits of the last element.
  var lastSize = 0
  /// `sequence`: where the length is kept.
  var source: Int32 = 0
}

/// Where a field stands in an event: bits behind a slot's position.
struct FieldPlace {
  var slot: Int32
  var offset: Int
}
