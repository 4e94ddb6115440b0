// SPDX-License-Identifier: MIT

import CommandLineKit
import TraceAnalysis

/// What is drawn of a flow: the busiest edges and what they join, with what is written on them.
struct FlowDrawing {
  /// How many edges are drawn if no limit is given: more, and nobody can read it.
  static let usual = 500

  struct Node {
    var number: Int
    var lines: [String]
    var kind: FlowGraph.Kind
    var isDeadEnd: Bool
  }

  struct Edge {
    var from: Int
    var to: Int
    var label: String
    var isHot: Bool
    var isCause: Bool
  }

  private(set) var nodes: [Node] = []
  private(set) var edges: [Edge] = []
  /// What is not drawn, in words; nil if all is.
  private(set) var rest: String?

  init(_ graph: FlowGraph, limit: Int) {
    let shown = graph.edges.prefix(limit)
    var isDrawn = Array(repeating: false, count: graph.nodes.count)
    for edge in shown {
      isDrawn[edge.from] = true
      isDrawn[edge.to] = true
      var label = graph.hasNext ? Figures.count(edge.next) : "?"
      if graph.hasNext, let rate = edge.rate { label += ", " + Figures.rate(rate) }
      if edge.kind == .causes { label = Figures.count(edge.subscriptions, "subscription") }
      if edge.isHot { label += ", hot" }
      edges.append(
        Edge(
          from: edge.from, to: edge.to, label: label, isHot: edge.isHot,
          isCause: edge.kind == .causes))
    }
    for (index, node) in graph.nodes.enumerated() where isDrawn[index] {
      var lines = [TerminalText.cleaned(node.label)]
      if node.kind == .signal {
        lines.append(
          Figures.count(node.subscriptions, "subscription")
            + (graph.hasNext ? ", \(Figures.count(node.next)) next" : ""))
      }
      if let deadEnd = node.deadEnd { lines.append("dead end: \(deadEnd.words)") }
      nodes.append(
        Node(number: index, lines: lines, kind: node.kind, isDeadEnd: node.deadEnd != nil))
    }
    var parts: [String] = []
    if graph.edges.count > shown.count {
      let values = graph.edges.dropFirst(limit).reduce(0) { $0 &+ $1.next }
      parts.append(
        Figures.count(UInt64(graph.edges.count - shown.count), "edge") + " with "
          + Figures.count(values, "value"))
    }
    if let further = graph.further {
      parts.append("further edges with " + Figures.count(further.values, "value"))
    }
    if !parts.isEmpty { rest = "not drawn: " + parts.joined(separator: ", ") }
  }
}

/// A flow in Graphviz' language.
struct FlowDOT {
  let drawing: FlowDrawing

  func render() -> String {
    var text = "digraph flow {\n  rankdir=LR;\n"
    text += "  node [shape=box, fontname=\"sans-serif\"];\n"
    text += "  edge [fontname=\"sans-serif\", fontsize=10];\n"
    if let rest = drawing.rest { text += "  label=\(Self.quoted([rest]));\n" }
    for node in drawing.nodes {
      text += "  n\(node.number) [label=\(Self.quoted(node.lines))"
      if node.kind != .signal { text += ", shape=note" }
      if node.isDeadEnd { text += ", style=dashed" }
      text += "];\n"
    }
    for edge in drawing.edges {
      text += "  n\(edge.from) -> n\(edge.to) [label=\(Self.quoted([edge.label]))"
      if edge.isHot { text += ", penwidth=3" }
      if edge.isCause { text += ", style=dashed, constraint=false" }
      text += "];\n"
    }
    return text + "}\n"
  }

  /// Lines as a label: a quotation mark or a backslash would end or escape, and `&` would begin an
  /// entity.
  private static func quoted(_ lines: [String]) -> String {
    let escaped = lines.map { line in
      line.unicodeScalars.reduce(into: "") { text, scalar in
        switch scalar {
        case "\"": text += "\\\""
        case "\\": text += "\\\\"
        case "&": text += "&amp;"
        default: text.unicodeScalars.append(scalar)
        }
      }
    }
    return "\"\(escaped.joined(separator: "\\n"))\""
  }
}

/// A flow as one of Mermaid's flowcharts.
struct FlowMermaid {
  let drawing: FlowDrawing

  func render() -> String {
    var text = "flowchart LR\n"
    for node in drawing.nodes {
      let label = Self.quoted(node.lines)
      text += "  n\(node.number)" + (node.kind == .signal ? "[\(label)]" : "([\(label)])") + "\n"
    }
    for edge in drawing.edges {
      let arrow = edge.isCause ? "-.->" : edge.isHot ? "==>" : "-->"
      text += "  n\(edge.from) \(arrow)|\(Self.quoted([edge.label]))| n\(edge.to)\n"
    }
    let deadEnds = drawing.nodes.filter(\.isDeadEnd).map { "n\($0.number)" }
    if !deadEnds.isEmpty {
      text += "  classDef dead stroke-dasharray: 5 5\n"
      text += "  class \(deadEnds.joined(separator: ",")) dead\n"
    }
    if let rest = drawing.rest { text += "  rest[\(Self.quoted([rest]))]\n" }
    return text
  }

  /// Lines as a label: whatever means something to Mermaid, Markdown or HTML becomes an entity.
  private static func quoted(_ lines: [String]) -> String {
    let escaped = lines.map { line in
      line.unicodeScalars.reduce(into: "") { text, scalar in
        let isPlain =
          !scalar.isASCII || scalar.properties.isAlphabetic
          || scalar.properties.numericType != nil || " .,:/-".unicodeScalars.contains(scalar)
        if isPlain { text.unicodeScalars.append(scalar) } else { text += "#\(scalar.value);" }
      }
    }
    return "\"\(escaped.joined(separator: "<br/>"))\""
  }
}
