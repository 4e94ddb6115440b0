// SPDX-License-Identifier: MIT

import TraceModel

extension Flow {
  /// What was counted so far, by the numbers of the trace's names.
  struct CountingTables: ~Copyable {
    static let mostEdges = 4_096
    private static let mostPending = 16_384

    private var tracking: TableBox<SubscriptionTracker>
    /// Those of `tracking`, reached without counting references to it.
    private var tracker: UnsafeMutablePointer<SubscriptionTracker>
    private var edges = PairTable()
    private var edgeStates = OwnedList<EdgeState>()
    private var pending: [Pending: EdgeState] = [:]
    private var hasFurtherEdges = false
    private var isWhole = true
    /// For each event class the bit of its group of buffers.
    private let groupBits: [UInt64]

    /// The same as `PendingKey`, by numbers.
    private struct Pending: Hashable {
      var other: SubscriptionKey
      var signal: NameID
      var subscriber: NameID?
      var isCause: Bool
    }

    init(_ trace: SignalTrace) {
      tracking = TableBox(SubscriptionTracker(trace))
      tracker = tracking.tables
      groupBits = BufferGroups(trace).bits
    }

    var isMergeable: Bool { tracker.pointee.isComplete && isWhole }

    /// Looks at the subscriptions of another analysis of the same run: it is then told what each event
    /// did to them.
    mutating func share(_ other: TableBox<SubscriptionTracker>) {
      tracking = other
      tracker = other.tables
    }

    @inline(__always)
    mutating func observe(_ event: borrowing ModelEvent) {
      let kind = event.kind
      if kind == .next {
        if !tracker.pointee.next(event) { countAlone(event) }
      } else if kind != .delivered, kind != .other {
        observeOther(event)
      }
    }

    @inline(never)
    private mutating func observeOther(_ event: borrowing ModelEvent) {
      take(tracker.pointee.observe(event), event)
    }

    /// Takes an event that is no value, and what it did to the subscriptions.
    mutating func take(_ step: SubscriptionTracker.Step, _ event: borrowing ModelEvent) {
      switch step {
      case .none: if event.subscription == 0, event.kind == .subscribed { countAlone(event) }
      case .began, .kept: break
      case .ended(let subscription), .replaced(let subscription, _): take(subscription)
      }
    }

    /// Counts an event of an emitter that gives its subscriptions no ids.
    @inline(never)
    mutating func countAlone(_ event: borrowing ModelEvent) {
      guard let signal = event.signal else { return }
      let number = edge(signal.index, event.subscriber?.index, .subscriber)
      if event.kind == .next {
        edgeStates[number].values &+= 1
        edgeStates[number].delivered &+= 1
      } else {
        edgeStates[number].subscriptions &+= 1
      }
      edgeStates[number].groupBits |= groupBits[event.classIndex]
    }

    private mutating func take(_ subscription: Subscription<NameID>) {
      let (signal, subscriber) = (subscription.signal, subscription.subscriber)
      if subscription.needsParent, let parent = subscription.parentKey {
        wait(
          subscription,
          Pending(
            other: parent, signal: signal, subscriber: subscriber, isCause: false))
      } else if let parent = subscription.parentSignal {
        take(subscription, edge(signal.index, parent.index, .parent))
      } else {
        take(subscription, edge(signal.index, subscriber?.index, .subscriber))
      }
      if subscription.needsCause, let cause = subscription.causeKey {
        wait(subscription, Pending(other: cause, signal: signal, isCause: true))
      } else if let cause = subscription.causeSignal {
        take(subscription, edge(cause.index, signal.index, .effect))
      }
    }

    private mutating func take(_ subscription: Subscription<NameID>, _ edge: Int) {
      edgeStates[edge].take(subscription)
      edgeStates[edge].groupBits |= groupBits[Int(subscription.origin)]
    }

    private mutating func wait(_ subscription: Subscription<NameID>, _ key: Pending) {
      guard pending[key] != nil || pending.count < Self.mostPending else {
        isWhole = false
        if !key.isCause {
          take(subscription, edge(key.signal.index, key.subscriber?.index, .subscriber))
        }
        return
      }
      pending[key, default: EdgeState()].take(subscription)
      pending[key]?.groupBits |= groupBits[Int(subscription.origin)]
    }

    /// The number of an edge, with a state for it.
    private mutating func edge(_ from: Int, _ to: Int?, _ target: Target) -> Int {
      let names = UInt64(from + 1) << 32 | UInt64((to ?? -1) + 1)
      var number = edges.intern(PairTable.Pair(names, target.code), most: Self.mostEdges)
      if number == nil {
        hasFurtherEdges = true
        isWhole = false
        // One for each kind of edge, in which the further ones are put together.
        number = edges.intern(PairTable.Pair(0, target.code), most: Self.mostEdges + 3)
      }
      while edgeStates.count < edges.count { edgeStates.append(EdgeState()) }
      return number ?? 0
    }

    /// Hands over all that was counted, by name.
    mutating func finish(_ trace: SignalTrace, in state: inout State) {
      let groups = BufferGroups(trace)
      let names = OriginNames(trace)
      for number in edgeStates.indices {
        let pair = edges[number]
        edgeStates[number].groups = groups.names(edgeStates[number].groupBits)
        let key = names.edge(Int(pair.first >> 32), Int(pair.first & 0xFFFF_FFFF), pair.second)
        state.edges[key, default: EdgeState()].merge(edgeStates[number])
      }
      for (key, edge) in pending {
        var edge = edge
        edge.groups = groups.names(edge.groupBits)
        let named = PendingKey(
          other: key.other, signal: trace.signals.text(key.signal),
          subscriber: key.subscriber.map { trace.subscribers.text($0) }, isCause: key.isCause)
        state.pending[named, default: EdgeState()].merge(edge)
      }
      state.hasFurtherEdges = hasFurtherEdges
      state.loose = LooseSubscriptions(tracker.pointee, names)
    }
  }
}

extension Flow.Target {
  fileprivate var code: UInt64 {
    switch self {
    case .parent: 0
    case .subscriber: 1
    case .effect: 2
    }
  }
}

extension OriginNames {
  /// An edge by its numbers, which are 0 for none.
  fileprivate func edge(_ from: Int, _ to: Int, _ code: UInt64) -> Flow.EdgeKey {
    let target: Flow.Target = code == 0 ? .parent : code == 1 ? .subscriber : .effect
    guard from > 0 else { return Flow.EdgeKey(target: target) }
    let name = to == 0 ? nil : target == .subscriber ? subscriber(to - 1) : signal(to - 1)
    return Flow.EdgeKey(from: signal(from - 1), to: name, target: target)
  }
}
