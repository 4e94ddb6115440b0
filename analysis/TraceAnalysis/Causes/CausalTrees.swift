// SPDX-License-Identifier: MIT

public import TraceModel

/// What events led to: each wanted event with all that happened inside its delivery and, over
/// scheduler hops, inside the actions that were scheduled there, and so on.
///
/// A wanted event that stands in the tree of another one is shown there and begins none of its own.
/// An event stands below the delivery or the action that is innermost on its thread; `began` and
/// `cancelled` stand below the `scheduled` of their action, on whichever thread. `delivered` and
/// `ended` are no nodes: they end one.
///
/// Nothing is paired across a loss. A subscription whose deliveries have no end, as that of a traced
/// sequence, is noticed at its second value on a thread and leads to nothing from then on.
///
/// Memory is bounded: of a tree at most 10,000 events are handed on and of all unfinished trees
/// 100,000 together; then the oldest ones are finished early.
public struct CausalTrees<Sink: CausalSink>: Analysis {
  private static var mostNodes: Int { 10_000 }
  private static var mostHeld: Int { 100_000 }
  private static var mostUnpaired: Int { 100_000 }

  private struct Thread: Hashable {
    var host: Int32
    var process: Int32
    var id: Int32
  }

  private struct Tree {
    var nodes = 0
    var further: UInt64 = 0
    /// How many deliveries, actions and scheduled actions of it are not over.
    var open = 0
    var isWhole = true
  }

  /// Where the trees go.
  public private(set) var sink: Sink
  private let limit: UInt64
  private let roots: TraceSelection
  private var filter: EventFilter?
  private var hasDelivered = false
  private var wantsMore = true

  private var stacks: [Thread: CausalStack] = [:]
  private var scheduled: [SubscriptionKey: (node: CausalNode, time: Int64)] = [:]
  private var unpaired: Set<SubscriptionKey> = []
  private var trees: [UInt64: Tree] = [:]
  private var begun: UInt64 = 0
  private var finished: UInt64 = 0
  private var held = 0

  /// The trees of some events.
  ///
  /// - Parameters:
  ///   - roots: Which events begin one; of its processes and times nothing is asked here.
  ///   - sink: Where they go.
  ///   - limit: How many trees are begun at most.
  public init(of roots: TraceSelection, to sink: Sink, limit: UInt64 = .max) {
    self.roots = roots
    self.sink = sink
    self.limit = limit
  }

  /// What tells deliveries, hops and threads apart.
  public var requirements: AnalysisRequirements {
    AnalysisRequirements(
      kinds: [.next, .delivered, .scheduled, .began, .ended], contexts: [.vpid, .vtid])
  }

  /// Whether the limit is reached and all trees are finished, or the sink wants no more.
  public var isDone: Bool { !wantsMore || (begun >= limit && trees.isEmpty) }

  /// Never: an earlier part may hold what a later one belongs to.
  public var isMergeable: Bool { false }

  /// Tells the sink.
  ///
  /// - Parameter trace: The trace that follows.
  public mutating func begin(_ trace: SignalTrace) {
    filter = EventFilter(roots, for: trace)
    hasDelivered = trace.has(.delivered)
    sink.begin(trace)
  }

  /// Finds the place of one event.
  ///
  /// - Parameter event: The event.
  /// - Complexity: O(1), whatever is open on its thread; the end of a delivery also ends those in it
  ///   that have none.
  public mutating func observe(_ event: borrowing ModelEvent) {
    guard wantsMore else { return }
    let thread = Thread(
      host: event.key.host, process: event.key.process, id: event.thread ?? -1)
    dropWhatIsLost(thread, before: event.lossEnd)
    switch event.kind {
    case .delivered:
      end(thread, .delivery(event.subscription), at: event.time)
    case .ended:
      end(thread, .action(event.action), at: event.time)
    case .next, .error, .completed:
      let key = event.key
      noticeMissingEnd(thread, key)
      guard let node = add(event, below: stacks[thread]?.last) else { return }
      if hasDelivered, key.id != 0, !unpaired.contains(key) {
        push(.delivery(key.id), node, event.time, thread)
      }
      finishIfOver(node.tree)
    case .scheduled:
      guard let node = add(event, below: stacks[thread]?.last) else { return }
      let key = action(of: event)
      if key.id != 0, scheduled.updateValue((node, event.time), forKey: key) == nil {
        trees[node.tree]?.open += 1
      }
      finishIfOver(node.tree)
    case .began:
      let cause = takeScheduled(event)
      guard let node = add(event, below: cause ?? stacks[thread]?.last) else {
        if let cause { release(cause.tree) }
        return
      }
      if event.action != 0 {
        push(.action(event.action), node, event.time, thread)
      }
      if let cause { release(cause.tree) } else { finishIfOver(node.tree) }
    case .cancelled:
      let cause = takeScheduled(event)
      let node = add(event, below: cause ?? stacks[thread]?.last)
      if let cause { release(cause.tree) } else if let node { finishIfOver(node.tree) }
    default:
      if let node = add(event, below: stacks[thread]?.last) { finishIfOver(node.tree) }
    }
    if held > Self.mostHeld { abandonOldest() }
  }

  /// Finishes what the trace left open.
  ///
  /// - Parameter trace: The trace.
  public mutating func end(_ trace: SignalTrace) {
    for tree in trees.keys.sorted() where wantsMore {
      trees[tree]?.isWhole = false
      finish(tree)
    }
    stacks = [:]
    scheduled = [:]
  }

  /// Adds the number of the trees that another part finished.
  ///
  /// - Parameter later: The part that follows.
  public mutating func merge(later: CausalTrees) { finished &+= later.finished }

  /// How many trees were finished.
  ///
  /// - Returns: Their number.
  public func result() -> UInt64 { finished }

  /// How many trees were finished.
  public var partial: UInt64 { finished }

  // MARK: Nodes

  /// Hands an event on, as a root if it is below nothing and wanted.
  private mutating func add(
    _ event: borrowing ModelEvent, below parent: CausalNode?
  ) -> CausalNode? {
    guard let parent else {
      guard begun < limit, filter?.wants(event) == true else { return nil }
      begun += 1
      let root = CausalNode(tree: begun, index: 0)
      trees[begun] = Tree(nodes: 1)
      held += 1
      sink.take(event, at: root)
      return root
    }
    guard let nodes = trees[parent.tree]?.nodes else { return nil }
    guard nodes < Self.mostNodes else {
      trees[parent.tree]?.further += 1
      return nil
    }
    let node = CausalNode(
      tree: parent.tree, index: nodes, parent: parent.index, depth: parent.depth + 1)
    trees[parent.tree]?.nodes = nodes + 1
    held += 1
    sink.take(event, at: node)
    return node
  }

  private mutating func push(
    _ what: CausalStack.What, _ node: CausalNode, _ time: Int64, _ thread: Thread
  ) {
    stacks[thread, default: CausalStack()].push(what, node, time)
    trees[node.tree]?.open += 1
  }

  /// Ends the innermost frame of a thread that is the one that is meant; those inside it have no end.
  private mutating func end(_ thread: Thread, _ what: CausalStack.What, at time: Int64) {
    guard let place = stacks[thread]?.place(of: what), let node = stacks[thread]?.node(at: place)
    else { return }
    sink.close(node, at: time)
    cut(thread, to: place)
  }

  /// Takes away the frames of a thread from a place on.
  private mutating func cut(_ thread: Thread, to place: Int) {
    while let count = stacks[thread]?.count, count > place {
      guard let tree = stacks[thread]?.pop()?.tree else { return }
      if count == 1 { stacks[thread] = nil }
      release(tree)
    }
  }

  /// A value that comes while the one before is still being delivered, on the same thread and to
  /// the same subscriber: that one has no end.
  private mutating func noticeMissingEnd(_ thread: Thread, _ key: SubscriptionKey) {
    guard key.id != 0, let place = stacks[thread]?.place(of: .delivery(key.id)) else { return }
    if unpaired.count < Self.mostUnpaired { unpaired.insert(key) }
    cut(thread, to: place)
  }

  /// Drops all frames of a thread if a loss came after its outermost one began.
  private mutating func dropWhatIsLost(_ thread: Thread, before time: Int64) {
    guard time > .min, let begin = stacks[thread]?.begin, begin <= time else { return }
    for tree in stacks[thread]?.trees ?? [] { trees[tree]?.isWhole = false }
    cut(thread, to: 0)
  }

  // MARK: Hops

  /// Actions are numbered apart from subscriptions, in a table of their own.
  private func action(of event: borrowing ModelEvent) -> SubscriptionKey {
    var key = event.key
    key.id = event.action
    return key
  }

  /// What scheduled an action, if it was followed; it then has to be released.
  private mutating func takeScheduled(_ event: borrowing ModelEvent) -> CausalNode? {
    guard !scheduled.isEmpty, let found = scheduled.removeValue(forKey: action(of: event)) else {
      return nil
    }
    guard found.time > event.lossEnd else {
      trees[found.node.tree]?.isWhole = false
      release(found.node.tree)
      return nil
    }
    return found.node
  }

  // MARK: Ends of trees

  private mutating func release(_ tree: UInt64) {
    guard let open = trees[tree]?.open else { return }
    trees[tree]?.open = open - 1
    finishIfOver(tree)
  }

  private mutating func finishIfOver(_ tree: UInt64) {
    if trees[tree]?.open == 0 { finish(tree) }
  }

  private mutating func finish(_ number: UInt64) {
    guard let tree = trees.removeValue(forKey: number) else { return }
    held -= tree.nodes
    finished += 1
    wantsMore =
      sink.finish(tree: number, further: tree.further, isWhole: tree.isWhole) && wantsMore
  }

  /// Finishes the oldest trees, though more may come of them, until half of the room is free.
  private mutating func abandonOldest() {
    var gone: Set<UInt64> = []
    for tree in trees.keys.sorted() where held > Self.mostHeld / 2 {
      gone.insert(tree)
      trees[tree]?.isWhole = false
      finish(tree)
    }
    scheduled = scheduled.filter { !gone.contains($0.value.node.tree) }
    stacks = stacks.compactMapValues { stack in
      let kept = stack.without(gone)
      return kept.count == 0 ? nil : kept
    }
  }
}
