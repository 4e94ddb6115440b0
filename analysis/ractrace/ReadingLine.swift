// SPDX-License-Identifier: MIT

import CTF
import CommandLineKit
import Glibc
import TraceModel

/// The line that tells how far the reading of a trace has come.
enum ReadingLine {
  /// Begins to show it, if there is a terminal to show it on.
  ///
  /// A trace that is gone over more than once stays at 99 % from the second time on.
  static func start(_ trace: SignalTrace) -> ProgressLine? {
    guard isatty(2) == 1 else { return nil }
    let all = trace.selectedBytes
    let before = ReadingProgress.bytes
    guard all > 0 else { return nil }
    return ProgressLine.start { text(ReadingProgress.bytes - before, of: all) }
  }

  static func text(_ done: Int, of all: Int) -> String {
    "reading: \(min(99, max(0, Int(Double(done) / Double(all) * 100)))) %"
  }
}
