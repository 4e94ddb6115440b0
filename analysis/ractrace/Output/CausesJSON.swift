// SPDX-License-Identifier: MIT

import CommandLineKit
import TraceAnalysis
import TraceModel

/// Writes causal trees for programs as they come: the events with their places, what ended, and
/// which trees are over.
struct CausesJSON: CausalSink {
  private let json: UnsafeMutablePointer<JSONWriter>
  private var events: EventsJSON
  private var begin: Int64 = 0

  init(_ json: UnsafeMutablePointer<JSONWriter>) {
    self.json = json
    events = EventsJSON(json)
  }

  mutating func begin(_ trace: SignalTrace) {
    begin = trace.begin ?? 0
    events.begin(trace)
  }

  mutating func take(_ event: borrowing ModelEvent, at node: CausalNode) {
    _ = events.take(event, at: node)
  }

  mutating func close(_ node: CausalNode, at time: Int64) {
    json.pointee.beginLine("end")
    json.pointee.member("tree", node.tree)
    json.pointee.member("node", node.index)
    json.pointee.member("ns", time &- begin)
    json.pointee.endLine()
  }

  mutating func finish(tree: UInt64, further: UInt64, isWhole: Bool) -> Bool {
    json.pointee.beginLine("tree")
    json.pointee.member("tree", tree)
    json.pointee.member("further_events", further)
    json.pointee.member("whole", isWhole)
    json.pointee.endLine()
    return !json.pointee.out.isClosed
  }
}
