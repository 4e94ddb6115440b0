// SPDX-License-Identifier: MIT

/// A point in what one thread does under a ``TestScheduler``, as the model of the stress tests
/// knows it: not only when, but where in the order of all that happens at that time.
///
/// At one time actions run in the order in which they were scheduled: those of the test's script
/// first, by their numbers, then others by the instants at which they were. Within an action things
/// nest, as calls do, and `path` says where: the second thing inside the first subscriber's
/// delivery is later than all that is inside the first thing.
final class Instant: Comparable, Sendable {
  private enum Place {
    case index(Int)
    /// The place of a subscriber in a subject's list: when it joined.
    case subscriber(Instant)
  }

  private enum Cause {
    case script(Int)
    case scheduled(Instant)
  }

  /// In ticks.
  let time: Int
  private let cause: Cause
  private let path: [Place]

  private init(_ time: Int, _ cause: Cause, _ path: [Place] = []) {
    self.time = time
    self.cause = cause
    self.path = path
  }

  /// The begin of an action of the script.
  static func script(_ number: Int, at time: Int) -> Instant { Instant(time, .script(number)) }

  /// The begin of an action that is scheduled now.
  func scheduling(after ticks: Int) -> Instant { Instant(time + ticks, .scheduled(self)) }

  /// What happens inside of this, in the order of the numbers.
  func inside(_ index: Int) -> Instant { Instant(time, cause, path + [.index(index)]) }

  /// What happens right after this and all that is inside of it.
  var after: Instant { inside(.max) }

  /// A subject's delivery, as part of a send that is this, to the subscriber that joined then.
  func delivery(toOneSince joined: Instant) -> Instant {
    Instant(time, cause, path + [.subscriber(joined)])
  }

  static func < (left: Instant, right: Instant) -> Bool { compare(left, right) < 0 }
  static func == (left: Instant, right: Instant) -> Bool { compare(left, right) == 0 }

  private static func compare(_ left: Instant, _ right: Instant) -> Int {
    if left === right { return 0 }
    if left.time != right.time { return left.time - right.time }
    let causes =
      switch (left.cause, right.cause) {
      case (.script(let left), .script(let right)): left - right
      case (.script, .scheduled): -1
      case (.scheduled, .script): 1
      case (.scheduled(let left), .scheduled(let right)): compare(left, right)
      }
    if causes != 0 { return causes }
    for (left, right) in zip(left.path, right.path) {
      let places =
        switch (left, right) {
        case (.index(let left), .index(let right)): left < right ? -1 : left > right ? 1 : 0
        case (.index, .subscriber): -1
        case (.subscriber, .index): 1
        case (.subscriber(let left), .subscriber(let right)): compare(left, right)
        }
      if places != 0 { return places }
    }
    return left.path.count - right.path.count
  }
}
