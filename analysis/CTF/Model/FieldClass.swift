// SPDX-License-Identifier: MIT

/// The type of a field: how its bits stand in a packet and what they mean.
///
/// Both metadata languages are read into this one model.
public indirect enum FieldClass: Sendable, Equatable {
  /// A fixed-length integer.
  case integer(IntegerClass)
  /// An integer with labels for ranges of its values.
  case enumeration(EnumerationClass)
  /// An IEEE 754 number.
  case floatingPoint(FloatingPointClass)
  /// Bytes up to a NUL.
  case string
  /// Named members, one after the other.
  case structure(StructureClass)
  /// A fixed number of elements.
  case array(element: FieldClass, count: Int)
  /// As many elements as an earlier field says.
  case sequence(element: FieldClass, length: FieldLocation)
  /// One of several fields, chosen by an earlier one.
  case variant(VariantClass)

  /// The alignment in bits, relative to the start of the packet.
  public var alignment: Int {
    switch self {
    case .integer(let integer): integer.alignment
    case .enumeration(let enumeration): enumeration.container.alignment
    case .floatingPoint(let float): float.alignment
    case .string: 8
    case .structure(let structure): structure.alignment
    case .array(let element, _), .sequence(let element, _): element.alignment
    case .variant: 1
    }
  }

  /// How many field classes there are in it, all told.
  var weight: Int {
    switch self {
    case .integer, .enumeration, .floatingPoint, .string: 1
    case .structure(let structure): structure.weight
    case .array(let element, _), .sequence(let element, _): 1 + element.weight
    case .variant(let variant): variant.weight
    }
  }
}

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
    displayBase = 10
    isText = false
  }
}

/// An integer with labels.
public struct EnumerationClass: Sendable, Equatable {
  /// A label and the values that it stands for.
  public struct Mapping: Sendable, Equatable {
    /// The label.
    public var label: String
    /// The first value, as a bit pattern if the container is unsigned.
    public var lower: Int64
    /// The last value, as a bit pattern if the container is unsigned.
    public var upper: Int64
  }

  /// The integer that is stored.
  public var container: IntegerClass
  /// The labels in the order of the metadata; their ranges may overlap.
  public var mappings: [Mapping]

  /// Tells whether a mapping holds a value.
  func holds(_ mapping: Mapping, _ value: Int64) -> Bool {
    if container.isSigned { return mapping.lower <= value && value <= mapping.upper }
    let value = UInt64(bitPattern: value)
    return UInt64(bitPattern: mapping.lower) <= value && value <= UInt64(bitPattern: mapping.upper)
  }

  /// The labels of a value.
  ///
  /// - Parameter value: The value, as a bit pattern if the container is unsigned.
  /// - Returns: Those of every range that holds it, in the order of the metadata.
  public func labels(of value: Int64) -> [String] {
    mappings.filter { holds($0, value) }.map(\.label)
  }
}

/// An IEEE 754 number of 32 or 64 bits.
public struct FloatingPointClass: Sendable, Equatable {
  /// The number of bits.
  public var size: Int
  /// The alignment in bits.
  public var alignment: Int
  /// The order of the bytes.
  public var byteOrder: ByteOrder
}

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

  init(members: [Member], minimumAlignment: Int = 1) {
    self.members = members
    alignment = members.reduce(minimumAlignment) { max($0, $1.fieldClass.alignment) }
    weight = members.reduce(1) { $0 + $1.fieldClass.weight }
  }
}

/// One of several fields.
public struct VariantClass: Sendable, Equatable {
  /// Where the enumeration that chooses stands.
  public var tag: FieldLocation
  /// The fields, named as the labels of the enumeration.
  public internal(set) var options: [StructureClass.Member]
  /// How many field classes there are in it, all told.
  let weight: Int

  init(tag: FieldLocation, options: [StructureClass.Member]) {
    self.tag = tag
    self.options = options
    weight = options.reduce(1) { $0 + $1.fieldClass.weight }
  }
}

/// Where an earlier field stands that tells a length or a choice.
public struct FieldLocation: Sendable, Equatable {
  /// The names, outermost first, as the metadata has them.
  public var path: [String]
}

/// What a field of a header tells the reader.
enum FieldRole: UInt8, Sendable {
  case magic, traceUUID, streamClassID, streamInstanceID
  case packetBegin, packetEnd, contentSize, packetSize, sequenceNumber, discardedEvents, cpu
  case eventClassID, timestamp

  static let count = 13
}
