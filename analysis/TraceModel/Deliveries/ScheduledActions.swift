// SPDX-License-Identifier: MIT

/// Follows the work of schedulers from `scheduled` to `ended` or `cancelled`, by `action_id`.
///
/// Nothing is paired across a loss: what lies on both sides of one is known by its id, but how long
/// it took is not.
///
/// Memory is bounded by the actions that wait or run at a time, at most 131,072: when there are
/// more, those are given up that a loss may have ended, then further ones are only counted. Of
/// actions that were scheduled before the trace begins 65,536 are kept for an earlier part.
public struct ScheduledActions: ~Copyable {
  static let mostPending = 131_072
  static let mostRemembered = 65_536

  struct Entry: Codable, Sendable {
    var scheduler: Int32 = -1
    var isWaitTorn = false
    var isRunTorn = false
    var cause: UInt64 = 0
    var delay: UInt64 = 0
    var scheduled = Int64.min
    var began = Int64.min
    var ended = Int64.min
    var cancelled = Int64.min
    /// The latest end of a loss that the first event after `scheduled` knew of, and that `ended`
    /// knew of.
    var lossEnd = Int64.min
    var endLossEnd = Int64.min
    var tag: UInt64 = 0

    var isScheduled: Bool { scheduled > .min }
    var isOver: Bool { ended > .min || cancelled > .min }

    /// What is told of it.
    func told(_ key: SubscriptionKey) -> ScheduledAction {
      func known(_ time: Int64) -> Int64? { time > .min ? time : nil }
      return ScheduledAction(
        key: key, scheduler: scheduler < 0 ? nil : NameID(index: Int(scheduler)), cause: cause,
        delay: delay, scheduled: known(scheduled), began: known(began), ended: known(ended),
        cancelled: known(cancelled), isWaitTorn: isWaitTorn, isRunTorn: isRunTorn)
    }
  }

  var table = SubscriptionTable<Entry>()
  private var remembered = 0
  private var lossEnd = Int64.min
  /// The loss that was looked at when room was last made.
  private var givenUpTo = Int64.min
  /// What the last event finished, and what the analysis had put on it.
  package private(set) var finished: (action: ScheduledAction, tag: UInt64)?
  /// The place of the action of the last event, if it is still there; −1: none.
  package private(set) var current = -1
  /// How many actions were not followed for want of room.
  public package(set) var unfollowed: UInt64 = 0
  /// Whether a bound was hit, so that more was forgotten than an earlier part might know.
  package var isCurtailed = false

  /// No actions.
  public init() {}

  /// Takes the next event, in the order of time.
  ///
  /// - Parameters:
  ///   - event: The event.
  ///   - body: Gets each action that is now over.
  /// - Complexity: O(1).
  public mutating func observe(_ event: borrowing ModelEvent, _ body: (ScheduledAction) -> Void) {
    observe(event)
    if let finished { body(finished.action) }
  }

  /// Hands out what waits or runs after the last event, and what had begun before the trace.
  ///
  /// - Parameter body: Gets each action that is not over, or that nothing is known of before.
  public func finish(_ body: (ScheduledAction) -> Void) {
    for index in table.indices { body(told(index)) }
  }

  /// Takes the next event: what it finished is in `finished`.
  package mutating func observe(_ event: borrowing ModelEvent) {
    finished = nil
    current = -1
    switch event.kind {
    case .scheduled, .began, .ended, .cancelled: take(event)
    default: break
    }
  }

  private mutating func take(_ event: borrowing ModelEvent) {
    var key = event.key
    key.id = event.action
    guard key.id != 0 else { return }
    lossEnd = max(lossEnd, event.markLossEnd)
    if event.kind == .scheduled {
      if let old = table.find(key) { table.remove(at: old) }
      var entry = Entry()
      entry.scheduler = Int32(truncatingIfNeeded: event.subscriber?.index ?? -1)
      entry.delay = event.number
      entry.cause = event.cause
      entry.scheduled = event.time
      current = add(key, entry)
      return
    }
    let found = table.find(key) ?? add(key, Entry())
    guard found >= 0 else { return }
    current = found
    let time = event.time
    switch event.kind {
    case .began:
      table[found].began = time
      table[found].lossEnd = lossEnd
      table[found].isWaitTorn = table[found].isScheduled && table[found].scheduled < lossEnd
    case .ended:
      table[found].ended = time
      table[found].endLossEnd = lossEnd
      table[found].isRunTorn = table[found].began > .min && table[found].began < lossEnd
    default:
      table[found].cancelled = time
    }
    if table[found].isOver { close(found) }
  }

  /// Hands out an action that is over, unless an earlier part may know when it was scheduled.
  private mutating func close(_ index: Int) {
    if !table[index].isScheduled {
      guard remembered >= Self.mostRemembered else {
        remembered += 1
        return
      }
      isCurtailed = true
    }
    finished = (told(index), table[index].tag)
    table.remove(at: index)
    current = -1
  }

  private mutating func add(_ key: SubscriptionKey, _ entry: Entry) -> Int {
    if table.count >= Self.mostPending + remembered, lossEnd > givenUpTo { giveUp() }
    guard table.count < Self.mostPending + remembered else {
      unfollowed &+= 1
      isCurtailed = true
      return -1
    }
    return table.insert(key, entry)
  }

  /// Forgets the actions that were scheduled before a loss: their ends may have been lost.
  ///
  /// To be called once for each loss, since it looks at all of them.
  private mutating func giveUp() {
    givenUpTo = lossEnd
    for index in table.indices.reversed()
    where table[index].isScheduled && table[index].scheduled < lossEnd {
      table.remove(at: index)
      unfollowed &+= 1
      isCurtailed = true
    }
  }

  func told(_ index: Int) -> ScheduledAction {
    table[index].told(table.key(at: index))
  }

  /// Whether a loss lies between the `scheduled` and the `began` of the last event's action.
  package var currentIsTorn: Bool { table[current].isWaitTorn }

  /// What the analysis has put on the action of the last event.
  package var currentTag: UInt64 {
    get { table[current].tag }
    set { table[current].tag = newValue }
  }
}
