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
    /// How long the deliveries of values took that were over in the slice.
    var deliveries = PackedHistogram()

    mutating func merge(_ other: Slice) {
      counts += other.counts
      intervals.merge(other.intervals)
      deliveries.merge(other.deliveries)
    }
  }

  /// The first and the last value of a subscription that is open, or whose begin was not seen.
  struct NamedMarks: Codable, Sendable {
    var signal: String
    var began: Bool
    var isEnded: Bool
    var first: Summary.Mark
    var last: Summary.Mark
    var delivery: OpenDelivery
  }

  /// The last value of a subscription, as long as its delivery is not over.
  ///
  /// Of values that are delivered inside of one another only the innermost is measured.
  struct OpenDelivery: Codable, Sendable, Equatable {
    /// When it began; the least number there is if none is open.
    private var begin = Int64.min
    private var thread: Int32 = 0
    /// The first event of the subscription, if that was an end: an earlier part may know its begin.
    private var firstEnd: Int64?
    private var firstThread: Int32 = 0
    /// Whether anything was seen of it.
    private var isKnown = false

    @inline(__always)
    mutating func begin(at time: Int64, on thread: Int32?) {
      isKnown = true
      guard let thread else {
        begin = .min
        self.thread = 0
        return
      }
      begin = time
      self.thread = thread
    }

    /// How long the delivery took that ends now, if it is known.
    @inline(__always)
    mutating func end(
      at time: Int64, on thread: Int32?, lossEnd: @autoclosure () -> Int64
    ) -> UInt64? {
      guard let thread else { return nil }
      // Of a delivery that began, all is known that went before.
      guard begin > .min else {
        if !isKnown { keepEnd(at: time, on: thread, lossEnd: lossEnd()) }
        return nil
      }
      let begin = begin
      guard thread == self.thread, time >= begin, lossEnd() <= begin else { return nil }
      self.begin = .min
      return UInt64(bitPattern: time &- begin)
    }

    @inline(never)
    private mutating func keepEnd(at time: Int64, on thread: Int32, lossEnd: Int64) {
      isKnown = true
      firstEnd = lossEnd == .min ? time : nil
      firstThread = thread
    }

    /// Something else was delivered.
    mutating func forget() {
      isKnown = true
      begin = .min
    }

    /// Puts what a later part saw behind this.
    ///
    /// - Returns: How long the delivery took that began here and ended there, and when it was over.
    mutating func append(_ later: OpenDelivery, lossEnd: Int64) -> (took: UInt64, end: Int64)? {
      var joined: (UInt64, Int64)?
      if let end = later.firstEnd,
        let took = self.end(at: end, on: later.firstThread, lossEnd: lossEnd)
      {
        joined = (took, end)
      }
      guard later.isKnown else { return joined }
      begin = later.begin > .min || later.firstEnd == nil ? later.begin : begin
      thread = later.begin > .min ? later.thread : thread
      isKnown = true
      return joined
    }
  }
}
