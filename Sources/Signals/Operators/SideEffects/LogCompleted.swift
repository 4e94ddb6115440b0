// SPDX-License-Identifier: MIT

extension Signal {
  /// The same signal, with a line written to standard error for completion before it is passed on.
  ///
  /// A line is `App/Main.swift:7: LABEL: clicks completed`, as ``logAll(_:to:fileID:line:)``
  /// describes.
  ///
  /// Order and threads are the source's, and everything passes; values and errors write nothing.
  /// No lock is held. The name is `source.logCompleted`.
  ///
  /// - Parameters:
  ///   - label: Tells this place from others; nothing is written for it if it is nil or empty.
  ///   - output: Where the lines go.
  ///   - fileID: The place that the lines show; leave it to the default.
  ///   - line: The place that the lines show; leave it to the default.
  /// - Returns: The new signal.
  /// - Complexity: O(1) for a value, no allocation; a few and a system call for completion.
  public final func logCompleted(
    _ label: String? = nil, to output: LogOutput = .standardError,
    fileID: StaticString = #fileID, line: UInt = #line
  ) -> Signal {
    let log = EventLog(
      events: .completed, label: label, place: SourcePlace(fileID, line), output: output)
    return logged("logCompleted", log)
  }
}
