// SPDX-License-Identifier: MIT

/// Writes numbers of any size at any bit, as CTF lays them out.
package struct BitWriter {
  package let isBigEndian: Bool
  package private(set) var bytes: [UInt8] = []
  /// How many bits have been written.
  package private(set) var position = 0

  package init(isBigEndian: Bool) { self.isBigEndian = isBigEndian }

  /// Writes zero bits up to a multiple of the alignment.
  package mutating func align(to alignment: Int) {
    while position % alignment != 0 { put(bit: 0) }
  }

  /// Little-endian bits fill a byte from its least significant one, big-endian from the most.
  private mutating func put(bit: UInt64, isBigEndian: Bool = false) {
    if position % 8 == 0 { bytes.append(0) }
    let shift = isBigEndian ? 7 - position % 8 : position % 8
    bytes[position / 8] |= UInt8(bit & 1) << UInt8(shift)
    position += 1
  }

  /// Writes the low bits of a number, in the trace's byte order unless told otherwise.
  package mutating func number(
    _ value: UInt64, size: Int, alignment: Int, isBigEndian: Bool? = nil
  ) {
    align(to: alignment)
    let isBig = isBigEndian ?? self.isBigEndian
    for bit in 0..<size {
      put(bit: value >> UInt64(isBig ? size - 1 - bit : bit), isBigEndian: isBig)
    }
  }

  /// Writes bytes at the next byte.
  package mutating func text(_ text: [UInt8]) {
    align(to: 8)
    bytes += text
    position += text.count * 8
  }

  /// The bytes of a number of whole bytes.
  package static func bytes(of value: UInt64, size: Int, isBigEndian: Bool) -> [UInt8] {
    var writer = BitWriter(isBigEndian: isBigEndian)
    writer.number(value, size: size, alignment: 8)
    return writer.bytes
  }

  /// Writes over a number that stands at a byte.
  package mutating func patch(_ value: UInt64, size: Int, at bit: Int) {
    bytes.replaceSubrange(
      bit / 8..<(bit + size) / 8,
      with: Self.bytes(of: value, size: size, isBigEndian: isBigEndian))
  }
}
