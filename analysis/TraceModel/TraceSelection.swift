// SPDX-License-Identifier: MIT

/// Which events of a trace are wanted.
public struct TraceSelection: Sendable, CustomStringConvertible {
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

  /// What is selected, in the words of the command line; empty for everything.
  public var description: String {
    var words = signals.map { "--signal=\($0.pattern)" }
    words += processes.map { "--process=\($0.pattern)" }
    for (name, instant) in [("begin", begin), ("end", end)] {
      switch instant {
      case nil: break
      case .fromBegin(let time): words.append("--\(name)=\(time)ns")
      case .absolute(let time): words.append("--\(name)=@\(time)ns")
      }
    }
    return words.joined(separator: " ")
  }

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
