// SPDX-License-Identifier: MIT

import CommandLineKit
import TraceAnalysis
import TraceModel

/// The flow as JSON: the nodes, then the edges, the busiest first.
struct FlowJSON {
  let graph: FlowGraph
  let limit: Int

  private var begin: Int64 { graph.trace.origin ?? 0 }

  func write(_ json: inout JSONWriter) {
    json.missing(graph.trace.missing)
    for (index, node) in graph.nodes.prefix(limit).enumerated() { self.node(index, node, &json) }
    for edge in graph.edges.prefix(limit) { self.edge(edge, &json) }
    json.beginLine("total")
    json.member("nodes", graph.nodes.count)
    json.member("edges", graph.edges.count)
    json.member("further_subscriptions", graph.further?.subscriptions ?? 0)
    json.member("further_next", graph.further?.values ?? 0)
    json.member("end_ns", graph.trace.end.map { $0 &- begin })
    json.beginObject("trust")
    json.trust(graph.trust, begin: begin)
    json.endObject()
    json.endLine()
  }

  private func node(_ index: Int, _ node: FlowGraph.Node, _ json: inout JSONWriter) {
    json.beginLine("node")
    json.member("node", index)
    json.member("kind", node.kind.rawValue)
    json.member("name", node.name)
    json.member("subscriptions", node.subscriptions)
    json.member("open", node.open)
    json.member("next", graph.hasNext ? node.next : nil)
    json.member("received", graph.hasNext ? node.received : nil)
    json.member("rate_hz", graph.hasNext ? node.rate : nil)
    json.member("dead_end", optional: node.deadEnd?.rawValue)
    verdicts(node.trust, &json)
    json.endLine()
  }

  private func edge(_ edge: FlowGraph.Edge, _ json: inout JSONWriter) {
    json.beginLine("edge")
    json.member("kind", edge.kind.rawValue)
    json.member("from", graph.nodes[edge.from].name)
    json.member("to", graph.nodes[edge.to].name)
    json.member("from_node", edge.from)
    json.member("to_node", edge.to)
    json.member("subscriptions", edge.subscriptions)
    json.member("open", edge.open)
    json.member("next", graph.hasNext ? edge.next : nil)
    json.member("rate_hz", graph.hasNext ? edge.rate : nil)
    json.member("hot", edge.isHot)
    verdicts(edge.trust, &json)
    json.endLine()
  }

  private func verdicts(_ trust: LifeTrust, _ json: inout JSONWriter) {
    json.beginObject("verdicts")
    json.member("subscriptions", trust.counts.rawValue)
    json.member("open", trust.open.rawValue)
    json.member("next", trust.values.rawValue)
    json.endObject()
  }
}

/// The edges of the flow for spreadsheets.
struct FlowCSV {
  let graph: FlowGraph
  let limit: Int

  func write(_ csv: inout CSVWriter) {
    for title in [
      "kind", "from", "to", "to_kind", "subscriptions", "open", "next", "rate_hz", "hot",
      "dead_end",
    ] {
      csv.text(title)
    }
    csv.endLine()
    for edge in graph.edges.prefix(limit) {
      let target = graph.nodes[edge.to]
      csv.text(edge.kind.rawValue)
      csv.text(graph.nodes[edge.from].name)
      csv.text(target.name)
      csv.text(target.kind.rawValue)
      csv.number(edge.subscriptions)
      csv.number(edge.open)
      csv.number(graph.hasNext ? edge.next : nil)
      csv.number(graph.hasNext ? edge.rate : nil)
      csv.text(edge.isHot ? "yes" : "no")
      csv.text((target.deadEnd ?? graph.nodes[edge.from].deadEnd)?.rawValue ?? "")
      csv.endLine()
    }
  }
}
