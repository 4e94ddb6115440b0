// SPDX-License-Identifier: MIT

/// Writes numbers of any size at any bit, as CTF lays them out.
struct BitWriter {
  let isBigEndian: Bool
  private(set) var bytes: [UInt8] = []
  /// How many bits have been written.
  private(set) var position = 0

  init(isBigEndian: Bool) { self.isBigEndian = isBigEndian }

  mutating func align(to alignment: Int) {
    while position % alignment != 0 { put(bit: 0) }
  }

  /// Little-endian bits fill a byte from its least significant one, big-endian from the most.
  private mutating func put(bit: UInt64, isBigEndian: Bool = false) {
    if position % 8 == 0 { bytes.append(0) }
    let shift = isBigEndian ? 7 - position % 8 : position % 8
    bytes[position / 8] |= UInt8(bit & 1) << UInt8(shift)
    position += 1
  }

  mutating func number(_ value: UInt64, size: Int, alignment: Int, isBigEndian: Bool? = nil) {
    align(to: alignment)
    let isBig = isBigEndian ?? self.isBigEndian
    for bit in 0..<size {
      put(bit: value >> UInt64(isBig ? size - 1 - bit : bit), isBigEndian: isBig)
    }
  }

  mutating func text(_ text: [UInt8]) {
    align(to: 8)
    bytes += text
    position += text.count * 8
  }

  /// Writes over a number that stands at a byte.
  mutating func patch(_ value: UInt64, size: Int, at bit: Int) {
    var number = BitWriter(isBigEndian: isBigEndian)
    number.number(value, size: size, alignment: 8)
    bytes.replaceSubrange(bit / 8..<(bit + size) / 8, with: number.bytes)
  }
}
