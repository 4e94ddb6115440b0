// SPDX-License-Identifier: MIT

import TraceModel

extension Profile {
  /// All that a profile has seen, by names instead of numbers.
  public struct State: Codable, Sendable {
    /// When the first buffer was opened: what times are relative to.
    var origin: Int64?
    /// The span that was analysed.
    var begin: Int64?
    var end: Int64?
    var grid = TimeGrid()
    /// The slices of each signal, in order.
    var signals: [String: [Slice]] = [:]
    var live: [SubscriptionKey: NamedMarks] = [:]
    var losses = TraceLosses()
    /// What its requirements ask for and the trace has not got.
    var missing = MissingParts(hasContract: false)

    init() {}

    mutating func take(_ trace: SignalTrace, needing needed: AnalysisRequirements) {
      if let first = trace.begin {
        origin = min(origin ?? .max, first)
        begin = min(begin ?? .max, trace.spanBegin)
        end = max(end ?? .min, trace.spanEnd)
      }
      losses.merge(trace.selectedLosses)
      missing = needed.missing(in: trace)
    }

    mutating func merge(_ later: State) {
      origin = [origin, later.origin].compactMap { $0 }.min()
      begin = [begin, later.begin].compactMap { $0 }.min()
      end = [end, later.end].compactMap { $0 }.max()
      missing.merge(later.missing)
      losses.merge(later.losses)
      merge(grid: later.grid)
      for (name, slices) in later.signals { add(slices, on: later.grid, of: name) }
      for (key, marks) in later.live { join(key, marks) }
      coarsen()
    }
  }

  /// What a signal did in a slice of time.
  struct Slice: Codable, Sendable, Equatable {
    struct Counts: Codable, Sendable, Equatable {
      /// How many values.
      var next: UInt64 = 0
      /// How many begins and ends of subscriptions, and errors.
      var lifecycle: UInt64 = 0
      var errors: UInt64 = 0

      var isUsed: Bool { next > 0 || lifecycle > 0 }

      static func += (left: inout Counts, right: Counts) {
        left.next &+= right.next
        left.lifecycle &+= right.lifecycle
        left.errors &+= right.errors
      }
    }

    /// The number of the slice on its grid.
    var number: Int64
    var counts = Counts()
    /// The times between consecutive values of a subscription, of which the later is in the slice.
    var intervals = PackedHistogram()

    mutating func merge(_ other: Slice) {
      counts += other.counts
      intervals.merge(other.intervals)
    }
  }

  /// The first and the last value of a subscription that is open, or whose begin was not seen.
  struct NamedMarks: Codable, Sendable {
    var signal: String
    var began: Bool
    var isEnded: Bool
    var first: Summary.Mark
    var last: Summary.Mark
  }
}
