// SPDX-License-Identifier: MIT

public import CTF

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
  @inlinable
  @inline(__always)
  package func names(_ signal: NameID, to subscriber: NameID) -> Bool {
    guard names(signal) else { return false }
    let subscribers = tables.pointee.subscribers
    if let quick = binding.pointee.quickSubscriber {
      return subscribers.pointee.equals(subscriber, record.text(quick))
    }
    guard let field = binding.pointee.subscriber else { return false }
    return subscribers.pointee.equals(subscriber, bytes(of: field))
  }

  /// Takes note of the event's signal, for those that ask after one that found it by itself.
  ///
  /// - Parameter signal: What `signal` would be.
  @inlinable
  @inline(__always)
  package func remember(_ signal: NameID) { tables.pointee.remember(signal) }

  /// Copies the event's own text.
  ///
  /// - Parameters:
  ///   - target: Where to.
  ///   - most: How many bytes there is room for, at least 16.
  /// - Returns: How many bytes were copied; −1 if there is no text.
  @inlinable
  @inline(__always)
  package func copyText(to target: UnsafeMutableRawPointer, most: Int) -> Int {
    if let quick = binding.pointee.quickText {
      return Self.copy(record.text(quick), to: target, most: most)
    }
    guard let field = binding.pointee.text else { return -1 }
    return Self.copy(bytes(of: field), to: target, most: most)
  }

  @inlinable
  @inline(__always)
  static func copy(
    _ text: UnsafeRawBufferPointer, to target: UnsafeMutableRawPointer, most: Int
  ) -> Int {
    guard let base = text.baseAddress else { return -1 }
    let count = text.count
    // Most values are short: two loads that may overlap are quicker than a call.
    if count >= 8, count <= 16 {
      copyEnds(UInt64.self, base, target, count)
    } else if count >= 4, count < 8 {
      copyEnds(UInt32.self, base, target, count)
    } else if count >= 2, count < 4 {
      copyEnds(UInt16.self, base, target, count)
    } else {
      target.copyMemory(from: base, byteCount: min(count, most))
    }
    return min(count, most)
  }

  /// Copies the first and the last bytes, as many as a number has.
  @inlinable
  @inline(__always)
  static func copyEnds<Word: FixedWidthInteger & BitwiseCopyable>(
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
