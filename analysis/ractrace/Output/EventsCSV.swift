// SPDX-License-Identifier: MIT

import CommandLineKit
import TraceAnalysis
import TraceModel

/// Writes events for spreadsheets: the contract's fields in columns of their own.
struct EventsCSV: EventSink {
  private let csv: UnsafeMutablePointer<CSVWriter>
  private var begin: Int64 = 0
  private var trace: SignalTrace?
  private var fieldNames = LabelTable([])
  private let showsPlaces: Bool

  /// - Parameters:
  ///   - csv: Where the lines go.
  ///   - showsPlaces: Whether columns for places in causal trees come first.
  init(_ csv: UnsafeMutablePointer<CSVWriter>, showsPlaces: Bool = false) {
    self.csv = csv
    self.showsPlaces = showsPlaces
  }

  mutating func begin(_ trace: SignalTrace) {
    self.trace = trace
    fieldNames = FieldsText.labels(trace.fieldNames)
    begin = trace.begin ?? 0
    if showsPlaces {
      for title in ["tree", "node", "parent", "depth"] { csv.pointee.text(title) }
    }
    for title in ["ns", "event", "signal", "subscriber", "vpid", "vtid", "fields"] {
      csv.pointee.text(title)
    }
    csv.pointee.endLine()
  }

  mutating func take(_ event: borrowing ModelEvent) -> Bool { take(event, at: nil) }

  /// Writes one event, with its place in a causal tree if it has one.
  func take(_ event: borrowing ModelEvent, at node: CausalNode?) -> Bool {
    guard let trace else { return false }
    if let node {
      csv.pointee.number(node.tree)
      csv.pointee.number(Int64(node.index))
      csv.pointee.number(node.parent.map { Int64($0) })
      csv.pointee.number(Int64(node.depth))
    }
    csv.pointee.number(event.time &- begin)
    csv.pointee.text(trace.eventNames[event.classIndex])
    csv.pointee.text(event.signal.map { trace.signals.text($0) } ?? "")
    csv.pointee.text(event.subscriber.map { trace.subscribers.text($0) } ?? "")
    csv.pointee.number(event.key.process >= 0 ? Int64(event.key.process) : nil)
    csv.pointee.number(event.thread.map { Int64($0) })
    let line = UnsafeMutablePointer<OutputBuffer>.allocate(capacity: 1)
    line.initialize(to: OutputBuffer(descriptor: nil, capacity: 256))
    defer { line.deinitialize(count: 1).deallocate() }
    var visitor = FieldsText(
      line, fieldNames.access, isContract: event.kind != .other, showsColumns: false)
    event.visit(&visitor)
    csv.pointee.text(String(line.pointee.contents.drop { $0 == " " }))
    csv.pointee.endLine()
    return !csv.pointee.out.isClosed
  }
}
