// SPDX-License-Identifier: MIT

import TraceModel

extension Latency {
  /// The value of the source that what follows goes back to.
  struct Origin: Codable, Sendable, Equatable {
    enum Kind: UInt8, Codable {
      /// No value of the source.
      case none
      /// Nobody knows, since a loss lies between.
      case lost
      /// The value at `time`.
      case value
      /// Only an earlier part knows.
      case earlier
    }

    var kind: Kind
    var time: Int64 = 0
    /// Whether a value of the target goes back to it.
    var isMatched = false
    /// How many frames and actions refer to it.
    var uses: Int32 = 0
  }

  /// The values of the source that something on a stack or in a queue goes back to.
  struct Origins: ~Copyable {
    static let none: Int32 = 0
    static let lost: Int32 = 1
    static let mostWaiting = 65_536

    private(set) var all = OwnedList<Origin>()
    private var free: [Int32] = []
    private(set) var totals = PairTotals()
    /// The times of values of the target by the origin that only an earlier part knows.
    private(set) var waiting: [Int32: [Int64]] = [:]
    private var waitingCount = 0
    private(set) var isCurtailed = false

    init() {
      all.append(Origin(kind: .none))
      all.append(Origin(kind: .lost))
    }

    /// Origins as they were written down; those that nothing refers to are used again.
    init(_ state: Latency.State) {
      for origin in state.origins.all { all.append(origin) }
      totals = state.origins.totals
      waiting = state.origins.waiting
      waitingCount = waiting.values.reduce(0) { $0 + $1.count }
      isCurtailed = state.origins.isCurtailed
      while all.count < 2 { all.append(Origin(kind: .none)) }
      var used = Set(waiting.keys)
      for tag in state.stacks.tags + state.actions.tags where tag != 0 {
        used.insert(LatencyTag(tag).origin)
      }
      free = all.indices.dropFirst(2).map { Int32($0) }.filter { !used.contains($0) }
    }

    mutating func add(_ origin: Origin) -> Int32 {
      if let place = free.popLast() {
        all[Int(place)] = origin
        return place
      }
      all.append(origin)
      return Int32(all.count - 1)
    }

    @inline(__always)
    mutating func use(_ origin: Int32) {
      if origin > Self.lost { all[Int(origin)].uses &+= 1 }
    }

    @inline(__always)
    mutating func release(_ origin: Int32) {
      guard origin > Self.lost else { return }
      all[Int(origin)].uses &-= 1
      if all[Int(origin)].uses <= 0, waiting.isEmpty || waiting[origin] == nil {
        free.append(origin)
      }
    }

    /// Counts a value of the source.
    mutating func start(at time: Int64) -> Int32 {
      totals.from &+= 1
      return add(Origin(kind: .value, time: time))
    }

    /// Counts a value of the source that nothing can be traced back to.
    mutating func startUnplaced() { totals.from &+= 1 }

    /// Counts a value of the target.
    mutating func reach(_ origin: Int32, at time: Int64) {
      totals.to &+= 1
      settle(origin, at: time)
    }

    /// Counts a value of the target of which nothing is known.
    mutating func reachUnplaced() {
      totals.to &+= 1
      totals.unknown &+= 1
    }

    /// Counts a value of the target whose origin is now known.
    mutating func settle(_ origin: Int32, at time: Int64) {
      switch all[Int(origin)].kind {
      case .none: totals.without &+= 1
      case .lost: totals.unknown &+= 1
      case .value:
        let begin = all[Int(origin)].time
        totals.times.record(time > begin ? UInt64(bitPattern: time &- begin) : 0)
        guard !all[Int(origin)].isMatched else { return }
        all[Int(origin)].isMatched = true
        totals.matched &+= 1
      case .earlier:
        guard waitingCount < Self.mostWaiting else {
          isCurtailed = true
          totals.without &+= 1
          return
        }
        waitingCount += 1
        waiting[origin, default: []].append(time)
      }
    }

    /// Takes over what a later part has counted.
    mutating func merge(_ later: State) {
      totals.merge(later.totals)
      isCurtailed = isCurtailed || later.isCurtailed
    }

    /// What is written down.
    struct State: Codable, Sendable, Equatable {
      var all: [Origin] = []
      var totals = PairTotals()
      var waiting: [Int32: [Int64]] = [:]
      var isCurtailed = false

      /// The totals if nothing was before.
      var final: PairTotals {
        var totals = totals
        totals.without &+= UInt64(waiting.values.reduce(0) { $0 + $1.count })
        return totals
      }
    }

    var state: State {
      State(
        all: all.indices.map { all[$0] }, totals: totals, waiting: waiting,
        isCurtailed: isCurtailed)
    }
  }
}
