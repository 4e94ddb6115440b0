// SPDX-License-Identifier: MIT

import TraceModel

extension Subscriptions {
  /// The order of a listing.
  public enum Order: String, CaseIterable, Codable, Sendable {
    /// The earliest begin first; where the start is not in the trace, the first event counts.
    case begin
    /// The earliest end first, then the open ones.
    case end
    /// The oldest first: from its begin, or its first event, to its end or that of the trace.
    case age
    /// The one with the most values first.
    case values

    /// Whether one subscription stands before another.
    ///
    /// No two of different keys are equal, so that a listing does not depend on how a trace was cut.
    func precedes<Name>(
      _ left: Subscription<Name>, _ right: Subscription<Name>, end: Int64 = .max
    ) -> Bool {
      let (mine, theirs) = (rank(left, end), rank(right, end))
      if mine != theirs { return mine < theirs }
      let (first, second) = (left.began ?? left.heard, right.began ?? right.heard)
      if first != second { return first < second }
      return (left.key.host, left.key.process, left.key.id)
        < (right.key.host, right.key.process, right.key.id)
    }

    /// What comes first is least.
    private func rank<Name>(_ subscription: Subscription<Name>, _ end: Int64) -> Int64 {
      switch self {
      case .begin: subscription.began ?? subscription.heard
      case .end: subscription.ended ?? .max
      case .age: -Int64(clamping: Subscriptions.age(subscription, end: end))
      case .values: -Int64(clamping: subscription.values)
      }
    }
  }

  /// How old a subscription became, or is at the end of the trace.
  static func age<Name>(_ subscription: Subscription<Name>, end: Int64) -> UInt64 {
    let begin = subscription.began ?? subscription.heard
    let end = subscription.ended ?? end
    return end > begin ? UInt64(bitPattern: end &- begin) : 0
  }

  /// The first of many subscriptions in an order.
  struct Listing<Name: Sendable & Equatable> {
    let limit: Int
    let order: Order
    private(set) var items: [Subscription<Name>] = []
    /// What does not stand before this one is none of the first; nil as long as there is room.
    private var worst: Subscription<Name>?

    init(limit: Int, order: Order) {
      self.limit = limit
      self.order = order
    }

    mutating func add(_ subscription: Subscription<Name>) {
      guard limit > 0 else { return }
      if let worst, !order.precedes(subscription, worst) { return }
      items.append(subscription)
      if items.count / 2 >= limit { cut() }
    }

    /// Sorts, and drops what is too much.
    mutating func cut() {
      let order = order
      items.sort { order.precedes($0, $1) }
      guard items.count >= limit else { return }
      items.removeLast(items.count - limit)
      worst = items.last
    }
  }
}
