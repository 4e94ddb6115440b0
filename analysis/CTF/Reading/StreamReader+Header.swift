// SPDX-License-Identifier: MIT

extension StreamReader {
  /// Reads a header of any kind.
  ///
  /// - Returns: False if it does not fit, or if the metadata does not declare the event.
  @inline(never)
  mutating func readHeader() -> Bool {
    let begin = alignedUp(position, plan.header.alignment)
    switch plan.header.kind {
    case .large:
      let stamp = alignedUp(begin &+ 16, plan.header.shortAlignment)
      guard stamp &+ 32 <= limit else { return failHeader() }
      let id = unsafe base.loadUnaligned(fromByteOffset: begin >> 3, as: UInt16.self).littleEndian
      guard id != .max else { return readLongHeader(begin) }
      let low = unsafe base.loadUnaligned(fromByteOffset: stamp >> 3, as: UInt32.self).littleEndian
      advanceClock(UInt64(low), size: 32)
      position = stamp &+ 32
      return choose(UInt64(id))
    case .compact:
      guard begin &+ 32 <= limit else { return failHeader() }
      let word = unsafe base.loadUnaligned(fromByteOffset: begin >> 3, as: UInt32.self).littleEndian
      guard word & 31 != 31 else { return readLongHeader(begin) }
      advanceClock(UInt64(word >> 5), size: 27)
      position = begin &+ 32
      return choose(UInt64(word & 31))
    case .general, .none: return readGeneralHeader()
    }
  }

  private mutating func readLongHeader(_ begin: Int) -> Bool {
    let start = alignedUp(begin &+ plan.header.idSize, plan.header.longAlignment)
    let stamp = start &+ plan.header.longStamp
    guard stamp &+ 64 <= limit else { return failHeader() }
    advanceClock(
      unsafe base.loadUnaligned(fromByteOffset: stamp >> 3, as: UInt64.self).littleEndian, size: 64)
    position = stamp &+ 64
    let id = unsafe base.loadUnaligned(fromByteOffset: start >> 3, as: UInt32.self).littleEndian
    return choose(UInt64(id))
  }

  private mutating func readGeneralHeader() -> Bool {
    guard plan.header.node >= 0 else { return choose(0) }
    unsafe values[ValueSlot.of(.eventClassID)] = 0
    unsafe values[ValueSlot.timestampSize] = 0
    var walker = walker(at: position)
    var visitor = NoVisitor()
    guard walker.walk(plan.header.node, &visitor) else { return failHeader() }
    position = walker.position
    budget = walker.budget
    let size = unsafe values[ValueSlot.timestampSize]
    if size > 0 { advanceClock(unsafe values[ValueSlot.of(.timestamp)], size: size) }
    return choose(unsafe values[ValueSlot.of(.eventClassID)])
  }

  @inline(never)
  mutating func failHeader() -> Bool {
    report(.badEvent, "an event's header does not fit into its packet")
    return false
  }

  /// CTF 1.8.3 §8: a short stamp replaces the low bits, which wrap at most once in between.
  @inline(__always)
  mutating func advanceClock(_ stamp: UInt64, size: UInt64) {
    if size >= 64 {
      cycles = stamp
    } else {
      let mask = (UInt64(1) &<< size) &- 1
      if stamp < cycles & mask { cycles &+= mask &+ 1 }
      cycles = cycles & ~mask | stamp & mask
    }
    timestamp = plan.scale.nanoseconds(of: cycles)
  }
}
