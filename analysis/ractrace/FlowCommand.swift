// SPDX-License-Identifier: MIT

import CommandLineKit
import TraceAnalysis
import TraceModel

/// The command `ractrace flow TRACE...`.
struct FlowCommand: TraceCommand {
  static let name = "flow"
  static let abstract = "Show who feeds whom, as text or as a graph"
  static let details = """
    Show who feeds whom: from each signal to the operators and places that listen to it, with the \
    subscriptions, values and rates of each edge, the busiest first. Marked are dead ends (a signal \
    that was subscribed to and never delivered, that takes values and gives none, or that nobody \
    listens to) and hot edges (ten times as many values as the median of the edges that carried \
    any). Dashed lines lead from a value to what was subscribed to because of it.
    """
  static let formats: [OutputFormat] = [.text, .json, .csv, .dot, .mermaid]
  static var options: [Option<FlowCommand>] { TraceOptions.options(for: Self.self) }
  static let examples = [
    Example("ractrace flow run1", "Show the graph as an indented list."),
    Example(
      "ractrace flow run1 --format dot | dot -Tsvg > run1.svg", "Draw it with Graphviz."),
    Example(
      "ractrace flow run1 --signal 'search*' --format mermaid",
      "A part of it, for a Markdown page."),
  ]

  var trace = TraceOptions()
  var paths: [String] = []

  func text(_ trace: SignalTrace) throws -> ExitStatus {
    let graph = try graph(trace)
    var out = OutputBuffer()
    out.append(
      text: FlowText(
        graph: graph, traces: paths, limit: self.trace.limit ?? FlowText.usual,
        showsLoss: self.trace.onLoss != .ignore, style: Style(isOn: self.trace.color.isOn),
        width: Terminal.width
      ).render())
    try out.finish()
    return status(graph.trust.losses)
  }

  func json(_ trace: SignalTrace) throws -> ExitStatus {
    try requireContract(trace)
    var json = JSONWriter(OutputBuffer())
    json.begin("flow", traces: paths, trace)
    json.out.flush()
    let graph = try graph(trace)
    FlowJSON(graph: graph, limit: self.trace.limit ?? .max).write(&json)
    try json.out.finish()
    return status(graph.trust.losses)
  }

  func csv(_ trace: SignalTrace) throws -> ExitStatus {
    let graph = try graph(trace)
    warnOfLoss(graph.trust.losses, begin: graph.trace.origin ?? 0)
    var csv = CSVWriter(OutputBuffer())
    FlowCSV(graph: graph, limit: self.trace.limit ?? .max).write(&csv)
    try csv.out.finish()
    return status(graph.trust.losses)
  }

  func other(_ format: OutputFormat, _ trace: SignalTrace) throws -> ExitStatus {
    let graph = try graph(trace)
    warnOfLoss(graph.trust.losses, begin: graph.trace.origin ?? 0)
    let drawing = FlowDrawing(graph, limit: self.trace.limit ?? FlowDrawing.usual)
    var out = OutputBuffer()
    out.append(
      text: format == .dot
        ? FlowDOT(drawing: drawing).render() : FlowMermaid(drawing: drawing).render())
    try out.finish()
    return status(graph.trust.losses)
  }

  private func graph(_ trace: SignalTrace) throws -> FlowGraph {
    try requireContract(trace)
    return Flow.of(trace, threads: Threads.available).result()
  }
}
