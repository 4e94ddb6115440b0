// SPDX-License-Identifier: MIT

/// Subscriptions that were over lately, each at the place that its id gives.
///
/// What comes late of them, as when one thread disposes while another one delivers, is of no new
/// subscription.
package struct RecentSubscriptions: ~Copyable {
  /// How many are remembered at most.
  package static let most = 1_024

  private var keys = OwnedList<SubscriptionKey>(repeating: Self.nobody, count: most)
  private static var nobody: SubscriptionKey { SubscriptionKey(host: 0, process: -1, id: 0) }

  package init() {}

  /// Those that are remembered.
  package var all: [SubscriptionKey] {
    var found: [SubscriptionKey] = []
    for index in keys.indices where keys[index].id != 0 { found.append(keys[index]) }
    return found
  }

  package func contains(_ key: SubscriptionKey) -> Bool { keys[Self.place(of: key)] == key }

  package mutating func insert(_ key: SubscriptionKey) { keys[Self.place(of: key)] = key }

  /// Forgets one whose id begins anew.
  package mutating func remove(_ key: SubscriptionKey) {
    if contains(key) { keys[Self.place(of: key)] = Self.nobody }
  }

  private static func place(of key: SubscriptionKey) -> Int {
    Int(truncatingIfNeeded: key.id) & (most - 1)
  }
}
