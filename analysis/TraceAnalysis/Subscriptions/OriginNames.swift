// SPDX-License-Identifier: MIT

import TraceModel

/// Gives subscriptions their names, and the group of buffers that they came from instead of an
/// event class.
struct OriginNames {
  private let signals: NameTable
  private let subscribers: NameTable
  private let ofClass: [Int32]
  /// The groups by number.
  let groups: [String]

  init(_ trace: SignalTrace) {
    signals = trace.signals
    subscribers = trace.subscribers
    var numbers: [String: Int32] = [:]
    var groups: [String] = []
    ofClass = trace.eventNames.indices.map { index in
      let group = trace.bufferGroup(ofClass: index)
      if let number = numbers[group] { return number }
      numbers[group] = Int32(groups.count)
      groups.append(group)
      return Int32(groups.count - 1)
    }
    self.groups = groups
  }

  func named(_ subscription: Subscription<NameID>) -> Subscription<String> {
    var named = subscription.renamed(
      signal: { signals.text($0) }, subscriber: { subscribers.text($0) })
    named.origin = ofClass[Int(subscription.origin)]
    return named
  }
}

/// Puts the groups of buffers of two parts together.
struct MergedGroups {
  /// For each group of the later part its number in the whole.
  let renumbered: [Int32]

  init(_ groups: inout [String], _ later: [String]) {
    var renumbered: [Int32] = []
    for group in later {
      let number = groups.firstIndex(of: group) ?? groups.count
      if number == groups.count { groups.append(group) }
      renumbered.append(Int32(number))
    }
    self.renumbered = renumbered
  }

  /// The number in the whole of a number of the later part.
  subscript(number: Int32) -> Int32 {
    // A written part is not to be trusted.
    renumbered.indices.contains(Int(number)) ? renumbered[Int(number)] : 0
  }
}
