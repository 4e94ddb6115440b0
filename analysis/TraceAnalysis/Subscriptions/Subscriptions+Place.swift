// SPDX-License-Identifier: MIT

import TraceModel

extension Subscriptions {
  /// How many subscriptions ended how, and how many did not.
  public struct Counts: Codable, Sendable, Equatable {
    /// How many there were.
    public internal(set) var subscriptions: UInt64 = 0
    /// How many completed.
    public internal(set) var completed: UInt64 = 0
    /// How many failed.
    public internal(set) var error: UInt64 = 0
    /// How many were disposed before they completed or failed.
    public internal(set) var disposed: UInt64 = 0
    /// How many have no end in the trace because their id began anew.
    public internal(set) var replaced: UInt64 = 0
    /// How many have no end in the trace.
    public internal(set) var open: UInt64 = 0
    /// How many of the open ones were open when their process exited: these leaked.
    public internal(set) var openAtExit: UInt64 = 0
    /// Of how many the start is not in the trace.
    public internal(set) var startNotInTrace: UInt64 = 0
    /// How many values they got.
    public internal(set) var values: UInt64 = 0

    mutating func take<Name>(_ subscription: Subscription<Name>) {
      subscriptions &+= 1
      values &+= subscription.values
      if subscription.began == nil { startNotInTrace &+= 1 }
      switch subscription.ending {
      case .completed: completed &+= 1
      case .error: error &+= 1
      case .disposed: disposed &+= 1
      case .replaced: replaced &+= 1
      case nil: open &+= 1
      }
    }

    mutating func add(_ other: Counts) {
      subscriptions &+= other.subscriptions
      completed &+= other.completed
      error &+= other.error
      disposed &+= other.disposed
      replaced &+= other.replaced
      open &+= other.open
      openAtExit &+= other.openAtExit
      startNotInTrace &+= other.startNotInTrace
      values &+= other.values
    }
  }

  /// What was counted of the subscriptions of one place in one process.
  struct PlaceState: Codable, Sendable {
    var counts = Counts()
    /// From begin to end, in ns, of those whose both ends were seen.
    var lifetimes = LogHistogram()
    /// How many lifetimes were not measured because a loss lies between begin and end.
    var broken: UInt64 = 0
    /// How many of those that are over had begun before the trace.
    var fromBefore: UInt64 = 0
    /// How many of those that are over are proven to be here whole.
    var proven: UInt64 = 0
    var openCounts = OpenCounts()
    /// The groups of buffers that they came from, by the bits of `BufferGroups`.
    var groupBits: UInt64 = 0
    /// The same by name; nil if they are not known.
    var groups: Set<String>? = []

    /// Takes one that is over, or all that is known of one at the end of the trace.
    mutating func take<Name>(_ subscription: Subscription<Name>) {
      counts.take(subscription)
      if !subscription.startsHere { fromBefore &+= 1 }
      if subscription.isProven { proven &+= 1 }
      guard let lifetime = subscription.lifetime else { return }
      if subscription.isProven || !subscription.crossesLoss {
        lifetimes.record(lifetime)
      } else {
        broken &+= 1
      }
    }

    mutating func merge(_ later: PlaceState) {
      counts.add(later.counts)
      lifetimes.merge(later.lifetimes)
      broken &+= later.broken
      fromBefore &+= later.fromBefore
      proven &+= later.proven
      openCounts.merge(later.openCounts)
      if let mine = groups, let theirs = later.groups {
        groups = mine.union(theirs)
      } else {
        groups = nil
      }
    }
  }

  /// Where subscriptions are made: a signal and what listens to it, in one process.
  struct PlaceKey: Hashable, Codable, Sendable {
    /// Nil for all places beyond those that are kept apart.
    var signal: String?
    var subscriber: String?
    var process: ProcessKey
  }
}
