// SPDX-License-Identifier: MIT

import TraceModel

extension Flow {
  /// The graph of what was seen, after `end`.
  ///
  /// - Returns: The graph.
  public func result() -> FlowGraph {
    var state = state
    // What is loose or pending now stays so.
    for subscription in state.loose.byKey.values {
      state.take(subscription, group: state.loose.group(of: subscription))
    }
    for (key, edge) in state.pending { state.add(edge, to: State.edge(key, other: nil)) }
    var builder = GraphBuilder(state.trace, signals: Set(state.edges.keys.compactMap(\.from)))
    for (key, edge) in state.edges { builder.add(key, edge) }
    return builder.graph()
  }
}

/// Makes a graph of edges by name.
private struct GraphBuilder {
  private struct NodeKey: Hashable {
    var kind: FlowGraph.Kind
    var name: String
  }

  private struct EdgeKey: Hashable {
    var from: NodeKey
    var to: NodeKey
    var kind: FlowGraph.EdgeKind
  }

  private let trace: AnalysedTrace
  /// What was subscribed to.
  private let signals: Set<String>
  private var nodes: [NodeKey: FlowGraph.Node] = [:]
  /// Of which a value is known, if only from before the trace.
  private var hasDelivered: Set<NodeKey> = []
  private var nodeGroups: [NodeKey: Set<String>?] = [:]
  private var edges: [EdgeKey: Flow.EdgeState] = [:]
  private var further: (subscriptions: UInt64, values: UInt64)?
  private var judge: LifeJudge

  init(_ trace: AnalysedTrace, signals: Set<String>) {
    self.trace = trace
    self.signals = signals
    judge = LifeJudge(trace)
  }

  mutating func add(_ key: Flow.EdgeKey, _ edge: Flow.EdgeState) {
    guard let from = key.from else {
      guard key.target != .effect else { return }
      let sum = further ?? (0, 0)
      further = (sum.subscriptions &+ edge.subscriptions, sum.values &+ edge.values)
      return
    }
    let source = node(.signal, from)
    let target = target(of: key)
    let kind: FlowGraph.EdgeKind = key.target == .effect ? .causes : .feeds
    edges[EdgeKey(from: source, to: target, kind: kind), default: Flow.EdgeState()].merge(edge)
    guard kind == .feeds else { return }
    nodes[source]?.subscriptions &+= edge.subscriptions
    nodes[source]?.open &+= edge.open
    nodes[source]?.next &+= edge.values
    if edge.delivered > 0 { hasDelivered.insert(source) }
    nodes[target]?.received &+= edge.values
    nodes[target]?.isFed = true
    if let mine = nodeGroups[source] ?? [], let theirs = edge.groups {
      nodeGroups[source] = .some(mine.union(theirs))
    } else {
      nodeGroups[source] = .some(nil)
    }
  }

  private mutating func target(of key: Flow.EdgeKey) -> NodeKey {
    guard let name = key.to else { return node(.unknown, "") }
    // An operator may be named alone, and the signal that it makes by its source as well.
    if key.target == .subscriber, !signals.contains(name), let from = key.from,
      signals.contains("\(from).\(name)")
    {
      return node(.signal, "\(from).\(name)")
    }
    return node(key.target == .subscriber && Self.isPlace(name) ? .place : .signal, name)
  }

  private mutating func node(_ kind: FlowGraph.Kind, _ name: String) -> NodeKey {
    let key = NodeKey(kind: kind, name: name)
    if nodes[key] == nil { nodes[key] = FlowGraph.Node(kind: kind, name: name) }
    return key
  }

  /// Whether a subscriber is a place in the code, `Module/File.swift:12`, and no operator's name.
  private static func isPlace(_ name: String) -> Bool {
    guard let colon = name.utf8.lastIndex(of: 0x3A) else { return false }
    let line = name.utf8[name.utf8.index(after: colon)...]
    let file = name.utf8[..<colon]
    return !line.isEmpty && line.allSatisfy { 0x30...0x39 ~= $0 }
      && file.contains { $0 == 0x2E || $0 == 0x2F }
  }

  mutating func graph() -> FlowGraph {
    var graph = FlowGraph()
    graph.trace = trace
    graph.further = further
    let trust = LifeTrust(nil, in: trace)
    graph.trust = TrustReport(
      counts: trust.counts == .exact ? trust.values : trust.counts, quantiles: trust.open,
      open: trust.open, losses: trace.losses)
    let keys = nodes.keys.sorted { precedes(nodes[$0], nodes[$1]) }
    let numbers = Dictionary(uniqueKeysWithValues: keys.enumerated().map { ($1, $0) })
    for key in keys {
      guard var node = nodes[key] else { continue }
      node.rate = trace.rate(node.next)
      node.trust = judge.trust(nodeGroups[key] ?? [])
      if !hasDelivered.contains(key) { node.deadEnd = deadEnd(node) }
      graph.nodes.append(node)
    }
    for (key, edge) in edges {
      guard let from = numbers[key.from], let to = numbers[key.to] else { continue }
      graph.edges.append(
        FlowGraph.Edge(
          from: from, to: to, kind: key.kind, subscriptions: edge.subscriptions,
          open: edge.open, next: edge.values, rate: trace.rate(edge.values),
          trust: judge.trust(edge.groups)))
    }
    graph.edges.sort {
      ($1.next, $1.subscriptions, $0.from, $0.to, $0.kind.rawValue)
        < ($0.next, $0.subscriptions, $1.from, $1.to, $1.kind.rawValue)
    }
    markHot(&graph.edges)
    return graph
  }

  private func precedes(_ left: FlowGraph.Node?, _ right: FlowGraph.Node?) -> Bool {
    guard let left, let right else { return false }
    let (mine, theirs) = (max(left.next, left.received), max(right.next, right.received))
    if mine != theirs { return mine > theirs }
    if left.subscriptions != right.subscriptions { return left.subscriptions > right.subscriptions }
    return (left.name, left.kind.rawValue) < (right.name, right.kind.rawValue)
  }

  /// That nothing ever came is known only if nothing was lost.
  private func deadEnd(_ node: FlowGraph.Node) -> FlowGraph.DeadEnd? {
    guard node.kind == .signal, node.next == 0, node.trust.values == .exact else { return nil }
    if node.received > 0 {
      guard node.trust.counts == .exact else { return nil }
      return node.subscriptions == 0 ? .unheard : .swallows
    }
    return node.subscriptions > 0 ? .silent : nil
  }

  private func markHot(_ edges: inout [FlowGraph.Edge]) {
    let carried = edges.lazy.filter { $0.kind == .feeds && $0.next > 0 }.map(\.next).sorted()
    guard !carried.isEmpty else { return }
    let (least, overflow) = carried[(carried.count - 1) / 2]
      .multipliedReportingOverflow(by: FlowGraph.hotFactor)
    guard !overflow else { return }
    for index in edges.indices where edges[index].kind == .feeds {
      edges[index].isHot = edges[index].next >= least
    }
  }
}
