// SPDX-License-Identifier: MIT

import TraceModel

extension Flow {
  /// What an edge leads to.
  enum Target: String, Codable, Sendable {
    /// The signal of the subscription's parent.
    case parent
    /// What the subscription names as its subscriber: an operator or a place.
    case subscriber
    /// What was subscribed to because of a value.
    case effect
  }

  /// What tells an edge from others.
  struct EdgeKey: Hashable, Codable, Sendable {
    /// A signal; nil for all edges beyond those that are kept apart.
    var from: String?
    /// Nil if nobody knows.
    var to: String?
    var target: Target
  }

  /// What was counted on an edge.
  struct EdgeState: Codable, Sendable {
    var subscriptions: UInt64 = 0
    var values: UInt64 = 0
    var open: UInt64 = 0
    /// How many values there were, those before the trace too, as far as ordinals and ends tell.
    var delivered: UInt64 = 0
    /// The groups of buffers that its subscriptions came from, by the bits of `BufferGroups`.
    var groupBits: UInt64 = 0
    /// The same by name; nil if they are not known.
    var groups: Set<String>? = []

    mutating func take<Name>(_ subscription: Subscription<Name>) {
      subscriptions &+= 1
      values &+= subscription.seen
      delivered &+= subscription.values
      if subscription.ended == nil { open &+= 1 }
    }

    mutating func take(_ subscription: Subscription<String>, group: String?) {
      take(subscription)
      if let group { groups?.insert(group) } else { groups = nil }
    }

    mutating func merge(_ later: EdgeState) {
      subscriptions &+= later.subscriptions
      values &+= later.values
      open &+= later.open
      delivered &+= later.delivered
      if let mine = groups, let theirs = later.groups {
        groups = mine.union(theirs)
      } else {
        groups = nil
      }
    }
  }

  /// Subscriptions that are over and whose parent or cause only an earlier part can name.
  struct PendingKey: Hashable, Codable, Sendable {
    /// The parent or the cause.
    var other: SubscriptionKey
    var signal: String
    var subscriber: String?
    var isCause: Bool
  }

  /// All that was seen, by names instead of numbers.
  public struct State: Codable, Sendable {
    var trace = AnalysedTrace()
    var edges: [EdgeKey: EdgeState] = [:]
    var loose = LooseSubscriptions()
    var pending: [PendingKey: EdgeState] = [:]
    /// Whether there were too many edges to keep all of them apart.
    var hasFurtherEdges = false

    init() {}

    mutating func merge(_ later: State) {
      trace.merge(later.trace)
      hasFurtherEdges = hasFurtherEdges || later.hasFurtherEdges
      for (key, edge) in later.edges { edges[key, default: EdgeState()].merge(edge) }
      for (key, edge) in later.pending {
        if let signal = loose.signal(of: key.other) {
          add(edge, to: Self.edge(key, other: signal))
        } else {
          pending[key, default: EdgeState()].merge(edge)
        }
      }
      for subscription in loose.merge(later.loose, in: trace.losses) {
        take(subscription, group: loose.group(of: subscription))
      }
    }

    /// Counts a subscription that is over, or all that is known of one at the end of the trace.
    mutating func take(_ subscription: Subscription<String>, group: String?) {
      var edge = EdgeState()
      edge.take(subscription, group: group)
      for key in Self.keys(of: subscription) {
        switch key {
        case .edge(let key): add(edge, to: key)
        case .pending(let key): pending[key, default: EdgeState()].merge(edge)
        }
      }
    }

    mutating func add(_ edge: EdgeState, to key: EdgeKey?) {
      guard let key else { return }
      if hasFurtherEdges, edges[key] == nil {
        edges[EdgeKey(target: key.target), default: EdgeState()].merge(edge)
      } else {
        edges[key, default: EdgeState()].merge(edge)
      }
    }

    enum Key {
      case edge(EdgeKey)
      case pending(PendingKey)
    }

    /// Where a subscription is counted: on the edge that it is, and on that from its cause.
    static func keys(of subscription: Subscription<String>) -> [Key] {
      let (signal, subscriber) = (subscription.signal, subscription.subscriber)
      var keys: [Key] = []
      if subscription.needsParent, let parent = subscription.parentKey {
        keys.append(
          .pending(
            PendingKey(other: parent, signal: signal, subscriber: subscriber, isCause: false)))
      } else if let parent = subscription.parentSignal {
        keys.append(.edge(EdgeKey(from: signal, to: parent, target: .parent)))
      } else {
        keys.append(.edge(EdgeKey(from: signal, to: subscriber, target: .subscriber)))
      }
      if subscription.needsCause, let cause = subscription.causeKey {
        keys.append(
          .pending(PendingKey(other: cause, signal: signal, subscriber: nil, isCause: true)))
      } else if let cause = subscription.causeSignal {
        keys.append(.edge(EdgeKey(from: cause, to: signal, target: .effect)))
      }
      return keys
    }

    /// The edge of what was pending, once its parent's or cause's signal is known, or known to be
    /// over; nil if there is none.
    static func edge(_ pending: PendingKey, other: String?) -> EdgeKey? {
      if pending.isCause {
        return other.map { EdgeKey(from: $0, to: pending.signal, target: .effect) }
      }
      return other.map { EdgeKey(from: pending.signal, to: $0, target: .parent) }
        ?? EdgeKey(from: pending.signal, to: pending.subscriber, target: .subscriber)
    }
  }
}
