// SPDX-License-Identifier: MIT

import CTF

/// What an analysis asks that expects the names of an event, and keeps its text.
extension ModelEvent {
  /// Whether the event names a signal and a subscriber: quicker than to ask which, where both are
  /// expected.
  ///
  /// - Parameters:
  ///   - signal: A number in `SignalTrace.signals`.
  ///   - subscriber: A number in `SignalTrace.subscribers`.
  /// - Returns: True if `signal` and `subscriber` would be these.
  /// - Complexity: O(*n*) in the length of the names.
  package func names(_ signal: NameID, to subscriber: NameID) -> Bool {
    guard names(signal), let field = binding.pointee.subscriber else { return false }
    let subscribers = tables.pointee.subscribers
    return subscribers.pointee.equals(subscriber, bytes(of: field))
  }

  /// Copies the event's own text.
  ///
  /// - Parameters:
  ///   - target: Where to.
  ///   - most: How many bytes there is room for, at least 16.
  /// - Returns: How many bytes were copied; −1 if there is no text.
  package func copyText(to target: UnsafeMutableRawPointer, most: Int) -> Int {
    guard let field = binding.pointee.text else { return -1 }
    let text = bytes(of: field)
    guard let base = text.baseAddress else { return -1 }
    let count = text.count
    // Most values are short: two loads that may overlap are quicker than a call.
    if count >= 8, count <= 16 {
      Self.copyEnds(UInt64.self, base, target, count)
    } else if count >= 4, count < 8 {
      Self.copyEnds(UInt32.self, base, target, count)
    } else if count >= 2, count < 4 {
      Self.copyEnds(UInt16.self, base, target, count)
    } else {
      target.copyMemory(from: base, byteCount: min(count, most))
    }
    return min(count, most)
  }

  /// Copies the first and the last bytes, as many as a number has.
  @inline(__always)
  private static func copyEnds<Word: FixedWidthInteger & BitwiseCopyable>(
    _: Word.Type, _ source: UnsafeRawPointer, _ target: UnsafeMutableRawPointer, _ count: Int
  ) {
    let last = count &- MemoryLayout<Word>.size
    let (head, tail) = (
      source.loadUnaligned(as: Word.self), source.loadUnaligned(fromByteOffset: last, as: Word.self)
    )
    target.storeBytes(of: head, as: Word.self)
    target.storeBytes(of: tail, toByteOffset: last, as: Word.self)
  }
}
