// SPDX-License-Identifier: MIT

import CommandLineKit
import Glibc
import Synchronization

/// What happens when a file of a trace gets shorter while it is read, as by `lttng clear`.
///
/// Usually that is damage, as any other. Only large packets, and those of very many streams, are read
/// where they are mapped: what is gone of them raises SIGBUS, nothing can be told of such a trace any
/// more, and the tool says so and ends, instead of crashing.
enum ShortenedTrace {
  private static let message: StaticString = """
    ractrace: a file of the trace got shorter while it was read, as by 'lttng clear'
    hint: read it again, or stop the session first

    """
  private static let isTold = Atomic(false)

  /// Watches for it from now on.
  static func watch() {
    // What the handler needs is made before it can be called.
    _ = (message, isTold.load(ordering: .relaxed))
    signal(SIGBUS) { _ in
      // Here only what is safe in a signal handler; another thread may be in it already.
      guard !ShortenedTrace.isTold.exchange(true, ordering: .relaxed) else {
        while true { pause() }
      }
      _ = unsafe write(
        STDERR_FILENO, ShortenedTrace.message.utf8Start, ShortenedTrace.message.utf8CodeUnitCount)
      _exit(ExitStatus.failure.rawValue)
    }
  }
}
