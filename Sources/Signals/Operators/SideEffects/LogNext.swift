// SPDX-License-Identifier: MIT

extension Signal {
  /// The same signal, with a line written to standard error for each value before it is passed on.
  ///
  /// A line is `App/Main.swift:7: LABEL: clicks next 10`, as ``logAll(_:to:fileID:line:)`` describes.
  ///
  /// Order and threads are the source's, and everything passes; errors and completion write
  /// nothing. No lock is held. The name is `source.logNext`.
  ///
  /// - Parameters:
  ///   - label: Tells this place from others; nothing is written for it if it is nil or empty.
  ///   - output: Where the lines go.
  ///   - fileID: The place that the lines show; leave it to the default.
  ///   - line: The place that the lines show; leave it to the default.
  /// - Returns: The new signal.
  /// - Complexity: A few allocations and a system call for a value.
  public final func logNext(
    _ label: String? = nil, to output: LogOutput = .standardError,
    fileID: StaticString = #fileID, line: UInt = #line
  ) -> Signal {
    let log = EventLog(
      events: .next, label: label, place: SourcePlace(fileID, line), output: output)
    return logged("logNext", log)
  }
}
