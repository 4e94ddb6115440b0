// SPDX-License-Identifier: MIT

import Glibc

/// Where the operators ``Signal/logAll(_:to:fileID:line:)``, `logNext`, `logError` and
/// `logCompleted` write.
///
/// ```swift
/// let lines = LogOutput { line in window.append(line) }
/// clicks.logAll(to: lines)
/// ```
public struct LogOutput: Sendable {
  private let write: @Sendable (String) -> Void

  /// Makes one of a function.
  ///
  /// - Parameter write: Called for each event with one line, without its end: on the thread that
  ///   sends, without a lock, so perhaps on several threads at once. A line has no control
  ///   characters and at most ``maximumByteCount`` bytes.
  public init(_ write: @escaping @Sendable (String) -> Void) {
    self.write = write
  }

  /// The standard error of the process.
  ///
  /// Each line is one `write`, past all buffers. The kernel keeps lines of several threads, and of
  /// several processes, whole: it does so for files and terminals, and for pipes because no line is
  /// longer than what a pipe takes at once. If it cannot be written, it is lost without a word.
  public static let standardError = LogOutput { writeToStandardError($0) }

  /// The most bytes of a line, so that a pipe (`PIPE_BUF`) takes it at once with its end.
  public static let maximumByteCount = 4_095

  func callAsFunction(_ line: String) { write(line) }
}

private func writeToStandardError(_ line: String) {
  var bytes = Array(line.utf8)
  bytes.append(UInt8(ascii: "\n"))
  var rest = bytes[...]
  while !rest.isEmpty {
    let count = rest.withUnsafeBytes { Glibc.write(STDERR_FILENO, $0.baseAddress, $0.count) }
    if count > 0 {
      rest = rest.dropFirst(count)
    } else if count < 0 && errno == EAGAIN {
      // Whoever opened it does not want to wait, but the line must not be torn.
      var descriptor = pollfd(fd: STDERR_FILENO, events: Int16(POLLOUT), revents: 0)
      poll(&descriptor, 1, -1)
    } else if count == 0 || errno != EINTR {
      return
    }
  }
}
