// SPDX-License-Identifier: MIT

public import TraceModel

extension Latency {
  /// The answer.
  public struct Report: Sendable {
    /// When the first buffer was opened, in ns since 1970; nil for a trace without packets.
    public var origin: Int64?
    /// The begin of what was analysed, in ns since 1970; nil for a trace without packets.
    public var begin: Int64?
    /// The end of what was analysed, in ns since 1970; nil for a trace without packets.
    public var end: Int64?
    /// The operators, by their own time, the most first.
    public var rows: [Row] = []
    /// The schedulers, by the time that their work waited, the most first.
    public var schedulers: [SchedulerRow] = []
    /// The slowest deliveries by their own time, the slowest first.
    public var slowest: [SlowDelivery] = []
    /// The deliveries that nothing has closed, the longest first.
    public var open: [OpenDelivery] = []
    /// What it takes from the source to the target; nil if that was not asked for.
    public var path: Path?
    /// The least duration of a delivery in which nothing else happened, in ns; nil without any.
    public var floor: UInt64?
    /// How many ends there are whose begin was not recorded.
    public var startUnknown: UInt64 = 0
    /// How many ends there are whose begin a loss hides.
    public var lostEnds: UInt64 = 0
    /// Whether there was more than can be followed, so that some figures are too low.
    public var isCurtailed = false
    /// What was lost, and what that does to the figures.
    public var trust = TrustReport()
    /// What was not recorded, so that its figures are unknown.
    public var missing = MissingParts(hasContract: false)

    /// Sorts the rows; by names also the schedulers, which otherwise stay as they are.
    ///
    /// - Parameter order: What by.
    public mutating func sort(by order: Order) {
      rows.sort(by: order.isBefore)
      if order == .name { schedulers.sort { $0.scheduler < $1.scheduler } }
    }

    /// The own times of all rows together, in ns.
    public var own: UInt64 { rows.reduce(0) { $0 &+ $1.own.sum } }
  }

  /// What the rows are sorted by.
  public enum Order: String, CaseIterable, Sendable {
    /// The sum of the times, the most first.
    case total
    /// The sum of the own times, the most first.
    case own = "self"
    /// The time that one in a hundred exceeds, the greatest first.
    case p99
    /// The names.
    case name

    /// Whether a row comes before another one.
    func isBefore(_ left: Row, _ right: Row) -> Bool {
      let names = (left.signal, left.subscriber) < (right.signal, right.subscriber)
      func greater(_ left: (UInt64, UInt64), _ right: (UInt64, UInt64)) -> Bool {
        left == right ? names : left > right
      }
      switch self {
      case .total: return greater((left.total.sum, left.own.sum), (right.total.sum, right.own.sum))
      case .own: return greater((left.own.sum, left.total.sum), (right.own.sum, right.total.sum))
      case .p99:
        let (one, other) = (left.total.histogram, right.total.histogram)
        return greater(
          (one.quantile(0.99) ?? 0, one.maximum ?? 0),
          (other.quantile(0.99) ?? 0, other.maximum ?? 0))
      case .name: return names
      }
    }
  }

  /// A histogram of times of which some may be missing.
  public struct Times: Sendable {
    /// The times that are known, in ns.
    public var histogram: LogHistogram
    /// How many are missing at most; nil if nobody can tell.
    public var lost: UInt64?

    /// Their sum in ns, of those that are known.
    public var sum: UInt64 { histogram.sum }
    /// How many are known.
    public var count: UInt64 { histogram.count }

    /// A quantile.
    ///
    /// - Parameter share: Between 0 and 1.
    /// - Returns: The bounds between which it lies, equal if it is known; nil where nothing is.
    public func quantile(_ share: Double) -> (low: UInt64?, high: UInt64?) {
      lost.map { histogram.quantileBounds(share, lost: $0) } ?? (nil, nil)
    }

    /// Whether its usual quantiles are known.
    var isKnown: Bool {
      [0.5, 0.9, 0.99].allSatisfy { share in
        let (low, high) = quantile(share)
        return histogram.count == 0 ? lost == 0 : low != nil && low == high
      }
    }
  }

  /// The deliveries of a signal to a subscriber.
  public struct Row: Sendable {
    /// The signal.
    public var signal: String
    /// The subscriber: an operator's name, or the place of the `subscribe` call.
    public var subscriber: String
    /// How many deliveries there are with both ends.
    public var count: UInt64
    /// How many nothing has closed.
    public var open: UInt64
    /// How many a loss has torn apart.
    public var lost: UInt64
    /// How many of `count` overlap with another one, so that their own time is unknown.
    public var crossing: UInt64
    /// How long they took.
    public var total: Times
    /// How long they took without what was nested in them.
    public var own: Times
    /// Whether the counts and sums are exact.
    public var verdict: Verdict
    /// Whether half of them took less than twice the floor: the probes are most of that.
    public var isNearFloor: Bool
  }

  /// The work of one scheduler.
  public struct SchedulerRow: Sendable {
    /// Its name; empty for work of which nobody knows who it was given to.
    public var scheduler: String
    /// How many actions were given to it.
    public var scheduled: UInt64
    /// How many began.
    public var began: UInt64
    /// How many were given up.
    public var cancelled: UInt64
    /// How many had not begun at the end.
    public var waiting: UInt64
    /// How many had begun and were not over at the end.
    public var running: UInt64
    /// How many a loss has torn apart.
    public var torn: UInt64
    /// How long they waited for their turn, without the delay that was asked for.
    public var waited: Times
    /// How long they were in the queue.
    public var queued: Times
    /// How long they ran.
    public var ran: Times
  }

  /// One of the slowest deliveries.
  public struct SlowDelivery: Sendable, Equatable {
    /// `next`, `error` or `completed`.
    public var kind: EventKind
    /// The signal.
    public var signal: String
    /// The subscriber.
    public var subscriber: String
    /// The value or the error; nil if the trace does not tell.
    public var text: String?
    /// When it began, in ns since 1970.
    public var begin: Int64
    /// How long it took, in ns.
    public var total: UInt64
    /// How long it took without what was nested in it, in ns.
    public var own: UInt64
    /// The vpid, or −1.
    public var process: Int32
    /// The vtid.
    public var thread: Int32
  }

  /// A delivery that nothing has closed.
  public struct OpenDelivery: Sendable, Equatable {
    /// The signal.
    public var signal: String
    /// The subscriber.
    public var subscriber: String
    /// When it began, in ns since 1970.
    public var begin: Int64
    /// How long it took at least, in ns.
    public var atLeast: UInt64
  }

  /// What became of a source's values at a target.
  public struct Path: Sendable {
    /// How many signals that sent anything are a source.
    public var sources: Int
    /// How many signals that sent anything are a target.
    public var targets: Int
    /// How many values of the source there are.
    public var from: UInt64
    /// How many values of the target there are.
    public var to: UInt64
    /// How many values of the source led to none of the target.
    public var fromWithoutTo: UInt64
    /// How many values of the target go back to none of the source.
    public var toWithoutFrom: UInt64
    /// How many values of the target go back to nobody knows what, since a loss lies between or the
    /// trace has no threads.
    public var unknown: UInt64
    /// The times from the one to the other.
    public var times: Times
  }
}
