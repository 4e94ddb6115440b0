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
  /// The traces whose event classes these are; nil without any.
  private var classSet: CTFTraceSet?
  /// The streams; nil means all.
  var streams: [Int]?
  /// The time.
  var slice = TimeSlice.all

  /// Every event.
  public static let all = EventSelection()

  /// The events of some classes; the others are skipped without looking at their fields.
  ///
  /// - Precondition: The selection is used with this set only.
  /// - Parameters:
  ///   - set: The traces.
  ///   - isWanted: Decides once for each event class.
  /// - Returns: The selection.
  public static func classes(
    of set: CTFTraceSet, where isWanted: (EventClass) -> Bool
  ) -> EventSelection {
    EventSelection(classes: set.eventClasses.map(isWanted), classSet: set)
  }

  /// The same, of some streams only.
  ///
  /// - Precondition: There are such streams in the set that the selection is used with.
  /// - Parameter indices: Their indices in ``CTFTraceSet/streams``, in any order; one that comes
  ///   twice counts once.
  /// - Returns: The selection.
  public func streams(_ indices: some Sequence<Int>) -> EventSelection {
    var selection = self
    selection.streams = Array(Set(indices))
    return selection
  }

  /// The same, of a slice of the time only.
  ///
  /// - Parameter slice: The slice, such as one of ``CTFTraceSet/slices(_:least:)``.
  /// - Returns: The selection.
  public func slice(_ slice: TimeSlice) -> EventSelection {
    var selection = self
    selection.slice = slice
    return selection
  }
  /// Traps if the selection is not one of these traces'.
  func check(_ set: CTFTraceSet) {
    precondition(
      classSet == nil || classSet === set,
      "EventSelection.classes(of:where:) selects from the CTFTraceSet that it was given only")
    for index in streams ?? [] {
      precondition(
        set.streams.indices.contains(index),
        "EventSelection.streams(_:) was given \(index), and the CTFTraceSet has "
          + "\(set.streams.count) streams")
    }
  }
}
