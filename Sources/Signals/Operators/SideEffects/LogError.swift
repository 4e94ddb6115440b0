// SPDX-License-Identifier: MIT

extension Signal {
  /// The same signal, with a line written to standard error for an error before it is passed on.
  ///
  /// A line is `App/Main.swift:7: LABEL: login error timed out`, as
  /// ``logAll(_:to:fileID:line:)`` describes.
  ///
  /// Order and threads are the source's, and everything passes; values and completion write
  /// nothing. No lock is held. The name is `source.logError`.
  ///
  /// - Parameters:
  ///   - label: Tells this place from others; nothing is written for it if it is nil or empty.
  ///   - output: Where the lines go.
  ///   - fileID: The place that the lines show; leave it to the default.
  ///   - line: The place that the lines show; leave it to the default.
  /// - Returns: The new signal.
  /// - Complexity: O(1) for a value, no allocation; a few and a system call for an error.
  public final func logError(
    _ label: String? = nil, to output: LogOutput = .standardError,
    fileID: StaticString = #fileID, line: UInt = #line
  ) -> Signal {
    let log = EventLog(
      events: .error, label: label, place: SourcePlace(fileID, line), output: output)
    return logged("logError", log)
  }
}
