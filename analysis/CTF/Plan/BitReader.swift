// SPDX-License-Identifier: MIT

import CByteSearch

/// Reads an unsigned number of 1 to 64 bits at any bit.
///
/// The caller has checked that the bits are there; no byte beyond the last of them is touched.
@inline(__always)
func readBits(_ base: UnsafeRawPointer, at bit: Int, size: Int, isBigEndian: Bool) -> UInt64 {
  if bit & 7 == 0 {
    let address = unsafe base + (bit >> 3)
    switch size {
    case 8: return UInt64(unsafe address.load(as: UInt8.self))
    case 16:
      let value = unsafe address.loadUnaligned(as: UInt16.self)
      return UInt64(isBigEndian ? UInt16(bigEndian: value) : UInt16(littleEndian: value))
    case 32:
      let value = unsafe address.loadUnaligned(as: UInt32.self)
      return UInt64(isBigEndian ? UInt32(bigEndian: value) : UInt32(littleEndian: value))
    case 64:
      let value = unsafe address.loadUnaligned(as: UInt64.self)
      return isBigEndian ? UInt64(bigEndian: value) : UInt64(littleEndian: value)
    default: break
    }
  }
  return unsafe readOddBits(base, at: bit, size: size, isBigEndian: isBigEndian)
}

/// Bit fields: little-endian ones fill each byte from its least significant bit, big-endian
/// ones from its most significant.
private func readOddBits(
  _ base: UnsafeRawPointer, at bit: Int, size: Int, isBigEndian: Bool
) -> UInt64 {
  var value: UInt64 = 0
  var taken = 0
  while taken < size {
    let position = bit + taken
    let byte = UInt64(unsafe base.load(fromByteOffset: position >> 3, as: UInt8.self))
    let inByte = position & 7
    let count = min(8 - inByte, size - taken)
    let mask = (UInt64(1) << UInt64(count)) - 1
    if isBigEndian {
      value = value << UInt64(count) | byte >> UInt64(8 - inByte - count) & mask
    } else {
      value |= (byte >> UInt64(inByte) & mask) << UInt64(taken)
    }
    taken += count
  }
  return value
}

@inline(__always)
func signExtended(_ value: UInt64, size: Int) -> UInt64 {
  let shift = UInt64(64 &- size)
  return UInt64(bitPattern: Int64(bitPattern: value &<< shift) &>> Int64(shift))
}

/// Turns the lowest `size` bits round.
private func reversed(_ value: UInt64, size: Int) -> UInt64 {
  var rest = value
  var result: UInt64 = 0
  for _ in 0..<size {
    result = result << 1 | rest & 1
    rest >>= 1
  }
  return result
}

extension Node {
  @inline(__always)
  private func bits(_ base: UnsafeRawPointer, at bit: Int) -> UInt64 {
    let value = unsafe readBits(base, at: bit, size: size, isBigEndian: isBigEndian)
    return isReversed ? reversed(value, size: size) : value
  }

  /// The value of an integer or enumeration, sign-extended if it is signed.
  @inline(__always)
  func value(_ base: UnsafeRawPointer, at bit: Int) -> UInt64 {
    let value = unsafe bits(base, at: bit)
    return isSigned ? signExtended(value, size: size) : value
  }

  /// The value of a floating-point number.
  func double(_ base: UnsafeRawPointer, at bit: Int) -> Double {
    let bits = unsafe bits(base, at: bit)
    return size == 32
      ? Double(Float(bitPattern: UInt32(truncatingIfNeeded: bits))) : Double(bitPattern: bits)
  }
}

/// The position of the first NUL in `start..<end`, or −1.
///
/// Sixteen bytes at a time, never touching a byte from `end` on: for the short strings of events
/// this is faster than a call of `memchr`.
@inline(__always)
func findNUL(_ base: UnsafeRawPointer, from start: Int, to end: Int) -> Int {
  var position = start
  while position &+ 16 <= end {
    let zeros = unsafe ractrace_zero_bytes(base + position)
    if zeros != 0 { return position &+ zeros.trailingZeroBitCount }
    position &+= 16
  }
  return unsafe findNULNearEnd(base, from: position, to: end)
}

@inline(never)
private func findNULNearEnd(_ base: UnsafeRawPointer, from start: Int, to end: Int) -> Int {
  var position = start
  while position &+ 8 <= end {
    let word = UInt64(
      littleEndian: unsafe base.loadUnaligned(fromByteOffset: position, as: UInt64.self))
    let zeros = (word &- 0x0101_0101_0101_0101) & ~word & 0x8080_8080_8080_8080
    if zeros != 0 { return position &+ (zeros.trailingZeroBitCount &>> 3) }
    position &+= 8
  }
  while position < end {
    if unsafe base.load(fromByteOffset: position, as: UInt8.self) == 0 { return position }
    position &+= 1
  }
  return -1
}
