// SPDX-License-Identifier: MIT

import Glibc

/// Standard error, written without a buffer between: for errors and all else that is no result.
///
/// Results, help among them, go through an `OutputBuffer`, which tells what could not be written.
public enum StandardError {
  /// Writes the whole text.
  ///
  /// What the other end does not take is lost without a word: there is no place left to tell it.
  ///
  /// - Parameter text: What to write.
  public static func write(_ text: String) {
    var text = text
    text.withUTF8 { bytes in
      _ = writeAll(UnsafeRawBufferPointer(bytes), to: 2)
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
