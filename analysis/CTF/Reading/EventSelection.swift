// SPDX-License-Identifier: MIT

/// In which order events come.
public enum EventOrder: Sendable {
  /// By time over all streams; at equal times by trace, stream and position.
  case time
  /// One stream after the other: faster, for what does not depend on order.
  case stream
}

/// Which events come.
public struct EventSelection: Sendable {
  /// For each event class whether it is wanted; nil means all.
  var classes: [Bool]?
  /// The streams; nil means all.
  var streams: [Int]?
  /// The time.
  var slice = TimeSlice.all

  /// Every event.
  public static let all = EventSelection()

  /// The events of some classes; the others are skipped without looking at their fields.
  ///
  /// - Parameters:
  ///   - set: The traces.
  ///   - isWanted: Decides once for each event class.
  /// - Returns: The selection.
  public static func classes(
    of set: CTFTraceSet, where isWanted: (EventClass) -> Bool
  ) -> EventSelection {
    EventSelection(classes: set.eventClasses.map(isWanted))
  }

  /// The same, of some streams only.
  public func streams(_ indices: some Sequence<Int>) -> EventSelection {
    var selection = self
    selection.streams = Array(indices)
    return selection
  }

  /// The same, of a slice of the time only.
  public func slice(_ slice: TimeSlice) -> EventSelection {
    var selection = self
    selection.slice = slice
    return selection
  }
}
