// SPDX-License-Identifier: MIT

/// A context of lttng's that tells who wrote an event.
public enum TraceContext: String, CaseIterable, Codable, Sendable {
  /// The process.
  case vpid
  /// The thread.
  case vtid
  /// The name of the thread, which that of the main thread gives to the process.
  case procname
}
