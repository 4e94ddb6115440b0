// SPDX-License-Identifier: MIT

import CThreadState
import Glibc
import SignalProbes
import Synchronization

/// How many subscriptions are open, for the event `racprocess:exiting`.
enum OpenSubscriptions {
  private static let count = Atomic<Int>(0)

  /// What the first subscription sets up: `exiting` when the process exits in an orderly way, and
  /// what the environment asks for.
  private static let setUp: Void = {
    LiveSubscriptions.readEnvironment()
    guard isBuiltIn else { return }
    atexit { OpenSubscriptions.traceExit() }
  }()

  static func add() {
    _ = setUp
    count.wrappingAdd(1, ordering: .relaxed)
  }

  static func remove() {
    count.wrappingSubtract(1, ordering: .relaxed)
  }

  static var current: Int { count.load(ordering: .relaxed) }

  private static func traceExit() {
    guard ProcessProbe.exitingEnabled else { return }
    TraceText.withCString(String(cString: ractrace_program_name())) { program, _ in
      ProcessProbe.exiting(program: program, subscriptions: UInt64(max(current, 0)))
    }
  }
}
