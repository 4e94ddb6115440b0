// SPDX-License-Identifier: MIT

/// Events of the contract that were kept as they are, field by field, to be read again as a trace
/// where a neighbouring part is at hand.
///
/// The streams of a rotated chunk do not end at one time: what lies where chunks overlap has no
/// place in the order of time until both are there.
public struct CarriedEvents: Codable, Sendable, Equatable {
  /// How a field is written.
  enum FieldKind: String, Codable, Sendable {
    case unsigned
    case signed
    case floatingPoint = "float"
    case text
  }

  /// A field of an event class.
  struct Field: Codable, Sendable, Hashable {
    var name: String
    var kind: FieldKind

    /// Whether the name can stand in metadata: those of the contract do.
    var isPlain: Bool {
      !name.isEmpty && name.utf8.count <= 64
        && name.utf8.allSatisfy { byte in
          byte == 0x5F || 0x30...0x39 ~= byte || 0x41...0x5A ~= byte || 0x61...0x7A ~= byte
        }
    }
  }

  /// An event class: the kind of its events and all that they hold.
  struct Class: Codable, Sendable, Hashable {
    var name: String
    /// Which of the trace's channels its events are written to: losses concern one.
    var channel: UInt64
    var context: [Field]
    var payload: [Field]
  }

  /// A trace that events come from.
  struct Origin: Codable, Sendable, Equatable {
    /// The UUID as 32 hexadecimal digits; nil if the trace has none.
    var uuid: String?
    var host: String?
    /// The process of the whole trace, if its buffers belong to one.
    var vpid: Int64?
    var procname: String?
    /// The events in the order of time.
    var events = CarriedBytes()
  }

  /// The classes of all events.
  var classes: [Class] = []
  /// The traces that have any.
  var origins: [Origin] = []

  /// None.
  public init() {}

  /// Whether there are none.
  public var isEmpty: Bool { origins.allSatisfy { $0.events.bytes.isEmpty } }
  /// How many bytes they take.
  public var size: Int { origins.reduce(0) { $0 + $1.events.bytes.count } }
}

/// Bytes that are written down as hexadecimal digits.
struct CarriedBytes: Codable, Sendable, Equatable {
  var bytes: [UInt8] = []

  init() {}

  init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    let text = Array(try container.decode(String.self).utf8)
    func digit(_ byte: UInt8) -> UInt8? {
      Character(Unicode.Scalar(byte)).hexDigitValue.map(UInt8.init)
    }
    guard text.count.isMultiple(of: 2) else {
      throw DecodingError.dataCorruptedError(in: container, debugDescription: "half a byte")
    }
    bytes.reserveCapacity(text.count / 2)
    for index in stride(from: 0, to: text.count, by: 2) {
      guard let high = digit(text[index]), let low = digit(text[index + 1]) else {
        throw DecodingError.dataCorruptedError(
          in: container, debugDescription: "no hexadecimal digits")
      }
      bytes.append(high << 4 | low)
    }
  }

  func encode(to encoder: any Encoder) throws {
    let digits = Array("0123456789abcdef".utf8)
    var text: [UInt8] = []
    text.reserveCapacity(bytes.count * 2)
    for byte in bytes {
      text.append(digits[Int(byte >> 4)])
      text.append(digits[Int(byte & 15)])
    }
    var container = encoder.singleValueContainer()
    try container.encode(String(decoding: text, as: UTF8.self))
  }

  mutating func append<Number: FixedWidthInteger>(_ number: Number) {
    Swift.withUnsafeBytes(of: number.littleEndian) { bytes.append(contentsOf: $0) }
  }

  /// The number at a place, which is there.
  func number<Number: FixedWidthInteger>(at place: Int, _ type: Number.Type) -> Number {
    bytes.withUnsafeBytes {
      Number(littleEndian: $0.loadUnaligned(fromByteOffset: place, as: Number.self))
    }
  }
}
