// SPDX-License-Identifier: MIT

import CommandLineKit
import TraceAnalysis
import TraceModel

/// Writes the events of causal trees for spreadsheets, their places in the first columns.
struct CausesCSV: CausalSink {
  private let csv: UnsafeMutablePointer<CSVWriter>
  private var events: EventsCSV

  init(_ csv: UnsafeMutablePointer<CSVWriter>) {
    self.csv = csv
    events = EventsCSV(csv, showsPlaces: true)
  }

  mutating func begin(_ trace: SignalTrace) { events.begin(trace) }

  mutating func take(_ event: borrowing ModelEvent, at node: CausalNode) {
    _ = events.take(event, at: node)
  }

  mutating func close(_ node: CausalNode, at time: Int64) {}

  mutating func finish(tree: UInt64, further: UInt64, isWhole: Bool) -> Bool {
    !csv.pointee.out.isClosed
  }
}
