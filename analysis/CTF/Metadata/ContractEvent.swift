// SPDX-License-Identifier: MIT

/// An event of the tracepoint contract, as its provider declares it: strings, then 64-bit numbers.
struct ContractEvent {
  /// What of an event can be told from its bytes alone.
  struct Shape: Hashable {
    var strings: Int
    var integers: Int

    /// How many strings, the first ones, are never empty: names and rules, not values and details.
    var filledStrings: Int { strings < 3 ? strings : strings - 1 }
  }

  let name: String
  let logLevel: Int
  let strings: [String]
  let integers: [String]

  /// The version of the contract that is described here.
  static let version = 1

  /// All events, in the order in which `signal-probes.c` has LTTng register them.
  ///
  /// LTTng numbers those that a session wants in this order.
  static let all: [ContractEvent] = [
    .init("racsignal:error", 3, "signal subscriber error", "subscription_id values"),
    .init("racsignal:violation", 4, "signal subscriber rule detail", "subscription_id"),
    .init("racsignal:dropped", 5, "signal subscriber reason", "subscription_id count"),
    .init(
      "racsignal:subscribed", 6, "signal subscriber",
      "subscription_id signal_id parent_id cause_id"),
    .init(
      "racsignal:alive", 6, "signal subscriber",
      "subscription_id signal_id parent_id cause_id values age_ns"),
    .init("racsignal:completed", 6, "signal subscriber", "subscription_id values"),
    .init("racsignal:disposed", 6, "signal subscriber", "subscription_id values"),
    .init("racsignal:next", 12, "signal subscriber value", "subscription_id ordinal"),
    .init("racsignal:delivered", 13, "", "subscription_id"),
    .init("raccompounddisposable:added", 14, "compound_disposable disposable", "new_total"),
    .init("raccompounddisposable:removed", 14, "compound_disposable disposable", "new_total"),
    .init("racscheduler:scheduled", 9, "scheduler", "scheduler_id action_id delay_ns cause_id"),
    .init("racscheduler:began", 9, "", "action_id"),
    .init("racscheduler:ended", 9, "", "action_id"),
    .init("racscheduler:cancelled", 9, "", "action_id"),
    .init("racprocess:exiting", 6, "program", "subscriptions"),
  ]

  /// The providers' events, as ranges of ``all``.
  static let providers: [Range<Int>] = {
    var ranges: [Range<Int>] = []
    for (index, event) in all.enumerated() {
      if let last = ranges.last, all[last.lowerBound].provider == event.provider {
        ranges[ranges.count - 1] = last.lowerBound..<index + 1
      } else {
        ranges.append(index..<index + 1)
      }
    }
    return ranges
  }()

  /// The shapes that there are.
  static let shapes: [Shape] = all.reduce(into: []) { shapes, event in
    if !shapes.contains(event.shape) { shapes.append(event.shape) }
  }

  private init(_ name: String, _ logLevel: Int, _ strings: String, _ integers: String) {
    self.name = name
    self.logLevel = logLevel
    self.strings = strings.split(separator: " ").map(String.init)
    self.integers = integers.split(separator: " ").map(String.init)
  }

  var shape: Shape { Shape(strings: strings.count, integers: integers.count) }

  private var provider: Substring { name.prefix { $0 != ":" } }
}
