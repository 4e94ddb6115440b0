// SPDX-License-Identifier: MIT

/// The order of the bytes of a number.
public enum ByteOrder: Sendable, Equatable {
  /// Least significant byte first.
  case little
  /// Most significant byte first.
  case big
  /// As the trace says; only while metadata is being read.
  case native
}

/// An integer of 1 to 64 bits.
public struct IntegerClass: Sendable, Equatable {
  /// The number of bits.
  public var size: Int
  /// The alignment in bits.
  public var alignment: Int
  /// Whether the value is in two's complement.
  public var isSigned: Bool
  /// The order of the bytes.
  public var byteOrder: ByteOrder
  /// Whether the bits stand the other way round than the order of the bytes has it.
  public var hasReversedBits: Bool
  /// The base in which people want to see it: 2, 8, 10 or 16.
  public var displayBase: Int
  /// Whether it is a character of a text.
  public var isText: Bool
  /// The name of the clock whose value it is.
  public var clock: String?

  init(size: Int, alignment: Int = 8, isSigned: Bool = false, byteOrder: ByteOrder = .native) {
    self.size = size
    self.alignment = alignment
    self.isSigned = isSigned
    self.byteOrder = byteOrder
    hasReversedBits = false
    displayBase = 10
    isText = false
  }

  /// A byte of a text.
  static let character: IntegerClass = {
    var integer = IntegerClass(size: 8, byteOrder: .little)
    integer.isText = true
    return integer
  }()
}

/// An IEEE 754 number of 32 or 64 bits.
public struct FloatingPointClass: Sendable, Equatable {
  /// The number of bits.
  public var size: Int
  /// The alignment in bits.
  public var alignment: Int
  /// The order of the bytes.
  public var byteOrder: ByteOrder
  /// Whether the bits stand the other way round than the order of the bytes has it.
  public var hasReversedBits = false
}

/// An integer of as many bytes as it needs: seven bits in each, the least significant first.
public struct VariableLengthIntegerClass: Sendable, Equatable {
  /// Whether the value is in two's complement.
  public var isSigned = false
  /// The base in which people want to see it: 2, 8, 10 or 16.
  public var displayBase = 10
  /// The labels in the order of the metadata; their ranges may overlap.
  public var mappings: [EnumerationClass.Mapping] = []

  /// The labels of a value.
  ///
  /// - Parameter value: The value, as a bit pattern if it is unsigned.
  /// - Returns: Those of every range that holds it, in the order of the metadata.
  public func labels(of value: Int64) -> [String] {
    mappings.filter { $0.holds(value, isSigned: isSigned) }.map(\.label)
  }
}

/// Bits with names.
public struct BitMapClass: Sendable, Equatable {
  /// A name and the bits that it stands for.
  public struct Flag: Sendable, Equatable {
    /// The name.
    public var name: String
    /// The bits: bit *i* is 1 << *i*.
    public var mask: UInt64
  }

  /// The bits as an unsigned number; bit 0 is the least significant.
  public var container: IntegerClass
  /// The names in the order of the metadata; their bits may overlap.
  public var flags: [Flag]

  /// The names of the bits that are set.
  ///
  /// - Returns: Each flag with at least one bit that is set, in the order of the metadata.
  public func flags(in value: UInt64) -> [String] {
    flags.filter { $0.mask & value != 0 }.map(\.name)
  }
}
