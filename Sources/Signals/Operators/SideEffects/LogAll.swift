// SPDX-License-Identifier: MIT

extension Signal {
  /// The same signal, with a line written to standard error for each event before it is passed on.
  ///
  /// ```swift
  /// clicks.map { $0 * 10 }.logAll("scaled").subscribe()
  /// // App/Main.swift:7: scaled: clicks.map next 10
  /// // App/Main.swift:7: scaled: clicks.map completed
  /// ```
  ///
  /// A line is `FILE:LINE: LABEL: SIGNAL EVENT`: the place of this call; the label, if there is one;
  /// the name of the source; then `next VALUE`, `error ERROR` or `completed`. Texts are those of
  /// traces: a ``TraceDescribable`` speaks for itself, each run of white space is one space, and 256
  /// bytes are kept at most; the values of a ``SignalBase/redacted()`` signal read `(redacted)`.
  /// Besides, what a terminal would obey is written as an escape, `\x1b` or `\u{202e}`. Lines of
  /// several threads do not mix; see ``LogOutput``. A dispose is no event and writes nothing.
  ///
  /// Order and threads are the source's, and everything passes. Each subscription writes its own
  /// lines. No lock is held. The name is `source.logAll`.
  ///
  /// - Parameters:
  ///   - label: Tells this place from others; nothing is written for it if it is nil or empty.
  ///   - output: Where the lines go.
  ///   - fileID: The place that the lines show; leave it to the default.
  ///   - line: The place that the lines show; leave it to the default.
  /// - Returns: The new signal.
  /// - Complexity: A few allocations and a system call for an event.
  public final func logAll(
    _ label: String? = nil, to output: LogOutput = .standardError,
    fileID: StaticString = #fileID, line: UInt = #line
  ) -> Signal {
    let log = EventLog(
      events: .all, label: label, place: SourcePlace(fileID, line), output: output)
    return logged("logAll", log)
  }
}
