// SPDX-License-Identifier: MIT

/// What waits or runs at the end of a part of a trace, and what had begun before it.
extension ScheduledActions {
  /// The state in a form that can be written down.
  package struct State: Codable, Sendable {
    struct NamedEntry: Codable, Sendable {
      var key: SubscriptionKey
      var entry: Entry
    }

    var entries: [NamedEntry] = []
    var unfollowed: UInt64 = 0
    package var isCurtailed = false

    /// Nothing.
    package init() {}

    /// The actions that are not over, or of which the begin is not known, and their schedulers.
    package var pending: [(action: ScheduledAction, scheduler: Int?)] {
      entries.map { named in
        (named.entry.told(named.key), named.entry.scheduler < 0 ? nil : Int(named.entry.scheduler))
      }
    }

    /// What the analysis has put on the actions.
    package var tags: [UInt64] { entries.map(\.entry.tag) }
  }

  /// Writes the state down.
  ///
  /// - Parameter scheduler: The number that a scheduler has from now on.
  /// - Returns: The state.
  package func state(scheduler: (Int) -> Int) -> State {
    var state = State()
    state.unfollowed = unfollowed
    state.isCurtailed = isCurtailed
    for index in table.indices {
      var entry = table[index]
      if entry.scheduler >= 0 { entry.scheduler = Int32(scheduler(Int(entry.scheduler))) }
      state.entries.append(State.NamedEntry(key: table.key(at: index), entry: entry))
    }
    return state
  }

  /// Actions as they were written down.
  ///
  /// - Parameter state: What `state` gave.
  package init(_ state: State) {
    unfollowed = state.unfollowed
    isCurtailed = state.isCurtailed
    for named in state.entries where table.find(named.key) == nil {
      _ = table.insert(named.key, named.entry)
    }
  }

  /// Goes on with what a later part knows.
  ///
  /// - Parameters:
  ///   - later: The part that follows.
  ///   - losses: What all parts lost.
  ///   - scheduler: The number here of a scheduler of the later part.
  ///   - tag: What the analysis puts on an action: gets what it had put on it in the later part,
  ///     and in this one if it was known there, and whether a loss lies between.
  ///   - body: Gets each action that is now over, and what the analysis has put on it.
  package mutating func append(
    _ later: State, losses: TraceLosses, scheduler: (Int) -> Int,
    tag: (_ later: UInt64, _ earlier: UInt64?, _ isTorn: Bool) -> UInt64,
    _ body: (ScheduledAction, UInt64) -> Void
  ) {
    unfollowed &+= later.unfollowed
    isCurtailed = isCurtailed || later.isCurtailed
    for named in later.entries {
      var entry = named.entry
      if entry.scheduler >= 0 { entry.scheduler = Int32(scheduler(Int(entry.scheduler))) }
      guard let known = table.find(named.key), !table[known].isOver else {
        // What is over here is another action's: an id is never used again.
        if table.find(named.key) == nil {
          entry.tag = tag(entry.tag, nil, false)
          _ = table.insert(named.key, entry)
        }
        continue
      }
      table[known].append(entry, losses)
      table[known].tag = tag(entry.tag, table[known].tag, table[known].isWaitTorn)
      guard table[known].isOver, table[known].isScheduled else { continue }
      body(told(known), table[known].tag)
      table.remove(at: known)
    }
  }
}

extension ScheduledActions.Entry {
  /// Puts what a later part knows behind this.
  fileprivate mutating func append(_ later: Self, _ losses: TraceLosses) {
    if later.began > .min, began == .min {
      began = later.began
      isWaitTorn = isScheduled && scheduled < losses.latestEnd(later.began)
      isRunTorn = later.isRunTorn
    } else if later.ended > .min, began > .min {
      isRunTorn = began < losses.latestEnd(later.ended)
    }
    if later.ended > .min { ended = later.ended }
    if later.cancelled > .min { cancelled = later.cancelled }
    endLossEnd = max(endLossEnd, later.endLossEnd)
    lossEnd = max(lossEnd, later.lossEnd)
  }
}
