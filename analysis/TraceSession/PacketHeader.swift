// SPDX-License-Identifier: MIT

import Glibc

/// The part of a packet's header that tells packets apart.
///
/// LTTng-UST writes it always in the same layout and in the machine's byte order; all else about
/// a trace is the reader's business, which is another module.
struct PacketHeader: Equatable {
  /// What makes a packet the same packet, wherever it lies.
  struct Identity: Hashable {
    var trace: [UInt8]
    var streamClass: UInt32
    var stream: UInt64
    var number: UInt64

    /// The same for all packets of a ring buffer.
    var buffer: Identity {
      Identity(trace: trace, streamClass: streamClass, stream: stream, number: .max)
    }
  }

  var identity: Identity
  /// Where it begins in its file, in bytes.
  var offset: Int
  /// How much of it is used, in bytes, the header included.
  var contentSize: Int
  /// How much room it takes in its file, in bytes.
  var size: Int
  /// Whether it was never finished, so that its end and its counter were not written.
  var isUnfinished: Bool
  /// The low half of the counter of discarded events, which is all that a 32-bit program has.
  var discarded: UInt32

  /// Where the low half of the counter lies, on machines that put it first.
  static let discardedOffset = 72
  static let length = 84
  static let magic: UInt32 = 0xC1FC_1FC1

  /// All packets of a stream's file, up to the first that makes no sense.
  static func all(in path: String) -> [PacketHeader] {
    guard let size = File.size(path) else { return [] }
    var result: [PacketHeader] = []
    var offset = 0
    while size - offset >= length,
      let bytes = File.bytes(path, from: offset, limit: length), bytes.count == length,
      let header = PacketHeader(bytes, offset: offset), header.size <= size - offset
    {
      result.append(header)
      offset += header.size
    }
    return result
  }

  init?(_ bytes: [UInt8], offset: Int) {
    func number<Number: FixedWidthInteger>(_ start: Int, _ type: Number.Type) -> Number {
      bytes.withUnsafeBytes { $0.loadUnaligned(fromByteOffset: start, as: type) }
    }
    guard bytes.count == Self.length, number(0, UInt32.self) == Self.magic else { return nil }
    let content = number(48, UInt64.self)
    let size = number(56, UInt64.self)
    guard content <= size, content >= UInt64(Self.length) * 8, size < 1 << 40 else { return nil }
    identity = Identity(
      trace: Array(bytes[4..<20]), streamClass: number(20, UInt32.self),
      stream: number(24, UInt64.self), number: number(64, UInt64.self))
    self.offset = offset
    contentSize = Int(content / 8)
    self.size = Int(size / 8)
    isUnfinished = number(40, UInt64.self) == 0
    discarded = number(Self.discardedOffset, UInt32.self).littleEndian
  }
}
