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

  @inlinable
  @inline(__always)
  func address(_ place: FieldHandle.Place) -> UnsafeRawPointer {
    unsafe pointee.base + (pointee.slots[place.slot] &>> 3 &+ place.byte)
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
    return unsafe other(field.id.index, field.kind, at: bit(field))
  }

  /// The same where a load does not do.
  ///
  /// It takes numbers: to hand over the handle, that would have to be stored at each call.
  @usableFromInline
  func other(_ node: Int, _ kind: FieldHandle.Kind, at bit: Int) -> UInt64 {
    guard kind == .integer else { return kind == .walked ? unsafe walked(node, at: bit).number : 0 }
    return unsafe pointee.nodes[node].value(pointee.base, at: bit)
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
      count = unsafe textLength(field.id.index, field.slot, field.kind, at: start)
    }
    return unsafe UnsafeRawBufferPointer(start: pointee.base + start, count: count)
  }

  @usableFromInline
  func walkedBytes(_ field: FieldHandle) -> [UInt8] { unsafe walked(field).bytes }

  /// What a field holds that only walking over it can tell.
  func walked(_ field: FieldHandle) -> ValueVisitor {
    field.kind == .walked ? unsafe walked(field.id.index, at: bit(field)) : ValueVisitor()
  }

  private func walked(_ node: Int, at bit: Int) -> ValueVisitor {
    var visitor = ValueVisitor()
    guard let reader = unsafe pointee.reader else { return visitor }
    var walker = unsafe reader.pointee.walker(at: bit)
    _ = walker.walk(node, &visitor)
    return visitor
  }

  /// The bytes of a text that begins at a byte, up to its first NUL; 0 of what is none.
  @usableFromInline
  func textLength(_ node: Int, _ slot: Int, _ kind: FieldHandle.Kind, at start: Int) -> Int {
    guard kind == .text else { return 0 }
    let node = unsafe pointee.nodes[node]
    let end =
      node.kind == .array ? start + node.fixedSize >> 3 : unsafe pointee.slots[slot &+ 1] >> 3
    let found = unsafe findNUL(pointee.base, from: start, to: end)
    return (found < 0 ? end : found) - start
  }
}
