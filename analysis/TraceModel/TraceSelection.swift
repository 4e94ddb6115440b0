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
  /// Only events whose name one of these fits, or the part of it behind the colon if the pattern
  /// has no colon: `next`, `other:*`; empty: all events.
  public var kinds: [Glob] = []
  /// Only events that name a subscriber that one of these fits; of scheduler events the scheduler,
  /// of disposable events the compound disposable; empty: all events.
  public var subscribers: [Glob] = []
  /// Only events of these threads, by vtid; empty: all events.
  public var threads: Set<Int32> = []
  /// Only events whose own text one of these fits: a value, an error, a violation's detail, a
  /// reason, a program; empty: all events.
  public var texts: [TextPattern] = []

  /// Everything.
  public init() {}

  /// What is selected, in the words of the command line; empty for everything.
  public var description: String {
    var words = signals.map { "--signal=\($0.pattern)" }
    words += processes.map { "--process=\($0.pattern)" }
    words += kinds.map { "--kind=\($0.pattern)" }
    words += subscribers.map { "--subscriber=\($0.pattern)" }
    words += threads.sorted().map { "--thread=\($0)" }
    words += texts.map { "--value=\($0.pattern)" }
    for (name, instant) in [("begin", begin), ("end", end)] {
      switch instant {
      case nil: break
      case .fromBegin(let time): words.append("--\(name)=\(time)ns")
      case .absolute(let time): words.append("--\(name)=@\(time)ns")
      }
    }
    return words.joined(separator: " ")
  }

  /// The same span and processes, and of them everything.
  public var withoutFilters: TraceSelection {
    var selection = TraceSelection()
    selection.begin = begin
    selection.end = end
    selection.processes = processes
    return selection
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

  /// Whether `kinds` has a place for an event.
  ///
  /// - Parameter name: The event's name, such as `racsignal:next`.
  /// - Returns: True if it is wanted, or if all are.
  public func wants(event name: String) -> Bool {
    guard !kinds.isEmpty else { return true }
    let bare = name.lastIndex(of: ":").map { String(name[name.index(after: $0)...]) } ?? name
    return kinds.contains { $0.matches($0.pattern.contains(":") ? name : bare) }
  }
}
