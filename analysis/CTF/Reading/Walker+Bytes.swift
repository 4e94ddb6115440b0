// SPDX-License-Identifier: MIT

/// Fields that are runs of bytes, and end where their bytes or another field say.
extension Walker {
  /// Goes over a string, an encoded text or a blob; the position is aligned.
  mutating func bytes<V: FieldVisitor>(_ index: Int, _ visitor: inout V) -> Bool {
    let node = unsafe nodes[index]
    let start = position >> 3
    guard let (end, next) = extent(node, from: start) else { return false }
    position = next << 3
    guard V.self != NoVisitor.self else { return true }
    let bytes = unsafe view(from: start, to: end)
    let id = FieldID(index)
    switch node.kind {
    case .blob: unsafe visitor.blob(bytes.bytes, id)
    case .encoded:
      let text = unsafe node.utf8(bytes)
      unsafe visitor.text(text.span.bytes, id)
    default: unsafe visitor.text(bytes.bytes, id)
    }
    return true
  }

  /// The end of the bytes, and where the next field may begin.
  private func extent(_ node: Node, from start: Int) -> (end: Int, next: Int)? {
    let byteLimit = limit >> 3
    if node.kind == .string {
      let end = unsafe findNUL(base, from: start, to: byteLimit)
      return end < 0 ? nil : (end, end + 1)
    }
    if node.count < 0 {
      let unit = node.size >> 3
      var end = start
      while end + unit <= byteLimit {
        if unsafe node.unit(base, at: end) == 0 { return (end, end + unit) }
        end += unit
      }
      return nil
    }
    let count = node.source < 0 ? UInt64(node.count) : unsafe values[Int(node.source)]
    guard count <= UInt64(byteLimit - start) else { return nil }
    return (start + Int(count), start + Int(count))
  }

  /// Goes over a variable-length integer.
  ///
  /// - Returns: False if it does not end in the packet, or if its value needs more than 64 bits.
  mutating func variableLength<V: FieldVisitor>(_ index: Int, _ visitor: inout V) -> Bool {
    let node = unsafe nodes[index]
    let start = position
    guard let value = takeLEB128(isSigned: node.isSigned) else { return false }
    if node.save >= 0 { keep(value, at: node.save, size: (position - start) / 8 * 7) }
    let id = FieldID(index)
    if node.isLabelled {
      visitor.enumeration(Int64(bitPattern: value), id)
    } else if node.isSigned {
      visitor.signed(Int64(bitPattern: value), id)
    } else {
      visitor.unsigned(value, id)
    }
    return true
  }

  private mutating func takeLEB128(isSigned: Bool) -> UInt64? {
    var value: UInt64 = 0
    var shift: UInt64 = 0
    var byte = position >> 3
    while byte < limit >> 3 {
      let next = UInt64(unsafe base.load(fromByteOffset: byte, as: UInt8.self))
      byte += 1
      let bits = next & 0x7f
      if shift < 63 {
        value |= bits << shift
      } else if shift == 63 {
        value |= bits << 63
        guard bits == 0 || bits == (isSigned ? 0x7f : 1) else { return nil }
      } else {
        // Further bytes may only repeat the sign.
        let isNegative = isSigned && value >> 63 == 1
        guard bits == (isNegative ? 0x7f : 0) else { return nil }
      }
      shift = min(shift + 7, 70)
      if next & 0x80 == 0 {
        if isSigned, shift < 64, bits & 0x40 != 0 { value |= ~0 << shift }
        position = byte << 3
        return value
      }
    }
    return nil
  }
}

extension Node {
  /// A unit of an encoded text.
  @inline(__always)
  func unit(_ base: UnsafeRawPointer, at byte: Int) -> UInt32 {
    UInt32(
      truncatingIfNeeded: unsafe readBits(base, at: byte << 3, size: size, isBigEndian: isBigEndian)
    )
  }

  /// The UTF-8 of an encoded text up to its first NUL; what is wrong in it becomes U+FFFD.
  func utf8(_ bytes: UnsafeRawBufferPointer) -> [UInt8] {
    guard let base = bytes.baseAddress else { return [] }
    var units: [UInt32] = []
    units.reserveCapacity(bytes.count / (size >> 3))
    for byte in stride(from: 0, through: bytes.count - (size >> 3), by: size >> 3) {
      let unit = unsafe self.unit(base, at: byte)
      guard unit != 0 else { break }
      units.append(unit)
    }
    let text =
      size == 16
      ? String(decoding: units.lazy.map { UInt16(truncatingIfNeeded: $0) }, as: UTF16.self)
      : String(decoding: units, as: UTF32.self)
    return Array(text.utf8)
  }
}
