// SPDX-License-Identifier: MIT

/// The type of a field: how its bits stand in a packet and what they mean.
///
/// Both metadata languages are read into this one model; what only CTF 2 has stands last.
public indirect enum FieldClass: Sendable, Equatable {
  /// A fixed-length integer, or a CTF 2 bit array.
  case integer(IntegerClass)
  /// An integer with labels for ranges of its values.
  case enumeration(EnumerationClass)
  /// An IEEE 754 number.
  case floatingPoint(FloatingPointClass)
  /// UTF-8 bytes up to a NUL.
  case string
  /// Named members, one after the other.
  case structure(StructureClass)
  /// A fixed number of elements; a text if they are characters.
  case array(element: FieldClass, count: Int, minimumAlignment: Int = 1)
  /// As many elements as an earlier field says; a text if they are characters.
  case sequence(element: FieldClass, length: FieldLocation, minimumAlignment: Int = 1)
  /// One of several fields, chosen by an earlier one.
  case variant(VariantClass)
  /// Bits that are false if all of them are 0.
  case boolean(IntegerClass)
  /// Bits with names.
  case bitMap(BitMapClass)
  /// An integer of as many bytes as it needs (LEB128).
  case variableLengthInteger(VariableLengthIntegerClass)
  /// A text in UTF-16 or UTF-32.
  case encodedString(EncodedStringClass)
  /// Bytes without a meaning to the reader.
  case blob(BlobClass)
  /// A field that is there or not, as an earlier one says.
  case optional(OptionalClass)

  /// The alignment in bits, relative to the start of the packet.
  public var alignment: Int {
    switch self {
    case .integer(let integer), .boolean(let integer): integer.alignment
    case .enumeration(let enumeration): enumeration.container.alignment
    case .bitMap(let map): map.container.alignment
    case .floatingPoint(let float): float.alignment
    case .string, .variableLengthInteger, .encodedString, .blob: 8
    case .structure(let structure): structure.alignment
    case .array(let element, _, let least), .sequence(let element, _, let least):
      max(element.alignment, least)
    case .variant, .optional: 1
    }
  }

  /// What people call a value.
  ///
  /// - Parameter value: The value, as a bit pattern if it is unsigned.
  /// - Returns: The labels of a value of an enumeration or of a variable-length integer with
  ///   labels, the names of the bits that are set in one of a bit map; none for other types.
  /// - Complexity: O(*n*) in the number of labels. Allocates.
  public func labels(of value: Int64) -> [String] {
    switch self {
    case .enumeration(let enumeration): enumeration.labels(of: value)
    case .variableLengthInteger(let integer): integer.labels(of: value)
    case .bitMap(let map): map.flags(in: UInt64(bitPattern: value))
    default: []
    }
  }

  /// Whether it is an array or a sequence of characters.
  var isText: Bool {
    switch self {
    case .array(.integer(let element), _, _), .sequence(.integer(let element), _, _):
      element.isText && element.size == 8 && element.alignment == 8
    default: false
    }
  }

  /// How many field classes and labels there are in it, all told.
  var weight: Int {
    switch self {
    case .enumeration(let enumeration): 1 + enumeration.mappings.count
    case .variableLengthInteger(let integer): 1 + integer.mappings.count
    case .bitMap(let map): 1 + map.flags.count
    case .structure(let structure): structure.weight
    case .array(let element, _, _), .sequence(let element, _, _): 1 + element.weight
    case .variant(let variant): variant.weight
    case .optional(let optional): 1 + optional.content.fieldClass.weight
    default: 1
    }
  }

  /// How many types it is nested deep.
  ///
  /// - Complexity: O(*d*) in the depth: structures and variants know theirs.
  var depth: Int {
    switch self {
    case .structure(let structure): structure.depth
    case .array(let element, _, _), .sequence(let element, _, _): 1 + element.depth
    case .variant(let variant): variant.depth
    case .optional(let optional): 1 + optional.content.fieldClass.depth
    default: 1
    }
  }

  /// The deepest nesting that is read.
  static let deepestNesting = 32
}
