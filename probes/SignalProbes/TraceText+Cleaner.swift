// SPDX-License-Identifier: MIT

extension TraceText {
  /// Copies UTF-8, scalar by scalar, into a buffer of fixed size, and cleans it on the way.
  struct Cleaner {
    /// One byte longer than `limit`, for the final NUL.
    private let target: UnsafeMutableBufferPointer<UInt8>
    private let limit: Int
    private var count = 0
    private var spaceIsDue = false

    private static let ellipsis: [UInt8] = [0xE2, 0x80, 0xA6]
    private static let symbolForNull: [UInt8] = [0xE2, 0x90, 0x80]

    init(target: UnsafeMutableBufferPointer<UInt8>, limit: Int) {
      self.target = target
      self.limit = limit
    }

    /// Appends valid UTF-8 up to the limit; what does not fit is cut, with `…` for it.
    mutating func append(_ source: UnsafeBufferPointer<UInt8>) {
      var index = 0
      while index < source.count {
        if !spaceIsDue { index = copyPlain(source, from: index) }
        guard index < source.count else { return }
        let byte = source[index]
        let width = Self.width(ofScalarWith: byte)
        let scalar = UnsafeBufferPointer(rebasing: source[index..<min(index + width, source.count)])
        index += width
        if Self.isWhiteSpace(scalar) {
          spaceIsDue = count > 0
          continue
        }
        let fits =
          byte == 0
          ? Self.symbolForNull.withUnsafeBufferPointer { put($0) }
          : put(scalar)
        guard fits else {
          makeRoom(for: Self.ellipsis.count)
          append(ellipsisAt: count)
          return
        }
      }
    }

    /// Copies ASCII that needs no cleaning, single spaces between words included, as far as it goes
    /// and fits.
    ///
    /// It is what most texts consist of, hence by pointers and local variables.
    ///
    /// - Returns: The index of the first byte that was not copied.
    private mutating func copyPlain(
      _ source: UnsafeBufferPointer<UInt8>, from start: Int
    ) -> Int {
      guard let from = source.baseAddress, let to = target.baseAddress else { return start }
      let end = source.count
      var index = start
      var position = count
      defer { count = position }
      while index < end && position < limit {
        let byte = from[index]
        if Self.isPlain(byte) {
          to[position] = byte
          position += 1
          index += 1
        } else if byte == 0x20 && position > 0 && position + 1 < limit && index + 1 < end
          && Self.isPlain(from[index + 1])
        {
          to[position] = byte
          to[position + 1] = from[index + 1]
          position += 2
          index += 2
        } else {
          break
        }
      }
      return index
    }

    @inline(__always)
    private static func isPlain(_ byte: UInt8) -> Bool { byte > 0x20 && byte < 0x7F }

    /// Cuts out the middle of what was appended, so that `maximum` bytes at most are left.
    mutating func cutMiddle(to maximum: Int) {
      guard count > maximum else { return }
      var head = (maximum - Self.ellipsis.count) / 2
      while Self.isContinuation(target[head]) { head -= 1 }
      var tail = count - (maximum - Self.ellipsis.count - head)
      while Self.isContinuation(target[tail]) { tail += 1 }
      let rest = count - tail
      append(ellipsisAt: head)
      for offset in 0..<rest { target[count + offset] = target[tail + offset] }
      count += rest
    }

    /// Adds the final NUL and returns the number of bytes before it.
    mutating func finish() -> Int {
      target[count] = 0
      return count
    }

    /// Appends one scalar, after the space that is due, if both fit.
    private mutating func put(_ scalar: UnsafeBufferPointer<UInt8>) -> Bool {
      let space = spaceIsDue ? 1 : 0
      guard count + space + scalar.count <= limit else { return false }
      if spaceIsDue {
        target[count] = 0x20
        count += 1
        spaceIsDue = false
      }
      for byte in scalar {
        target[count] = byte
        count += 1
      }
      return true
    }

    private mutating func makeRoom(for bytes: Int) {
      guard count + bytes > limit else { return }
      count = limit - bytes
      while Self.isContinuation(target[count]) { count -= 1 }
    }

    private mutating func append(ellipsisAt position: Int) {
      count = position
      for byte in Self.ellipsis {
        target[count] = byte
        count += 1
      }
    }

    private static func isContinuation(_ byte: UInt8) -> Bool { byte & 0xC0 == 0x80 }

    private static func width(ofScalarWith lead: UInt8) -> Int {
      switch lead {
      case 0xF0...: 4
      case 0xE0...: 3
      case 0xC0...: 2
      default: 1
      }
    }

    /// Whether a scalar has Unicode's property White_Space (PropList.txt).
    private static func isWhiteSpace(_ scalar: UnsafeBufferPointer<UInt8>) -> Bool {
      switch scalar.count {
      case 1:
        scalar[0] == 0x20 || (0x09...0x0D).contains(scalar[0])
      case 2:
        scalar[0] == 0xC2 && (scalar[1] == 0x85 || scalar[1] == 0xA0)
      case 3:
        switch (scalar[0], scalar[1], scalar[2]) {
        case (0xE1, 0x9A, 0x80), (0xE2, 0x80, 0x80...0x8A), (0xE2, 0x80, 0xA8...0xA9),
          (0xE2, 0x80, 0xAF), (0xE2, 0x81, 0x9F), (0xE3, 0x80, 0x80):
          true
        default: false
        }
      default: false
      }
    }
  }
}
