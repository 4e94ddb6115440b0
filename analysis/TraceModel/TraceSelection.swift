// SPDX-License-Identifier: MIT

/// Which events of a trace are wanted.
public struct TraceSelection: Sendable {
  /// A point in time.
  public enum Instant: Sendable, Equatable {
    /// Nanoseconds from the begin of the trace.
    case fromBegin(Int64)
    /// Nanoseconds since 1970.
    case absolute(Int64)

    func absolute(begin: Int64) -> Int64 {
      switch self {
      case .fromBegin(let offset):
        // A time beyond all clocks is after every event, never before.
        switch begin.addingReportingOverflow(offset) {
        case (let time, false): time
        case (_, true): offset > 0 ? .max : .min
        }
      case .absolute(let time): time
      }
    }
  }

  /// Not what is before.
  public var begin: Instant?
  /// Not what is after.
  public var end: Instant?
  /// Only events that name a signal that one of these fits; empty: all events.
  public var signals: [Glob] = []
  /// Only events of processes whose vpid or name one of these fits; empty: all events.
  public var processes: [Glob] = []

  /// Everything.
  public init() {}

  func wants(_ process: TracedProcess) -> Bool {
    processes.isEmpty
      || processes.contains { glob in
        process.vpid.map { glob.matches(String($0)) } ?? false
          || process.name.map { glob.matches($0) } ?? false
      }
  }

  func wants(signal: String) -> Bool {
    signals.isEmpty || signals.contains { $0.matches(signal) }
  }
}
