// SPDX-License-Identifier: MIT

import Glibc

/// Collects output and hands it to a file descriptor in large pieces.
///
/// Made for results of many million lines: appending copies bytes and does nothing else. A write
/// that fails is remembered, and what follows is dropped, so that the hot loop needs to look at
/// `isClosed` only now and then; `finish` tells.
///
/// ```swift
/// var out = OutputBuffer()
/// out.append("events ")
/// out.append(decimal: 42)
/// out.append(byte: 0x0A)
/// try out.finish()
/// ```
public struct OutputBuffer: ~Copyable {
  @usableFromInline var base: UnsafeMutableRawPointer
  @usableFromInline var capacity: Int
  @usableFromInline var used = 0
  private let descriptor: Int32?
  private var failure: Int32 = 0

  /// A buffer before a file descriptor.
  ///
  /// - Parameters:
  ///   - descriptor: Where the bytes go: standard output unless told otherwise; nil keeps all of
  ///     them in memory, for `contents`.
  ///   - capacity: How many bytes are collected before they are written.
  public init(descriptor: Int32? = 1, capacity: Int = 1 << 16) {
    self.descriptor = descriptor
    self.capacity = max(capacity, 64)
    base = UnsafeMutableRawPointer.allocate(byteCount: self.capacity, alignment: 16)
  }

  deinit { base.deallocate() }

  /// Whether nobody takes the output any more, so that there is no point in making more of it.
  public var isClosed: Bool { failure != 0 }

  /// What was collected and not yet written.
  public var contents: String {
    String(decoding: UnsafeRawBufferPointer(start: base, count: used), as: UTF8.self)
  }

  /// Appends one byte.
  ///
  /// - Parameter byte: Any byte.
  @inlinable
  @inline(__always)
  public mutating func append(byte: UInt8) {
    if used == capacity { makeRoom(1) }
    base.storeBytes(of: byte, toByteOffset: used, as: UInt8.self)
    used &+= 1
  }

  /// Appends text of our own as it is.
  ///
  /// - Parameter text: Text that needs no cleaning.
  @inlinable
  @inline(__always)
  public mutating func append(_ text: StaticString) {
    append(bytes: UnsafeRawBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
  }

  /// Appends text as it is.
  ///
  /// - Parameter text: Text that needs no cleaning.
  public mutating func append(text: String) {
    var text = text
    text.withUTF8 { append(bytes: UnsafeRawBufferPointer($0)) }
  }

  /// Appends bytes as they are.
  ///
  /// - Parameter bytes: Bytes that need no cleaning.
  @inlinable
  @inline(__always)
  public mutating func append(bytes: UnsafeRawBufferPointer) {
    let count = bytes.count
    guard count > 0, let source = bytes.baseAddress else { return }
    if capacity &- used < count { makeRoom(count) }
    (base + used).copyMemory(from: source, byteCount: count)
    used &+= count
  }

  /// Appends bytes of unknown origin so that a terminal only shows them.
  ///
  /// - Parameter bytes: Any bytes.
  public mutating func append(cleaned bytes: UnsafeRawBufferPointer) {
    if TerminalText.isClean(bytes) {
      append(bytes: bytes)
    } else {
      append(text: TerminalText.cleaned(bytes))
    }
  }

  /// Appends text of unknown origin so that a terminal only shows it.
  ///
  /// - Parameter text: Any text.
  public mutating func append(cleaned text: String) {
    var text = text
    text.withUTF8 { append(cleaned: UnsafeRawBufferPointer($0)) }
  }

  /// Appends spaces.
  ///
  /// - Parameter count: How many; none if it is negative.
  public mutating func append(spaces count: Int) {
    var rest = count
    while rest > 0 {
      append(byte: 0x20)
      rest -= 1
    }
  }

  /// Appends a number.
  ///
  /// - Parameters:
  ///   - value: The number.
  ///   - width: The least number of digits; zeros are put before.
  public mutating func append(decimal value: UInt64, width: Int = 1) {
    let room = max(20, width)
    if capacity &- used < room { makeRoom(room) }
    let digits = max(Self.digits(of: value), width)
    var rest = value
    var place = used &+ digits
    while place > used {
      place &-= 1
      let (quotient, remainder) = rest.quotientAndRemainder(dividingBy: 10)
      base.storeBytes(
        of: UInt8(truncatingIfNeeded: 48 &+ remainder), toByteOffset: place, as: UInt8.self)
      rest = quotient
    }
    used &+= digits
  }

  /// How many decimal digits a number has: its bits tell it but for one.
  private static func digits(of value: UInt64) -> Int {
    let bits = 64 &- (value | 1).leadingZeroBitCount
    let least = (bits &* 1_233) &>> 12
    return value < powers[least] ? max(least, 1) : least &+ 1
  }

  private static let powers: [UInt64] = [
    1, 10, 100, 1_000, 10_000, 100_000, 1_000_000, 10_000_000, 100_000_000, 1_000_000_000,
    10_000_000_000, 100_000_000_000, 1_000_000_000_000, 10_000_000_000_000, 100_000_000_000_000,
    1_000_000_000_000_000, 10_000_000_000_000_000, 100_000_000_000_000_000,
    1_000_000_000_000_000_000, 10_000_000_000_000_000_000,
  ]

  /// Appends a number with its sign, if it is negative.
  ///
  /// - Parameter value: The number.
  public mutating func append(decimal value: Int64) {
    if value < 0 { append(byte: 0x2D) }
    append(decimal: value.magnitude)
  }

  /// Forgets what was collected and not yet written.
  public mutating func removeAll() { used = 0 }

  /// Writes what was collected.
  public mutating func flush() {
    guard let descriptor else { return }
    if failure == 0, used > 0 {
      failure = writeAll(UnsafeRawBufferPointer(start: base, count: used), to: descriptor)
    }
    used = 0
  }

  /// Writes the rest and tells whether all output was taken.
  ///
  /// - Throws: `Failure` if the output could not be written, but not if its reader went away: who
  ///   closes a pipe has seen enough.
  public mutating func finish() throws(Failure) {
    flush()
    guard failure != 0, failure != EPIPE else { return }
    let reason = String(cString: strerror(failure))
    throw Failure("cannot write the output: \(reason)", hint: "make room, or write elsewhere")
  }

  @inline(never)
  @usableFromInline
  mutating func makeRoom(_ count: Int) {
    flush()
    guard capacity - used < count else { return }
    let larger = max(capacity * 2, used + count)
    let place = UnsafeMutableRawPointer.allocate(byteCount: larger, alignment: 16)
    place.copyMemory(from: base, byteCount: used)
    base.deallocate()
    base = place
    capacity = larger
  }
}
