// SPDX-License-Identifier: MIT

import TraceModel

/// What the rules of order have to know of one subscription.
struct SubscriptionWatch: Codable, Sendable {
  /// One event, as far as the rules look at it.
  struct Mark: Codable, Sendable {
    enum Kind: UInt8, Codable {
      case next
      case terminal
      case disposed
      case delivered
    }

    var kind: Kind
    /// The vtid; nil if the trace does not tell.
    var thread: Int32?
    var time: Int64
    /// The latest end of a loss that began before.
    var lossEnd: Int64
  }

  /// How many events are kept of a subscription whose begin an earlier part may tell of.
  static let mostMarks = 16

  /// When it began; nil if that was not seen.
  var begin: Int64?
  private(set) var hasTerminal = false
  private(set) var isDisposed = false
  private var disposedThread: Int32?
  private(set) var nexts: UInt64 = 0
  /// The time of the last value.
  private(set) var last: Int64?
  /// How many values its process had by then.
  var valuesOfProcess: UInt64 = 0
  private var deliveries = OpenDeliveries()
  /// The first events, if the begin was not seen.
  private(set) var marks: [Mark] = []

  /// Whether its begin was seen.
  var began: Bool { begin != nil }
  /// Whether nothing more may come.
  var isOver: Bool { hasTerminal || isDisposed }

  /// Takes an event.
  ///
  /// - Returns: The rule that it breaks.
  mutating func take(_ mark: Mark) -> Rule? {
    switch mark.kind {
    case .next: return takeNext(at: mark.time, on: mark.thread, lossEnd: mark.lossEnd)
    case .delivered: return takeDelivered(at: mark.time, on: mark.thread, lossEnd: mark.lossEnd)
    case .terminal:
      keep(mark)
      let broken: Rule? =
        hasTerminal ? .twoTerminals : isAfterDispose(mark.thread) ? .deliveryAfterDispose : nil
      hasTerminal = true
      deliveries.begin(isValue: false, at: mark.time, on: mark.thread, lossEnd: mark.lossEnd)
      return broken
    case .disposed:
      keep(mark)
      if !isDisposed { disposedThread = mark.thread }
      isDisposed = true
      return nil
    }
  }

  /// Takes a value: the same as `take`, but the end of the loss is only asked for where it matters.
  ///
  /// - Returns: The rule that it breaks.
  @inline(__always)
  mutating func takeNext(
    at time: Int64, on thread: Int32?, lossEnd: @autoclosure () -> Int64
  ) -> Rule? {
    if keepsMarks {
      keep(Mark(kind: .next, thread: thread, time: time, lossEnd: lossEnd()))
    }
    nexts &+= 1
    last = time
    deliveries.begin(isValue: true, at: time, on: thread, lossEnd: lossEnd())
    guard isOver else { return nil }
    return hasTerminal
      ? .valueAfterTerminal : isAfterDispose(thread) ? .deliveryAfterDispose : nil
  }

  /// Takes the end of a delivery, as `takeNext` takes a value.
  ///
  /// - Returns: The rule that it proves to be broken.
  @inline(__always)
  mutating func takeDelivered(
    at time: Int64, on thread: Int32?, lossEnd: @autoclosure () -> Int64
  ) -> Rule? {
    if keepsMarks {
      keep(Mark(kind: .delivered, thread: thread, time: time, lossEnd: lossEnd()))
    }
    return deliveries.end(on: thread, lossEnd: lossEnd())
  }

  private var keepsMarks: Bool { !began && marks.count < Self.mostMarks }

  @inline(never)
  private mutating func keep(_ mark: Mark) {
    if keepsMarks { marks.append(mark) }
  }

  /// On another thread it may have been under way when the subscription was disposed.
  private func isAfterDispose(_ thread: Int32?) -> Bool {
    isDisposed && thread != nil && thread == disposedThread
  }

  /// Puts what a later part saw of the subscription behind this.
  ///
  /// - Returns: The rules that are broken only together, and those that were not broken after all.
  mutating func append(_ later: SubscriptionWatch) -> (broken: [(Rule, Int64)], not: [Rule]) {
    var fresh = SubscriptionWatch()
    var broken: [(Rule, Int64)] = []
    var not: [Rule] = []
    for mark in later.marks {
      if let rule = fresh.take(mark) { not.append(rule) }
      if let rule = take(mark) { broken.append((rule, mark.time)) }
    }
    // What lies beyond the marks is as it was seen.
    if later.nexts > fresh.nexts { deliveries = later.deliveries }
    nexts &+= later.nexts &- fresh.nexts
    if let time = later.last { (last, valuesOfProcess) = (time, later.valuesOfProcess) }
    hasTerminal = hasTerminal || later.hasTerminal
    if !isDisposed { disposedThread = later.disposedThread }
    isDisposed = isDisposed || later.isDisposed
    return (broken, not)
  }
}
