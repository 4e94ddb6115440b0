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
    if !began, marks.count < Self.mostMarks { marks.append(mark) }
    switch mark.kind {
    case .next:
      nexts &+= 1
      last = mark.time
      deliveries.begin(mark)
      return hasTerminal ? .valueAfterTerminal : isAfterDispose(mark) ? .deliveryAfterDispose : nil
    case .terminal:
      let broken: Rule? =
        hasTerminal ? .twoTerminals : isAfterDispose(mark) ? .deliveryAfterDispose : nil
      hasTerminal = true
      deliveries.begin(mark)
      return broken
    case .disposed:
      if !isDisposed { disposedThread = mark.thread }
      isDisposed = true
      return nil
    case .delivered: return deliveries.end(mark)
    }
  }

  /// On another thread it may have been under way when the subscription was disposed.
  private func isAfterDispose(_ mark: Mark) -> Bool {
    isDisposed && mark.thread != nil && mark.thread == disposedThread
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
    last = later.last ?? last
    hasTerminal = hasTerminal || later.hasTerminal
    if !isDisposed { disposedThread = later.disposedThread }
    isDisposed = isDisposed || later.isDisposed
    return (broken, not)
  }
}

/// The deliveries of one subscription that are under way, on the last two threads.
struct OpenDeliveries: Codable, Sendable {
  private var thread: Int32?
  /// Whether the open deliveries of the thread are values, the innermost in the lowest bit.
  private var values: UInt32 = 0
  private var depth: UInt8 = 0
  /// When the outermost began.
  private var since: Int64 = 0
  /// Whether the last event was the end of a value's delivery.
  private var hasClosedValue = false
  /// The thread that was delivering when another one began.
  private var other: Int32?
  private var otherSince: Int64 = 0

  /// A delivery begins.
  mutating func begin(_ mark: SubscriptionWatch.Mark) {
    guard let now = mark.thread else { return }
    if depth > 0, mark.lossEnd > since { depth = 0 }
    if depth > 0, now != thread {
      (other, otherSince) = (thread, since)
      depth = 0
    } else if now == other {
      other = nil
    }
    if depth == 0 {
      since = mark.time
      values = 0
    }
    thread = now
    values = values << 1 | (mark.kind == .next ? 1 : 0)
    depth = min(depth + 1, 31)
    hasClosedValue = false
  }

  /// A delivery ends: only that proves that it was still open when others began.
  mutating func end(_ mark: SubscriptionWatch.Mark) -> Rule? {
    guard let now = mark.thread else { return nil }
    if let before = other, before == now {
      other = nil
      return mark.lossEnd <= otherSince ? .overlappingDeliveries : nil
    }
    guard now == thread, depth > 0 else { return nil }
    let isValue = values & 1 == 1
    values >>= 1
    depth -= 1
    defer { hasClosedValue = isValue }
    return hasClosedValue && isValue && mark.lossEnd <= since ? .reentrancy : nil
  }
}
