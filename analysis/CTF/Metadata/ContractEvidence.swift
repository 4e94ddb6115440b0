// SPDX-License-Identifier: MIT

/// What the numbers in events tell against their being of a class of the contract.
///
/// Everything here is a proof against a name, however much of the trace is lost: something that
/// the contract excludes was seen.
struct ContractEvidence {
  private struct Key: Hashable {
    var process: UInt64
    var number: UInt64
  }

  private struct Seen {
    var first: UInt64
    var last: UInt64
    var count = 1
  }

  /// For each id, when each number was seen.
  private var seen: [Int: [Key: Seen]] = [:]
  private var withZeroFirst: Set<Int> = []
  private var withZeroSecond: Set<Int> = []
  /// The ids whose second number did not always grow within its subscription.
  private var unordered: Set<Int> = []
  private var subscriptions: Set<Key> = []
  private var actions: Set<Key> = []

  /// The names that come before others for the same subscription or action.
  private static let order = [
    ("racsignal:error", "racsignal:disposed"), ("racsignal:completed", "racsignal:disposed"),
    ("racsignal:next", "racsignal:error"), ("racscheduler:began", "racscheduler:ended"),
  ]
  /// The names of which one excludes the other for the same subscription or action.
  private static let exclusions = [
    ("racscheduler:began", "racscheduler:cancelled"),
    ("racscheduler:ended", "racscheduler:cancelled"),
  ]

  /// Looks at events.
  ///
  /// - Parameters:
  ///   - samples: The events by time; none tells nothing.
  ///   - process: Tells the process of an event, without which ids mean nothing.
  ///   - shapes: The shapes of the ids.
  init(
    _ samples: [EventSamples.Sample], _ process: ContextNaming.Process,
    _ shapes: ShapeSearch.Shapes
  ) {
    var last: [Int: [Key: (time: UInt64, ordinal: UInt64)]] = [:]
    for sample in samples {
      if sample.first == 0 { withZeroFirst.insert(sample.id) }
      if sample.second == 0 { withZeroSecond.insert(sample.id) }
      guard process != .unknown else { continue }
      let owner = process.of(sample)
      let key = Key(process: owner, number: sample.first)
      let shape = ContractEvent.shapes[shapes[sample.id]]
      if shape.strings >= 2, shape.integers >= 2, sample.first != 0 { subscriptions.insert(key) }
      if shape.strings == 1, shape.integers == 4 {
        actions.insert(Key(process: owner, number: sample.second))
      }
      if let before = last[sample.id]?[key],
        sample.second < before.ordinal
          || sample.second == before.ordinal && sample.time != before.time
      {
        // At equal times the order is not known.
        if sample.time > before.time { unordered.insert(sample.id) }
      }
      last[sample.id, default: [:]][key] = (sample.time, sample.second)
      guard sample.first != 0 else { continue }
      var entry = seen[sample.id]?[key] ?? Seen(first: sample.time, last: sample.time, count: 0)
      entry.last = sample.time
      entry.count += 1
      seen[sample.id, default: [:]][key] = entry
    }
  }

  /// Whether nothing tells that an id is not of a class.
  func allows(_ event: ContractEvent, _ id: Int) -> Bool {
    let keys = seen[id] ?? [:]
    switch event.name {
    case "racsignal:next":
      return !withZeroSecond.contains(id) && !unordered.contains(id)
    case "racsignal:dropped":
      return !withZeroSecond.contains(id)
    case "racsignal:error", "racsignal:completed", "racsignal:disposed":
      return keys.values.allSatisfy { $0.count == 1 }
    case "raccompounddisposable:added":
      return !withZeroFirst.contains(id)
    case "racsignal:delivered":
      return keys.keys.allSatisfy { !actions.contains($0) }
    case "racscheduler:began", "racscheduler:ended", "racscheduler:cancelled":
      return keys.allSatisfy { $0.value.count == 1 && !subscriptions.contains($0.key) }
    default:
      return true
    }
  }

  /// Whether nothing tells that two ids are not of two classes.
  func allows(_ one: ContractEvent, _ id: Int, beside other: ContractEvent, _ otherID: Int) -> Bool
  {
    for (earlier, later) in Self.order {
      if one.name == earlier, other.name == later, isBroken(id, otherID) { return false }
      if other.name == earlier, one.name == later, isBroken(otherID, id) { return false }
    }
    let names = [one.name, other.name]
    for (first, second) in Self.exclusions where names.contains(first) && names.contains(second) {
      if let keys = seen[id], let others = seen[otherID],
        keys.keys.contains(where: { others[$0] != nil })
      {
        return false
      }
    }
    return true
  }

  private func isBroken(_ earlier: Int, _ later: Int) -> Bool {
    guard let before = seen[earlier], let behind = seen[later] else { return false }
    return before.contains { key, entry in behind[key].map { $0.first < entry.last } ?? false }
  }
}
