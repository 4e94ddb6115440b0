// SPDX-License-Identifier: MIT

import TraceModel

/// What is kept of a subscription.
extension Summary {
  /// A value's number and time.
  struct Mark: Codable, Sendable {
    /// False before the first value.
    var exists = false
    /// The ordinal, 0 if the emitter numbers nothing.
    var ordinal: UInt64 = 0
    var time: Int64 = 0

    init() {}

    @inline(__always)
    init(ordinal: UInt64, time: Int64) {
      exists = true
      self.ordinal = ordinal
      self.time = time
    }

    /// The time to a later value, if it is proven to be the next one.
    @inline(__always)
    func interval(to later: Mark, lossEnd: @autoclosure () -> Int64) -> UInt64? {
      guard exists, later.time >= time else { return nil }
      if ordinal != 0, later.ordinal != 0 {
        guard later.ordinal == ordinal &+ 1 else { return nil }
      } else {
        guard time >= lossEnd() else { return nil }
      }
      return UInt64(bitPattern: later.time &- time)
    }
  }

  /// A subscription whose end was not seen, or whose begin was not.
  struct LiveSubscription: Sendable {
    var signal: NameID
    /// The row that it counts in.
    var row: Int
    var subscriber: NameID?
    var life = Life()
  }

  /// The same in a form that can be written down.
  struct NamedSubscription: Codable, Sendable {
    var signal: String
    /// The name of the row that it counts in.
    var row: String
    var place: String?
    var life: Life
  }

  /// What lies between a value and the one before it.
  enum Step {
    /// It is the first one.
    case first
    /// So many ns.
    case interval(UInt64)
    /// Nobody knows.
    case broken
  }

  /// What happened to a subscription so far.
  struct Life: Codable, Sendable {
    /// When it began, in ns since 1970; nil if that was not seen.
    var began: Int64?
    var isEnded = false
    var next: UInt64 = 0
    /// How many values there were, as its end tells.
    var values: UInt64?
    var first = Mark()
    var last = Mark()

    /// Whether both ends were seen, and in between every value by its ordinal.
    var isWhole: Bool {
      began != nil && isEnded && values == next
        && (next == 0 || first.ordinal == 1 && last.ordinal == next)
    }

    /// Goes on to the next value.
    @inline(__always)
    mutating func step(to mark: Mark, lossEnd: @autoclosure () -> Int64) -> Step {
      next &+= 1
      let before = last
      last = mark
      guard before.exists else {
        first = mark
        return .first
      }
      return before.interval(to: mark, lossEnd: lossEnd()).map { .interval($0) } ?? .broken
    }

    /// Puts what was seen later behind this.
    mutating func append(_ later: Life) {
      if !first.exists { first = later.first }
      if later.last.exists { last = later.last }
      next &+= later.next
      isEnded = later.isEnded
      values = later.values
    }
  }
}
