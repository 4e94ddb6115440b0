// SPDX-License-Identifier: MIT

import CommandLineKit
import TraceAnalysis
import TraceModel

/// Writes causal trees for people: each as a whole when it is over, its events indented below what
/// led to them, deliveries and actions with how long they took.
struct CausesText: CausalSink {
  /// A line of a tree that is not over.
  private struct Line {
    var text: String
    var parent: Int?
    var begin: Int64
    var end: Int64?
  }

  private static let deepest = 40

  private let out: UnsafeMutablePointer<OutputBuffer>
  /// Collects one line.
  private let line: UnsafeMutablePointer<OutputBuffer>
  private var events: EventsText
  private var trees: [UInt64: [Line]] = [:]

  /// - Parameters:
  ///   - out: Where trees go.
  ///   - line: A buffer that keeps what is written, for one line at a time.
  ///   - style: Whether there are colours.
  ///   - time: How times are written.
  init(
    _ out: UnsafeMutablePointer<OutputBuffer>, line: UnsafeMutablePointer<OutputBuffer>,
    style: Style, time: TimeStyle
  ) {
    self.out = out
    self.line = line
    events = EventsText(line, style: style, time: time)
  }

  mutating func begin(_ trace: SignalTrace) { events.begin(trace) }

  mutating func take(_ event: borrowing ModelEvent, at node: CausalNode) {
    line.pointee.removeAll()
    events.line(event, depth: min(node.depth, Self.deepest))
    trees[node.tree, default: []].append(
      Line(text: line.pointee.contents, parent: node.parent, begin: event.time))
  }

  mutating func close(_ node: CausalNode, at time: Int64) {
    trees[node.tree]?[node.index].end = time
  }

  mutating func finish(tree: UInt64, further: UInt64, isWhole: Bool) -> Bool {
    guard let lines = trees.removeValue(forKey: tree) else { return !out.pointee.isClosed }
    var children: [[Int]] = Array(repeating: [], count: lines.count)
    for (index, line) in lines.enumerated() {
      if let parent = line.parent { children[parent].append(index) }
    }
    var open = [0]
    while let index = open.popLast() {
      write(lines[index])
      open += children[index].reversed()
    }
    if further > 0 { out.pointee.append(text: "  … \(Figures.count(further, "further event"))\n") }
    if !isWhole { out.pointee.append("  … its end is not in the trace\n") }
    return !out.pointee.isClosed
  }

  private func write(_ line: Line) {
    out.pointee.append(text: line.text)
    if let end = line.end, end >= line.begin {
      out.pointee.append(text: "  took " + Figures.duration(UInt64(end - line.begin)))
    }
    out.pointee.append(byte: 0x0A)
  }
}
