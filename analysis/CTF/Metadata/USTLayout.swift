// SPDX-License-Identifier: MIT

/// How lttng-ust lays out packets and event headers on a kind of machine.
///
/// This is fixed in the tracer, so packets can be read without any metadata.
struct USTLayout: Equatable {
  /// A context that was added to every event.
  enum Context: UInt8 {
    /// `vpid` or `vtid`: a signed 32-bit number.
    case number32
    /// `pthread_id`: an unsigned 64-bit number.
    case number64
    /// `procname`: 17 bytes of text.
    case text

    var size: Int {
      switch self {
      case .number32: 4
      case .number64: 8
      case .text: 17
      }
    }
  }

  var isBigEndian = false
  /// Whether nothing is aligned, as on x86 and PowerPC; else everything is, as on aarch64.
  var isPacked = true
  /// Whether the counter of discarded events has 64 bits, as in 64-bit programs.
  var hasWideCounter = true
  /// Whether the packets tell their CPU: not with buffers for a whole channel.
  var hasCPU = true

  /// The size of a packet's header and context, in bytes: 84 in the usual case.
  var headerSize: Int { 72 + (hasWideCounter ? 8 : 4) + (hasCPU ? 4 : 0) }

  /// The offset at which a number of so many bytes stands if not before an offset.
  @inline(__always)
  func aligned(_ offset: Int, to size: Int) -> Int {
    isPacked ? offset : (offset &+ size &- 1) & ~(size &- 1)
  }

  /// A number in some bytes.
  @inline(__always)
  func number(_ bytes: [UInt8], _ offset: Int, _ size: Int) -> UInt64 {
    var value: UInt64 = 0
    for index in 0..<size {
      let byte = UInt64(bytes[offset &+ index])
      value |= byte &<< UInt64(8 &* (isBigEndian ? size &- 1 &- index : index))
    }
    return value
  }
}
