// SPDX-License-Identifier: MIT

/// One event, as long as the call that hands it out.
///
/// Its fields are read out of the packet when they are asked for. Nothing is allocated, but for
/// strings, and for what CTF 2 alone has: blobs, and texts in UTF-16 or UTF-32.
///
/// A ``FieldHandle`` of another event class traps: compare ``classIndex`` first, or keep the handles
/// by it. Events of one name may be of several classes.
@safe public struct EventRecord: ~Copyable {
  @usableFromInline let current: UnsafePointer<CurrentEvent>

  @inlinable
  @inline(__always)
  init(_ current: UnsafePointer<CurrentEvent>) { unsafe self.current = unsafe current }

  /// When it happened, in ns since 1970.
  @inlinable public var timestamp: Int64 { unsafe current.pointee.timestamp }
  /// The index of its class in ``CTFTraceSet/eventClasses``.
  @inlinable public var classIndex: Int { unsafe current.pointee.classIndex }
  /// The index of its stream in ``CTFTraceSet/streams``.
  @inlinable public var streamIndex: Int { unsafe current.pointee.streamIndex }

  /// Until when damage that was met so far may hide events, in ns since 1970: nothing before is to
  /// be paired with this event.
  ///
  /// The least number there is as long as there was none; what ``CTFTraceSet/trust`` tells of
  /// damage is not in it.
  @inlinable public var damageEnd: Int64 { unsafe current.pointee.damageEnd.pointee }

  /// The value of an integer, an enumeration, a boolean or a bit map, as an unsigned number; 0 if
  /// the field is none of these.
  ///
  /// A negative value is given as its bit pattern.
  ///
  /// - Precondition: The field is one of the event's class.
  @inlinable
  @inline(__always)
  public func unsigned(_ field: FieldHandle) -> UInt64 {
    check(field)
    return unsafe current.unsigned(field)
  }

  /// The same as a signed number: that of an unsigned field is taken as its bit pattern.
  ///
  /// - Precondition: The field is one of the event's class.
  @inlinable
  @inline(__always)
  public func signed(_ field: FieldHandle) -> Int64 { Int64(bitPattern: unsigned(field)) }

  /// The value of a floating-point number; NaN if the field is none.
  ///
  /// - Precondition: The field is one of the event's class.
  public func double(_ field: FieldHandle) -> Double {
    check(field)
    guard field.kind == .float else { return unsafe current.walked(field).double }
    return unsafe current.pointee.nodes[field.id.index].double(
      current.pointee.base, at: current.bit(field))
  }

  /// Hands out the bytes of a string, a text array or a text sequence, up to its first NUL, of a
  /// blob, or of the UTF-8 of another text; none if the field is none of these.
  ///
  /// Blobs and texts that are not UTF-8 are copied, which allocates.
  ///
  /// - Precondition: The field is one of the event's class.
  /// - Parameters:
  ///   - field: The field.
  ///   - body: Receives a view of the file that it cannot keep.
  /// - Returns: What `body` returns.
  /// - Throws: What `body` throws.
  @inlinable
  @inline(__always)
  public func withBytes<R, E: Error>(
    _ field: FieldHandle, _ body: (RawSpan) throws(E) -> R
  ) throws(E) -> R {
    check(field)
    if field.kind == .walked { return try body(unsafe current.walkedBytes(field).span.bytes) }
    return try body(unsafe current.bytes(field).bytes)
  }

  /// What `withBytes` gives, as a text; wrong UTF-8 is mended.
  ///
  /// - Precondition: The field is one of the event's class.
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
    guard let reader = unsafe current.pointee.reader else { return }
    let plan = unsafe reader.pointee.classPlans[classIndex]
    // The first step of each plan leaves the begin of the body there.
    var walker = unsafe reader.pointee.walker(at: current.pointee.slots[0])
    if plan.contextNode >= 0, !walker.walk(plan.contextNode, &visitor) { return }
    if plan.ownContextNode >= 0, !walker.walk(plan.ownContextNode, &visitor) { return }
    if plan.payloadNode >= 0 { _ = walker.walk(plan.payloadNode, &visitor) }
  }

  @inlinable
  @inline(__always)
  func check(_ field: FieldHandle) {
    precondition(
      Int(field.classIndex) == classIndex, "a FieldHandle reads only events of its own class")
  }

  /// The value of an integer of 64 bits or of another field, as `unsigned` gives it, without a
  /// check whether the handle belongs to the event's class: the caller has bound it to that.
  @inlinable
  @inline(__always)
  package func boundUnsigned(_ field: FieldHandle) -> UInt64 { unsafe current.unsigned(field) }

  /// The bytes of a string or a text of the event's class, unchecked as well: they stay in the
  /// packet as long as the record is lent.
  @inlinable
  @inline(__always)
  package func boundBytes(_ field: FieldHandle) -> UnsafeRawBufferPointer {
    unsafe current.bytes(field)
  }

  /// The number at a `word`, or at one that is so many bytes behind it.
  @inlinable
  @inline(__always)
  package func word(_ place: FieldHandle.Place, behind distance: Int = 0) -> UInt64 {
    unsafe current.address(place).loadUnaligned(fromByteOffset: distance, as: UInt64.self)
      .littleEndian
  }

  /// The number at a `signedHalf`.
  @inlinable
  @inline(__always)
  package func signedHalf(_ place: FieldHandle.Place) -> Int32 {
    unsafe current.address(place).loadUnaligned(as: Int32.self).littleEndian
  }

  /// The bytes at a `text`.
  @inlinable
  @inline(__always)
  package func text(_ place: FieldHandle.Place) -> UnsafeRawBufferPointer {
    let start = unsafe current.address(place)
    let end = unsafe current.pointee.base + current.pointee.slots[place.slot &+ 1] &>> 3
    return unsafe UnsafeRawBufferPointer(start: start, count: end - start &- 1)
  }

  /// The same event, for the model of this package, which keeps it no longer than the call lasts.
  @inlinable
  @inline(__always)
  package func lent() -> EventRecord { unsafe EventRecord(current) }
}
