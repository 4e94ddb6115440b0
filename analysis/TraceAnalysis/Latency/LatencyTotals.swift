// SPDX-License-Identifier: MIT

import TraceModel

extension Latency {
  /// The deliveries to one subscriber operator.
  struct Totals: Codable, Sendable, Equatable {
    /// Both ends are known.
    var closed: UInt64 = 0
    /// Nothing closed them.
    var open: UInt64 = 0
    /// A loss lies between their ends.
    var lost: UInt64 = 0
    /// Of those that are closed: they cross another one, so that their own time is unknown.
    var crossing: UInt64 = 0
    var total = LogHistogram()
    var own = LogHistogram()

    mutating func merge(_ later: Totals) {
      closed &+= later.closed
      open &+= later.open
      lost &+= later.lost
      crossing &+= later.crossing
      total.merge(later.total)
      own.merge(later.own)
    }
  }

  /// The work of one scheduler.
  struct SchedulerTotals: Codable, Sendable, Equatable {
    var scheduled: UInt64 = 0
    var began: UInt64 = 0
    var cancelled: UInt64 = 0
    /// A loss lies between two of their events.
    var torn: UInt64 = 0
    var waiting: UInt64 = 0
    var running: UInt64 = 0
    var waited = LogHistogram()
    var queued = LogHistogram()
    var ran = LogHistogram()

    var isUsed: Bool { self != SchedulerTotals() }

    /// Counts an action that is over, or what is known of it at the end.
    mutating func take(_ action: ScheduledAction) {
      if action.began != nil { began &+= 1 }
      if action.cancelled != nil { cancelled &+= 1 }
      if action.isWaitTorn || action.isRunTorn { torn &+= 1 }
      if let time = action.waited { waited.record(time) }
      if let time = action.queued { queued.record(time) }
      if let time = action.ran { ran.record(time) }
    }

    mutating func merge(_ later: SchedulerTotals) {
      scheduled &+= later.scheduled
      began &+= later.began
      cancelled &+= later.cancelled
      torn &+= later.torn
      waiting &+= later.waiting
      running &+= later.running
      waited.merge(later.waited)
      queued.merge(later.queued)
      ran.merge(later.ran)
    }
  }

  /// What became of the values of one signal at another.
  struct PairTotals: Codable, Sendable, Equatable {
    var from: UInt64 = 0
    /// Those that led to at least one.
    var matched: UInt64 = 0
    var to: UInt64 = 0
    /// Those of which no cause is one.
    var without: UInt64 = 0
    /// Those whose causes a loss hides, or the trace does not tell.
    var unknown: UInt64 = 0
    var times = LogHistogram()

    mutating func merge(_ later: PairTotals) {
      from &+= later.from
      matched &+= later.matched
      to &+= later.to
      without &+= later.without
      unknown &+= later.unknown
      times.merge(later.times)
    }
  }

  /// One of the slowest deliveries.
  struct Slow: Codable, Sendable, Equatable {
    var own: UInt64
    var total: UInt64
    var begin: Int64
    var kind: UInt8
    var process: Int32
    var thread: Int32
    /// The number of its operator.
    var place: Int32
    var text: String?
  }

  /// The slowest so far, the slowest first; of equals the one that began first.
  struct Slowest: Codable, Sendable, Equatable {
    var limit: Int
    private(set) var all: [Slow] = []
    /// What the last one took, once there are as many as there may be.
    private var threshold: UInt64 = 0
    private var thresholdBegin = Int64.max

    init(limit: Int) {
      self.limit = limit
      if limit == 0 { (threshold, thresholdBegin) = (.max, .min) }
    }

    /// Whether a delivery is among them so far.
    @inline(__always)
    func takes(own: UInt64, begin: Int64) -> Bool {
      own > threshold || own == threshold && begin < thresholdBegin
    }

    mutating func add(_ slow: Slow) {
      guard takes(own: slow.own, begin: slow.begin) else { return }
      let place = all.firstIndex { ($0.own, slow.begin) < (slow.own, $0.begin) } ?? all.count
      all.insert(slow, at: place)
      if all.count > limit { all.removeLast() }
      if all.count == limit, let last = all.last {
        (threshold, thresholdBegin) = (last.own, last.begin)
      }
    }
  }
}
