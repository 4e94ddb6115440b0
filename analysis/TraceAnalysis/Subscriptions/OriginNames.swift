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

  /// The name of a number in the trace's table of signals.
  func signal(_ number: Int) -> String { signals.text(NameID(index: number)) }

  /// The name of a number in the trace's table of subscribers.
  func subscriber(_ number: Int) -> String { subscribers.text(NameID(index: number)) }

  func named(_ subscription: Subscription<NameID>) -> Subscription<String> {
    var named = subscription.renamed(
      signal: { signals.text($0) }, subscriber: { subscribers.text($0) })
    named.origin = ofClass[Int(subscription.origin)]
    return named
  }
}
