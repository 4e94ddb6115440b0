// SPDX-License-Identifier: MIT

import CommandLineKit
import TraceAnalysis
import TraceModel

/// The flow for people: each source, and indented below it what it feeds, the busiest first.
struct FlowText {
  static let usual = 200
  /// Deeper ones are indented no further.
  private static let deepest = 20

  let graph: FlowGraph
  let traces: [String]
  let limit: Int
  let showsLoss: Bool
  let style: Style
  let width: Int?

  private var begin: Int64 { graph.trace.origin ?? 0 }

  func render() -> String {
    var text = ""
    if showsLoss {
      text += LossText(losses: graph.trust.losses, begin: begin, open: graph.trust.open)
        .render(style)
    }
    let signals = graph.nodes.lazy.filter { $0.kind == .signal }.count
    let places = graph.nodes.lazy.filter { $0.kind == .place }.count
    text += style.bold(traces.map(TerminalText.cleaned).joined(separator: ", ")) + ": "
    text += Figures.count(UInt64(signals), "signal") + ", " + Figures.count(UInt64(places), "place")
    text += " in the code that \(places == 1 ? "listens" : "listen")\n"
    text += TraceNotes.render(graph.trust.losses, begin: begin)
    text += MissingText(missing: graph.trace.missing).render()
    if let further = graph.further {
      text += "note: too many edges to keep all apart: further ones stand for "
      text += Figures.count(further.subscriptions, "subscription") + " and "
      text += Figures.count(further.values, "value") + "\n"
    }
    if graph.nodes.isEmpty {
      return text + "note: no subscriptions: nothing matched, or nothing was subscribed to\n"
    }
    return text + "\n" + tree + causes
  }

  // MARK: The tree

  /// A line to be written: a node, and the edge that led there.
  private struct Line {
    var node: Int
    var edge: Int?
    var depth: Int
  }

  private var tree: String {
    var table = Table([
      .init("signal", .left), .init("subs"), .init("open", rank: 2), .init("next"),
      .init("rate", rank: 1), .init("", .left),
    ])
    var feeding: [[Int]] = Array(repeating: [], count: graph.nodes.count)
    for (index, edge) in graph.edges.enumerated() where edge.kind == .feeds {
      feeding[edge.from].append(index)
    }
    var isShown = Array(repeating: false, count: graph.nodes.count)
    var count = 0
    // What nothing feeds comes first; what is left then is fed in a circle.
    let sources = graph.nodes.indices.filter { !graph.nodes[$0].isFed }
    for root in sources + Array(graph.nodes.indices) where !isShown[root] {
      var waiting = [Line(node: root, depth: 0)]
      while let line = waiting.popLast() {
        let isRepeated = isShown[line.node] && !feeding[line.node].isEmpty
        isShown[line.node] = true
        count += 1
        if count <= limit { table.add(cells(line, isRepeated: isRepeated)) }
        guard !isRepeated else { continue }
        for edge in feeding[line.node].reversed() {
          waiting.append(Line(node: graph.edges[edge].to, edge: edge, depth: line.depth + 1))
        }
      }
    }
    var text = table.render(width: width, style: style)
    if count > limit {
      text += "  … and \(count - limit) more (--limit \(count) shows them)\n"
    }
    return text
  }

  private func cells(_ line: Line, isRepeated: Bool) -> [String] {
    let node = graph.nodes[line.node]
    let edge = line.edge.map { graph.edges[$0] }
    let trust = edge?.trust ?? node.trust
    let (next, rate) = (edge?.next ?? node.next, edge == nil ? node.rate : edge?.rate)
    var marks: [String] = []
    if edge?.isHot == true { marks.append("hot") }
    if let deadEnd = node.deadEnd { marks.append("dead end: \(deadEnd.words)") }
    if isRepeated { marks.append("(above)") }
    let depth = min(line.depth, Self.deepest)
    let arrow = depth == 0 ? "" : String(repeating: "  ", count: depth - 1) + "→ "
    return [
      arrow + TerminalText.cleaned(node.label),
      bound(trust.counts) + Figures.count(edge?.subscriptions ?? node.subscriptions),
      Figures.count(edge?.open ?? node.open),
      graph.hasNext ? bound(trust.values) + Figures.count(next) : "?",
      graph.hasNext ? rate.map { bound(trust.values) + Figures.rate($0) } ?? "-" : "?",
      marks.joined(separator: ", "),
    ]
  }

  /// What stands before a figure that can only be greater.
  private func bound(_ verdict: Verdict) -> String {
    verdict == .exact || !showsLoss ? "" : "≥"
  }

  // MARK: Causes

  private var causes: String {
    let edges = graph.edges.filter { $0.kind == .causes }
    guard !edges.isEmpty else { return "" }
    var table = Table([
      .init("values of", .left), .init("led to", .left), .init("subs"), .init("next"),
    ])
    for edge in edges.prefix(limit) {
      table.add([
        TerminalText.cleaned(graph.nodes[edge.from].label),
        TerminalText.cleaned(graph.nodes[edge.to].label),
        bound(edge.trust.counts) + Figures.count(edge.subscriptions),
        graph.hasNext ? bound(edge.trust.values) + Figures.count(edge.next) : "?",
      ])
    }
    var text = "\n" + table.render(width: width, style: style)
    if edges.count > limit {
      text += "  … and \(edges.count - limit) more (--limit \(edges.count) shows them)\n"
    }
    return text
  }
}

extension FlowGraph.Node {
  /// What it is called where people read it.
  var label: String { kind == .unknown ? "(unknown)" : name }
}

extension FlowGraph.DeadEnd {
  /// What it means, for people.
  var words: String {
    switch self {
    case .silent: "never a value"
    case .swallows: "takes values, gives none"
    case .unheard: "nobody listens"
    }
  }
}
