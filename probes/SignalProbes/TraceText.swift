// SPDX-License-Identifier: MIT

/// A text as the tracepoint contract wants it, ready to be handed to an emitter.
///
/// Each run of white space is one space (RAC's rule), the ends are trimmed, an embedded NUL reads
/// as `␀`, and at most ``maximumByteCount`` bytes are kept, cut on a scalar boundary with `…` in
/// the place of what was left out.
public final class TraceText: @unchecked Sendable {
  // Unchecked: the characters are written by `init` only.

  /// The most bytes that a text of the contract has, its `…` included and its final NUL not.
  public static let maximumByteCount = 256

  /// Where a text that is too long is cut.
  public enum Cut: Sendable {
    /// Keep the begin.
    case end
    /// Keep the begin and the end, as is done for signals' names: both tell something.
    case middle
  }

  /// The text as a C string, valid as long as this object lives.
  public let characters: UnsafePointer<CChar>

  /// Cleans a text and keeps the result.
  ///
  /// - Complexity: O(*n*) in the length of `text`, two allocations.
  public init(_ text: String, cut: Cut = .end) {
    characters = Self.withCString(text, cut: cut) { pointer, count in
      let copy = UnsafeMutablePointer<CChar>.allocate(capacity: count + 1)
      copy.initialize(from: pointer, count: count + 1)
      return UnsafePointer(copy)
    }
  }

  deinit {
    characters.deallocate()
  }

  /// Calls `body` with the text as a C string, valid during the call only.
  @inlinable @inline(__always)
  public func withCString<Result>(_ body: (UnsafePointer<CChar>) -> Result) -> Result {
    body(characters)
  }

  /// Cleans a text into a buffer on the stack and calls `body` with it and its length in bytes.
  ///
  /// - Complexity: O(*n*) in the length of `text`, up to where it is cut; no allocation for
  ///   `cut: .end`.
  public static func withCString<Result>(
    _ text: String, cut: Cut = .end, _ body: (UnsafePointer<CChar>, Int) -> Result
  ) -> Result {
    var text = text
    return text.withUTF8 { source in
      let capacity = cut == .end ? maximumByteCount : 3 * source.count
      return withUnsafeTemporaryAllocation(of: UInt8.self, capacity: capacity + 1) { target in
        var cleaner = Cleaner(target: target, limit: capacity)
        cleaner.append(source)
        if cut == .middle { cleaner.cutMiddle(to: maximumByteCount) }
        let count = cleaner.finish()
        return UnsafeRawBufferPointer(target).withMemoryRebound(to: CChar.self) { characters in
          // `target` has room for at least the final NUL.
          body(characters.baseAddress.unsafelyUnwrapped, count)
        }
      }
    }
  }

  /// Writes an integer as decimal digits into a buffer on the stack and calls `body` with it.
  ///
  /// - Complexity: O(1), no allocation.
  @inlinable @inline(__always)
  public static func withCString<Integer: FixedWidthInteger, Result>(
    decimal value: Integer, _ body: (UnsafePointer<CChar>) -> Result
  ) -> Result {
    // A sign, a digit for every three bits and more, the NUL.
    withUnsafeTemporaryAllocation(of: CChar.self, capacity: Integer.bitWidth / 3 + 3) { buffer in
      var position = buffer.count - 1
      buffer[position] = 0
      var rest = value.magnitude
      repeat {
        let (quotient, remainder) = rest.quotientAndRemainder(dividingBy: 10)
        position -= 1
        buffer[position] = CChar(truncatingIfNeeded: remainder) + 48
        rest = quotient
      } while rest != 0
      if value < 0 {
        position -= 1
        buffer[position] = 45
      }
      // The capacity is not 0, so there is a base address.
      return body(UnsafePointer(buffer.baseAddress.unsafelyUnwrapped + position))
    }
  }
}
