// SPDX-License-Identifier: MIT

public import TraceModel

/// Takes events one by one, and writes them down or does something else with them.
public protocol EventSink {
  /// Called once before the first event.
  ///
  /// - Parameter trace: The trace that follows.
  mutating func begin(_ trace: SignalTrace)

  /// Called for each event, in the order of time.
  ///
  /// - Parameter event: The event, which is gone after the call.
  /// - Returns: False if no more events are wanted.
  mutating func take(_ event: borrowing ModelEvent) -> Bool
}

/// The events themselves, in the order of time, handed on to a sink as they come.
///
/// Nothing is kept but their number, so the trace may be of any length.
public struct Events<Sink: EventSink>: Analysis {
  /// Where the events go.
  public private(set) var sink: Sink
  /// Whether the limit is reached or the sink wants no more.
  public private(set) var isDone: Bool
  private let limit: UInt64
  private var count: UInt64 = 0

  /// The events of a trace.
  ///
  /// - Parameters:
  ///   - sink: Where they go.
  ///   - limit: How many are handed on at most.
  public init(to sink: Sink, limit: UInt64 = .max) {
    self.sink = sink
    self.limit = limit
    isDone = limit == 0
  }

  /// None: whatever there is is handed on.
  public var requirements: AnalysisRequirements { AnalysisRequirements() }

  /// Tells the sink.
  ///
  /// - Parameter trace: The trace that follows.
  public mutating func begin(_ trace: SignalTrace) { sink.begin(trace) }

  /// Hands one event on.
  ///
  /// - Parameter event: The event.
  public mutating func observe(_ event: borrowing ModelEvent) {
    guard !isDone else { return }
    count &+= 1
    let wantsMore = sink.take(event)
    isDone = !wantsMore || count >= limit
  }

  /// Adds the number of the events that another part handed on.
  ///
  /// - Parameter later: The part that follows.
  public mutating func merge(later: Events) { count &+= later.count }

  /// How many events were handed on.
  ///
  /// - Returns: Their number.
  public func result() -> UInt64 { count }

  /// How many events were handed on.
  public var partial: UInt64 { count }
}
