// SPDX-License-Identifier: MIT

/// The event that a stream's reader is at, in memory of its own, so that a record of it is no more
/// than its address.
@usableFromInline
@safe struct CurrentEvent {
  /// In ns since 1970.
  @usableFromInline var timestamp: Int64
  @usableFromInline var classIndex = 0
  @usableFromInline let streamIndex: Int
  /// The begin of the packet.
  @usableFromInline var base: UnsafeRawPointer
  /// The positions of the fields, in bits from there.
  @usableFromInline let slots: UnsafeMutablePointer<Int>
  let nodes: UnsafePointer<Node>
  /// Until when damage that any of a cursor's readers has met may hide events, in ns since 1970.
  @usableFromInline let damageEnd: UnsafeMutablePointer<Int64>
  /// Whose event it is.
  var reader: UnsafePointer<StreamReader>?
}

// Written for the address: a method of the value would copy all of it.
extension UnsafePointer where Pointee == CurrentEvent {
  /// Where a field stands, in bits from the packet's begin.
  @inlinable
  @inline(__always)
  func bit(_ field: FieldHandle) -> Int {
    unsafe pointee.slots[field.slot] &+ field.bitOffset
  }

  /// The value of an integer or an enumeration; a negative one as its bit pattern.
  @inlinable
  @inline(__always)
  func unsigned(_ field: FieldHandle) -> UInt64 {
    let address = unsafe pointee.base + bit(field) &>> 3
    if field.access == .word64 {
      return unsafe address.loadUnaligned(as: UInt64.self).littleEndian
    }
    if field.access == .signed32 {
      return UInt64(bitPattern: Int64(unsafe address.loadUnaligned(as: Int32.self).littleEndian))
    }
    return unsafe other(field)
  }

  @usableFromInline
  func other(_ field: FieldHandle) -> UInt64 {
    guard field.kind == .integer else { return unsafe walked(field).number }
    return unsafe pointee.nodes[field.id.index].value(pointee.base, at: bit(field))
  }

  /// The bytes of a string, a text array or a text sequence, up to its first NUL.
  @inlinable
  @inline(__always)
  func bytes(_ field: FieldHandle) -> UnsafeRawBufferPointer {
    let start = unsafe bit(field) &>> 3
    let count: Int
    if field.kind == .string {
      count = unsafe pointee.slots[field.slot &+ 1] &>> 3 &- start &- 1
    } else {
      count = unsafe textLength(field)
    }
    return unsafe UnsafeRawBufferPointer(start: pointee.base + start, count: count)
  }

  @usableFromInline
  func walkedBytes(_ field: FieldHandle) -> [UInt8] { unsafe walked(field).bytes }

  /// What a field holds that only walking over it can tell.
  func walked(_ field: FieldHandle) -> ValueVisitor {
    var visitor = ValueVisitor()
    guard field.kind == .walked, let reader = unsafe pointee.reader else { return visitor }
    var walker = unsafe reader.pointee.walker(at: bit(field))
    _ = walker.walk(field.id.index, &visitor)
    return visitor
  }

  @usableFromInline
  func textLength(_ field: FieldHandle) -> Int {
    guard field.kind == .text else { return 0 }
    let start = unsafe bit(field)
    let node = unsafe pointee.nodes[field.id.index]
    let end =
      node.kind == .array ? start + node.fixedSize : unsafe pointee.slots[field.slot &+ 1]
    let found = unsafe findNUL(pointee.base, from: start >> 3, to: end >> 3)
    return (found < 0 ? end >> 3 : found) - start >> 3
  }
}
