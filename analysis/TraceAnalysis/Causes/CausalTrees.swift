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

  /// A delivery or an action that is not over.
  private struct Frame {
    /// The `subscription_id`, or 0.
    var subscription: UInt64
    /// The `action_id`, or 0.
    var action: UInt64
    var node: CausalNode
    var time: Int64
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

  private var stacks: [Thread: [Frame]] = [:]
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
  /// - Complexity: O(*d*) in the number of deliveries that are open on its thread.
  public mutating func observe(_ event: borrowing ModelEvent) {
    guard wantsMore else { return }
    let thread = Thread(
      host: event.key.host, process: event.key.process, id: event.thread ?? -1)
    dropWhatIsLost(thread, before: event.lossEnd)
    switch event.kind {
    case .delivered:
      let subscription = event.subscription
      end(thread, at: event.time) { $0.action == 0 && $0.subscription == subscription }
    case .ended:
      let action = event.action
      end(thread, at: event.time) { $0.action == action && action != 0 }
    case .next, .error, .completed:
      let key = event.key
      noticeMissingEnd(thread, key)
      guard let node = add(event, below: stacks[thread]?.last?.node) else { return }
      if hasDelivered, key.id != 0, !unpaired.contains(key) {
        push(Frame(subscription: key.id, action: 0, node: node, time: event.time), thread)
      }
      finishIfOver(node.tree)
    case .scheduled:
      guard let node = add(event, below: stacks[thread]?.last?.node) else { return }
      let key = action(of: event)
      if key.id != 0, scheduled.updateValue((node, event.time), forKey: key) == nil {
        trees[node.tree]?.open += 1
      }
      finishIfOver(node.tree)
    case .began:
      let cause = takeScheduled(event)
      guard let node = add(event, below: cause ?? stacks[thread]?.last?.node) else {
        if let cause { release(cause.tree) }
        return
      }
      if event.action != 0 {
        push(Frame(subscription: 0, action: event.action, node: node, time: event.time), thread)
      }
      if let cause { release(cause.tree) } else { finishIfOver(node.tree) }
    case .cancelled:
      let cause = takeScheduled(event)
      let node = add(event, below: cause ?? stacks[thread]?.last?.node)
      if let cause { release(cause.tree) } else if let node { finishIfOver(node.tree) }
    default:
      if let node = add(event, below: stacks[thread]?.last?.node) { finishIfOver(node.tree) }
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

  private mutating func push(_ frame: Frame, _ thread: Thread) {
    stacks[thread, default: []].append(frame)
    trees[frame.node.tree]?.open += 1
  }

  /// Ends the innermost frame of a thread that is the one that is meant; those inside it have no end.
  private mutating func end(_ thread: Thread, at time: Int64, _ isMeant: (Frame) -> Bool) {
    guard let place = stacks[thread]?.lastIndex(where: isMeant),
      let node = stacks[thread]?[place].node
    else { return }
    sink.close(node, at: time)
    cut(thread, to: place)
  }

  /// Takes away the frames of a thread from a place on.
  private mutating func cut(_ thread: Thread, to place: Int) {
    guard var stack = stacks[thread] else { return }
    let gone = stack[place...]
    stack.removeSubrange(place...)
    stacks[thread] = stack.isEmpty ? nil : stack
    for frame in gone { release(frame.node.tree) }
  }

  /// A value that comes while the one before is still being delivered, on the same thread and to
  /// the same subscriber: that one has no end.
  private mutating func noticeMissingEnd(_ thread: Thread, _ key: SubscriptionKey) {
    guard let place = stacks[thread]?.lastIndex(where: { $0.subscription == key.id }), key.id != 0
    else { return }
    if unpaired.count < Self.mostUnpaired { unpaired.insert(key) }
    cut(thread, to: place)
  }

  private mutating func dropWhatIsLost(_ thread: Thread, before time: Int64) {
    guard time > .min, let stack = stacks[thread] else { return }
    // The outer ones began before the inner ones.
    let kept = stack.firstIndex { $0.time > time } ?? stack.count
    guard kept > 0 else { return }
    for frame in stack { trees[frame.node.tree]?.isWhole = false }
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
      let kept = stack.filter { !gone.contains($0.node.tree) }
      return kept.isEmpty ? nil : kept
    }
  }
}
