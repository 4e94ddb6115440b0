// SPDX-License-Identifier: MIT

import TraceModel

extension Latency {
  /// All that an analysis of latencies has seen, by names instead of numbers.
  public struct State: Codable, Sendable {
    struct Place: Codable, Sendable, Equatable {
      var signal: String
      var subscriber: String
      var totals: Totals
    }

    struct Scheduler: Codable, Sendable, Equatable {
      var name: String
      var totals: SchedulerTotals
    }

    var trace = AnalysedTrace()
    var places: [Place] = []
    var schedulers: [Scheduler] = []
    var nodes: [Node] = []
    var origins = Origins.State()
    var slowest: Slowest
    var floor = UInt64.max
    var startUnknown: UInt64 = 0
    var lostEnds: UInt64 = 0
    var isCurtailed = false
    /// Whether the way from one signal to another was asked for.
    var isAsked = false
    var stacks = DeliveryStacks.State()
    var actions = ScheduledActions.State()

    init(slowest limit: Int) { slowest = Slowest(limit: limit) }

    /// Takes what was counted.
    ///
    /// - Parameters:
    ///   - core: What was counted; its stacks and actions are taken apart.
    ///   - place: The names of an operator.
    ///   - scheduler: The name of a scheduler.
    /// - Returns: The number that each scheduler has from now on.
    mutating func take(
      _ core: borrowing Core, place: (Int) -> (signal: String, subscriber: String),
      scheduler: (Int) -> String
    ) -> [Int: Int] {
      places = core.places.indices.map { number in
        let (signal, subscriber) = place(number)
        return Place(signal: signal, subscriber: subscriber, totals: core.places[number])
      }
      var numbers: [Int: Int] = [:]
      schedulers = []
      for number in core.schedulers.indices where core.schedulers[number].isUsed {
        numbers[number] = schedulers.count
        schedulers.append(Scheduler(name: scheduler(number), totals: core.schedulers[number]))
      }
      nodes = core.nodes.all
      origins = core.origins.state
      slowest = core.slowest
      floor = core.floor
      startUnknown = core.startUnknown
      lostEnds = core.lostEnds
      isCurtailed = !core.isMergeable
      return numbers
    }
  }
}
