// SPDX-License-Identifier: MIT

@testable import Signals

/// An event of a history, and when it happened.
struct Moment {
  let at: Instant
  let event: Event<Int>

  init(_ at: Instant, _ event: Event<Int>) {
    self.at = at
    self.event = event
  }

  var value: Int? { event.value }
}

/// All that a subscription receives, in order.
typealias History = [Moment]

/// What a signal is to the model: the history of a subscription that is made at an instant.
typealias ModelSignal = (Instant) -> History

/// What comes out of an operator: after a terminal event nothing.
struct Output {
  private(set) var history: History = []
  private(set) var isDone = false

  mutating func send(_ event: Event<Int>, at instant: Instant) {
    guard !isDone else { return }
    history.append(Moment(instant, event))
    isDone = event.isTerminal
  }

  mutating func next(_ value: Int, at instant: Instant) { send(.next(value), at: instant) }

  mutating func pass(_ moment: Moment) { send(moment.event, at: moment.at) }
}

/// What one event does to an operator of one source that needs no time.
typealias Step = (_ moment: Moment, _ out: inout Output) -> Void

extension History {
  /// The history that an operator makes of this one.
  func through(_ step: Step) -> History {
    var out = Output()
    for moment in self where !out.isDone { step(moment, &out) }
    return out.history
  }
}

/// What is still to happen to an operator, from several sources and its own timers.
struct Agenda {
  private struct Entry {
    let moment: Moment
    let tag: Int
  }

  /// Ordered, the earliest last.
  private var entries: [Entry] = []

  /// Adds a source, or a timer.
  mutating func add(_ history: History, tag: Int) {
    for moment in history {
      // Seldom far from where the last one went, and short anyway.
      let index = entries.firstIndex { $0.moment.at <= moment.at } ?? entries.count
      entries.insert(Entry(moment: moment, tag: tag), at: index)
    }
  }

  /// Drops what a source would still do.
  mutating func remove(tag: Int) { entries.removeAll { $0.tag == tag } }

  mutating func popFirst() -> (tag: Int, moment: Moment)? {
    entries.popLast().map { ($0.tag, $0.moment) }
  }
}

/// What the model of one operator is told.
struct ModelContext {
  let sources: [ModelSignal]
  /// Two numbers from 0 to 9.
  let a: Int
  let b: Int
  /// When it is subscribed.
  let start: Instant
  let world: ModelWorld

  /// The history of source number `index`, subscribed at an instant, at first if it is not said.
  func source(_ index: Int, at instant: Instant? = nil) -> History {
    sources[index](instant ?? start)
  }

  /// The histories of all sources, subscribed one after the other.
  func inOrder() -> [History] {
    sources.indices.map { source($0, at: start.inside($0)) }
  }

  /// Plays an operator of several sources, or of timers.
  ///
  /// The tags of `inputs`, the sources that are there from the first, are 0, 1, …
  func play(
    _ inputs: [History],
    _ step: (_ tag: Int, _ moment: Moment, _ agenda: inout Agenda, _ out: inout Output) -> Void
  ) -> History {
    var agenda = Agenda()
    var out = Output()
    for (tag, input) in inputs.enumerated() { agenda.add(input, tag: tag) }
    while !out.isDone, world.spend(), let (tag, moment) = agenda.popFirst() {
      step(tag, moment, &agenda, &out)
    }
    return out.history
  }
}

/// What all models of one case share: the script of the hot sources, and a bound.
final class ModelWorld {
  /// What is sent to each subject, up to its terminal event.
  let sends: [History]
  /// The virtual time at which the test ends.
  let horizon: Int
  private var budget = 4_000

  init(sends: [History], horizon: Int) {
    self.sends = sends
    self.horizon = horizon
  }

  /// Whether the case has grown too large to be worth it.
  var isSpent: Bool { budget <= 0 }

  func spend() -> Bool {
    budget -= 1
    return budget > 0
  }

  /// A subscription to subject number `index`, made at `start`, which begins with at most
  /// `capacity` old values.
  func hot(_ index: Int, at start: Instant, capacity: Int = 0, initial: [Int] = []) -> History {
    let sends = sends[index]
    let past = sends.filter { $0.at < start }
    let values = initial + past.compactMap(\.value)
    let isOver = past.last?.event.isTerminal ?? false
    var history: History = []
    for (place, value) in values.suffix(capacity).enumerated() {
      history.append(Moment(start.inside(place), .next(value)))
    }
    if isOver, let last = past.last { return history + [Moment(start.after, last.event)] }
    // One that replays joins the list when it has.
    let joined = capacity > 0 ? start.after : start
    return history
      + sends.dropFirst(past.count).map { send in
        Moment(send.at.delivery(toOneSince: joined), send.event)
      }
  }
}
