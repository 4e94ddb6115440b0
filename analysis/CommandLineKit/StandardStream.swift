// SPDX-License-Identifier: MIT

import Glibc

/// Standard output or standard error, written without a buffer between.
public enum StandardStream: Int32, Sendable {
  /// Where results go.
  case output = 1
  /// Where everything else goes.
  case error = 2

  /// Writes the whole text.
  ///
  /// What the other end does not take is lost without a word: this is for help and errors; results
  /// go through an `OutputBuffer`, which tells.
  ///
  /// - Parameter text: What to write.
  public func write(_ text: String) {
    var text = text
    text.withUTF8 { bytes in
      _ = writeAll(UnsafeRawBufferPointer(bytes), to: rawValue)
    }
  }
}

/// Writes all bytes, over interruptions and short writes.
///
/// - Returns: 0, or the error number that stopped it.
func writeAll(_ bytes: UnsafeRawBufferPointer, to descriptor: Int32) -> Int32 {
  ProgressLine.makeWay(for: descriptor)
  var rest = bytes[...]
  while !rest.isEmpty {
    let count = Glibc.write(
      descriptor, UnsafeRawBufferPointer(rebasing: rest).baseAddress, rest.count)
    if count > 0 {
      rest = rest.dropFirst(count)
    } else if count < 0, errno != EINTR {
      return errno
    }
  }
  return 0
}
