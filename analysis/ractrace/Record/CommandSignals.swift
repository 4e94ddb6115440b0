// SPDX-License-Identifier: MIT

import Glibc
import TraceSession

/// The signals that would end the tool while a command runs: the command gets them instead.
///
/// They are blocked from the beginning, so that the session is always destroyed, and before any
/// other thread exists, so that they stay blocked in all.
struct CommandSignals {
  /// The signals that were blocked before, as the command is to have them.
  let blockedBefore: Set<Int32>

  private let watched: sigset_t
  private static let ending = [SIGINT, SIGTERM, SIGHUP, SIGQUIT]

  init() {
    var set = sigset_t()
    sigemptyset(&set)
    for signal in Self.ending + [SIGCHLD] { sigaddset(&set, signal) }
    watched = set
    // A reader of our messages that goes away must not end us before the session is destroyed.
    sigaddset(&set, SIGPIPE)
    var before = sigset_t()
    pthread_sigmask(SIG_BLOCK, &set, &before)
    blockedBefore = Set((1...64).filter { sigismember(&before, $0) == 1 })
    // Inherited as ignored it would make the end of the command unknowable.
    signal(SIGCHLD, SIG_DFL)
  }

  /// The next signal that wants to end the tool, or nil.
  ///
  /// - Parameter waits: Whether to wait for one.
  /// - Returns: Its number.
  func next(waits: Bool) -> Int32? { wait(waits: waits)?.signal }

  /// Waits for the end of a command, and hands it the signals that come meanwhile.
  ///
  /// What the terminal sends goes to the command anyway: only what other processes send to this
  /// one alone is handed on.
  func forward(to process: CommandProcess) -> CommandOutcome {
    while true {
      if let outcome = process.outcomeIfEnded() { return outcome }
      guard let (signal, isFromTerminal) = wait(waits: true) else { continue }
      if !isFromTerminal { kill(process.id, signal) }
    }
  }

  private func wait(waits: Bool) -> (signal: Int32, isFromTerminal: Bool)? {
    var set = watched
    var info = siginfo_t()
    var none = timespec()
    let signal = waits ? sigwaitinfo(&set, &info) : sigtimedwait(&set, &info, &none)
    guard signal > 0, signal != SIGCHLD else { return nil }
    return (signal, info.si_code == SI_KERNEL)
  }
}
