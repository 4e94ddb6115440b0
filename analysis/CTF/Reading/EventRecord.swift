// SPDX-License-Identifier: MIT

/// One event, as long as the call that hands it out.
///
/// Its fields are read out of the mapped file when they are asked for; nothing is allocated.
@safe public struct EventRecord: ~Copyable {
  /// When it happened, in ns since 1970.
  public let timestamp: Int64
  /// The index of its class in ``CTFTraceSet/eventClasses``.
  public let classIndex: Int
  /// The index of its stream in ``CTFTraceSet/streams``.
  public let streamIndex: Int

  @usableFromInline let base: UnsafeRawPointer
  @usableFromInline let slots: UnsafePointer<Int>
  private let reader: UnsafePointer<StreamReader>
  private let nodes: UnsafePointer<Node>

  @inline(__always)
  init(_ reader: UnsafePointer<StreamReader>, _ nodes: UnsafePointer<Node>) {
    unsafe self.reader = reader
    unsafe self.nodes = nodes
    timestamp = unsafe reader.pointee.timestamp
    classIndex = unsafe reader.pointee.classPlan.pointee.classIndex
    streamIndex = unsafe reader.pointee.streamIndex
    unsafe base = reader.pointee.base
    unsafe slots = UnsafePointer(reader.pointee.slots)
  }

  /// Until when damage that was met so far may hide events, in ns since 1970: nothing before is to
  /// be paired with this event.
  ///
  /// The least number there is as long as there was none; what ``CTFTraceSet/trust`` tells of
  /// damage is not in it.
  public var damageEnd: Int64 { unsafe reader.pointee.damageEnd.pointee }

  /// Where the field begins, in bits from the begin of the packet.
  @inlinable
  func bit(_ field: FieldHandle) -> Int {
    precondition(
      Int(field.classIndex) == classIndex, "a FieldHandle reads only events of its own class")
    return unsafe slots[Int(field.slot)] &+ field.bitOffset
  }

  /// The value of an integer, an enumeration, a boolean or a bit map, as an unsigned number; 0 if
  /// the field is none of these.
  ///
  /// A negative value is given as its bit pattern.
  @inlinable
  public func unsigned(_ field: FieldHandle) -> UInt64 {
    let bit = bit(field)
    let address = unsafe base + (bit &>> 3)
    switch field.access {
    case .unsigned8: return UInt64(unsafe address.load(as: UInt8.self))
    case .unsigned16: return UInt64(unsafe address.loadUnaligned(as: UInt16.self).littleEndian)
    case .unsigned32: return UInt64(unsafe address.loadUnaligned(as: UInt32.self).littleEndian)
    case .unsigned64: return unsafe address.loadUnaligned(as: UInt64.self).littleEndian
    case .signed8: return UInt64(bitPattern: Int64(unsafe address.load(as: Int8.self)))
    case .signed16:
      return UInt64(bitPattern: Int64(unsafe address.loadUnaligned(as: Int16.self).littleEndian))
    case .signed32:
      return UInt64(bitPattern: Int64(unsafe address.loadUnaligned(as: Int32.self).littleEndian))
    case .general: return general(field)
    }
  }

  /// The value of an integer or an enumeration, as a signed number; 0 if the field is neither.
  @inlinable
  public func signed(_ field: FieldHandle) -> Int64 { Int64(bitPattern: unsigned(field)) }

  @usableFromInline
  func general(_ field: FieldHandle) -> UInt64 {
    guard field.kind == .integer else { return walked(field).number }
    return unsafe nodes[field.id.index].value(base, at: bit(field))
  }

  /// The value of a floating-point number; NaN if the field is none.
  public func double(_ field: FieldHandle) -> Double {
    guard field.kind == .float else { return walked(field).double }
    return unsafe nodes[field.id.index].double(base, at: bit(field))
  }

  /// Hands out the bytes of a string, a text array or a text sequence, up to its first NUL, of a
  /// blob, or of the UTF-8 of another text; none if the field is none of these.
  ///
  /// Blobs and texts that are not UTF-8 are copied, which allocates.
  ///
  /// - Parameters:
  ///   - field: The field.
  ///   - body: Receives a view of the file that it cannot keep.
  /// - Returns: What `body` returns.
  /// - Throws: What `body` throws.
  @inlinable
  public func withBytes<R, E: Error>(
    _ field: FieldHandle, _ body: (RawSpan) throws(E) -> R
  ) throws(E) -> R {
    let start = bit(field) &>> 3
    if field.kind == .walked { return try body(unsafe walkedBytes(field).span.bytes) }
    if field.kind == .string {
      let end = unsafe slots[Int(field.slot) &+ 1] &>> 3
      let bytes = unsafe UnsafeRawBufferPointer(start: base + start, count: end &- start &- 1)
      return try body(unsafe bytes.bytes)
    }
    let bytes = unsafe UnsafeRawBufferPointer(start: base + start, count: textLength(field))
    return try body(unsafe bytes.bytes)
  }

  @usableFromInline
  func textLength(_ field: FieldHandle) -> Int {
    guard field.kind == .text else { return 0 }
    let start = bit(field)
    let node = unsafe nodes[field.id.index]
    let end =
      node.kind == .array ? start + node.fixedSize : unsafe slots[Int(field.slot) &+ 1]
    let found = unsafe findNUL(base, from: start >> 3, to: end >> 3)
    return (found < 0 ? end >> 3 : found) - start >> 3
  }

  @usableFromInline
  func walkedBytes(_ field: FieldHandle) -> [UInt8] { walked(field).bytes }

  /// What a field holds that only walking over it can tell.
  private func walked(_ field: FieldHandle) -> ValueVisitor {
    var visitor = ValueVisitor()
    guard field.kind == .walked else { return visitor }
    var walker = unsafe reader.pointee.walker(at: bit(field))
    _ = walker.walk(field.id.index, &visitor)
    return visitor
  }

  /// The text of a string, a text array or a text sequence; wrong UTF-8 is mended.
  ///
  /// - Complexity: Allocates.
  public func string(_ field: FieldHandle) -> String {
    withBytes(field) { bytes in
      unsafe bytes.withUnsafeBytes { unsafe String(decoding: $0, as: UTF8.self) }
    }
  }

  /// Visits the contexts, then the payload, each as a structure.
  ///
  /// A class that declares no fields at a place gives no structure there.
  public func visit(_ visitor: inout some FieldVisitor) {
    let plan = unsafe reader.pointee.classPlan.pointee
    var walker = unsafe reader.pointee.walker(at: reader.pointee.bodyPosition)
    if plan.contextNode >= 0, !walker.walk(plan.contextNode, &visitor) { return }
    if plan.ownContextNode >= 0, !walker.walk(plan.ownContextNode, &visitor) { return }
    if plan.payloadNode >= 0 { _ = walker.walk(plan.payloadNode, &visitor) }
  }
}
