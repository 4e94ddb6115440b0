// SPDX-License-Identifier: MIT

import TraceModel

extension Summary {
  /// All that a summary has seen, by names instead of numbers.
  public struct State: Codable, Sendable {
    var trace = AnalysedTrace()
    /// What a row stands for.
    var grouping = Grouping.signal
    var packets = 0
    var signals: [String: SignalState] = [:]
    var events: [String: UInt64] = [:]
    var live: [SubscriptionKey: NamedSubscription] = [:]
    /// Those that were over lately: what a later part tells of them is of no new subscription.
    var over: [SubscriptionKey] = []

    init() {}

    /// Whether it is what a trace can give: what was written down may come from elsewhere.
    var isPlausible: Bool { signals.values.allSatisfy(\.activity.isPlausible) }

    mutating func take(_ trace: SignalTrace, needing needed: AnalysisRequirements) {
      self.trace.take(trace, needing: needed)
      packets += trace.packetCount
    }

    mutating func merge(_ later: State) {
      trace.merge(later.trace)
      packets += later.packets
      events.merge(later.events, uniquingKeysWith: &+)
      for (name, signal) in later.signals { signals[name, default: SignalState()].merge(signal) }
      let over = Set(over)
      for (key, subscription) in later.live {
        if live[key] == nil, subscription.life.began == nil, over.contains(key) {
          signals[subscription.row]?.subscriptions &-= 1
        } else {
          join(key, subscription)
        }
      }
      self.over = Array((later.over + self.over).prefix(RecentSubscriptions.most))
    }

    /// Puts the later half of a subscription behind its earlier one.
    private mutating func join(_ key: SubscriptionKey, _ later: NamedSubscription) {
      guard var earlier = live[key], later.life.began == nil, !earlier.life.isEnded else {
        live[key] = later
        return
      }
      let name = later.row
      signals[name]?.subscriptions &-= 1
      let first = later.life.first
      if first.exists, earlier.life.last.exists {
        let lossEnd = trace.losses.latestEnd(first.time)
        if let interval = earlier.life.last.interval(to: first, lossEnd: lossEnd) {
          signals[name]?.intervals.record(interval)
        } else {
          signals[name]?.broken &+= 1
        }
      }
      earlier.life.append(later.life)
      if earlier.life.isEnded, earlier.life.began != nil {
        if earlier.life.isWhole { signals[name]?.whole &+= 1 }
        live[key] = nil
      } else {
        live[key] = earlier
      }
    }
  }

  /// What a signal did so far.
  struct SignalState: Codable, Sendable {
    var subscriptions: UInt64 = 0
    var next: UInt64 = 0
    var error: UInt64 = 0
    var completed: UInt64 = 0
    var disposed: UInt64 = 0
    var dropped: UInt64 = 0
    var violations: UInt64 = 0
    var broken: UInt64 = 0
    /// How many subscriptions are proven to be here from begin to end with every value.
    var whole: UInt64 = 0
    /// The groups of buffers that the subscriptions came from, by the bits of `BufferGroups`.
    var groupBits: UInt64 = 0
    /// The same by name; nil if they are not known.
    var groups: Set<String>? = []
    var first = Int64.max
    var last = Int64.min
    var intervals = LogHistogram()
    var lastError: ErrorText?
    var activity = ActivityCounts()
    /// How many values are in `activity`.
    var told: UInt64 = 0

    var isUsed: Bool { first <= last }

    @inline(__always)
    mutating func touch(_ time: Int64) {
      if time < first { first = time }
      if time > last { last = time }
    }

    /// Counts a value.
    @inline(__always)
    mutating func count(_ time: Int64) {
      touch(time)
      next &+= 1
    }

    /// Takes the values that came since the last slice ended.
    mutating func endSlice(_ slice: Int64, on grid: TimeGrid) {
      guard next > told else { return }
      if told == 0 { activity = ActivityCounts(grid) }
      activity.add(next - told, in: slice)
      told = next
    }

    mutating func merge(_ later: SignalState) {
      activity.merge(later.activity)
      subscriptions &+= later.subscriptions
      next &+= later.next
      error &+= later.error
      completed &+= later.completed
      disposed &+= later.disposed
      dropped &+= later.dropped
      violations &+= later.violations
      broken &+= later.broken
      whole &+= later.whole
      if let mine = groups, let theirs = later.groups {
        groups = mine.union(theirs)
      } else {
        groups = nil
      }
      first = min(first, later.first)
      last = max(last, later.last)
      intervals.merge(later.intervals)
      if let theirs = later.lastError, theirs.time >= lastError?.time ?? .min { lastError = theirs }
    }
  }

  /// The text of an error, and when it came.
  struct ErrorText: Codable, Sendable {
    var text: String
    var time: Int64

    init(_ bytes: UnsafeRawBufferPointer?, at time: Int64) {
      text = bytes.map { String(decoding: $0.prefix(256), as: UTF8.self) } ?? ""
      self.time = time
    }
  }
}
