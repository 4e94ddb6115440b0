// SPDX-License-Identifier: MIT

import CommandLineKit
import TraceAnalysis
import TraceModel

/// Writes events for programs: `ns` from the header's begin, the name, contexts and fields.
struct EventsJSON: EventSink {
  private let json: UnsafeMutablePointer<JSONWriter>
  private var begin: Int64 = 0
  private var names: [String] = []
  private var fieldNames: [String] = []

  init(_ json: UnsafeMutablePointer<JSONWriter>) { self.json = json }

  mutating func begin(_ trace: SignalTrace) {
    begin = trace.begin ?? 0
    names = trace.eventNames
    fieldNames = trace.fieldNames
  }

  mutating func take(_ event: borrowing ModelEvent) -> Bool { take(event, at: nil) }

  /// Writes one event, with its place in a causal tree if it has one.
  func take(_ event: borrowing ModelEvent, at node: CausalNode?) -> Bool {
    json.pointee.beginLine("event")
    if let node {
      json.pointee.member("tree", node.tree)
      json.pointee.member("node", node.index)
      json.pointee.member("parent", node.parent.map { Int64($0) })
      json.pointee.member("depth", node.depth)
    }
    json.pointee.member("ns", event.time &- begin)
    json.pointee.member("event", names[event.classIndex])
    json.pointee.beginObject("context")
    var visitor = FieldsJSON(json: json, fields: fieldNames)
    event.visit(&visitor)
    if !visitor.isPayload { visitor.beginPayload() }
    json.pointee.endObject()
    json.pointee.endLine()
    // The total tells how many signals there are.
    _ = event.signal
    return !json.pointee.out.isClosed
  }
}

/// Writes the fields of one event as members of the object that is open.
private struct FieldsJSON: EventFieldVisitor {
  let json: UnsafeMutablePointer<JSONWriter>
  let fields: [String]
  var isPayload = false

  private func label(_ field: Int?) {
    if let field { json.pointee.key(fields[field]) } else { json.pointee.comma() }
  }

  mutating func beginPayload() {
    isPayload = true
    json.pointee.endObject()
    json.pointee.beginObject("fields")
  }

  mutating func unsigned(_ value: UInt64, _ field: Int?) {
    label(field)
    json.pointee.number(value)
  }

  mutating func signed(_ value: Int64, _ field: Int?) {
    label(field)
    json.pointee.out.append(decimal: value)
  }

  /// The label, or the value if it has none.
  mutating func enumeration(_ value: Int64, _ name: String?, _ field: Int?) {
    label(field)
    if let name { json.pointee.string(name) } else { json.pointee.out.append(decimal: value) }
  }

  mutating func floatingPoint(_ value: Double, _ field: Int?) {
    label(field)
    json.pointee.number(value)
  }

  mutating func text(_ bytes: UnsafeRawBufferPointer, _ field: Int?) {
    label(field)
    json.pointee.string(bytes)
  }

  mutating func boolean(_ value: Bool, _ field: Int?) {
    label(field)
    json.pointee.out.append(value ? "true" : "false")
  }

  /// The names of the bits that are set, as a list.
  mutating func bitMap(_ value: UInt64, _ flags: [String], _ field: Int?) {
    beginArray(field)
    for flag in flags { json.pointee.element(flag) }
    endArray()
  }

  /// Two hexadecimal digits for each byte.
  mutating func blob(_ bytes: UnsafeRawBufferPointer, _ field: Int?) {
    label(field)
    json.pointee.out.append(byte: 0x22)
    json.pointee.out.append(hex: bytes)
    json.pointee.out.append(byte: 0x22)
  }

  mutating func absent(_ field: Int?) {
    label(field)
    json.pointee.out.append("null")
  }

  mutating func beginStructure(_ field: Int?) {
    label(field)
    json.pointee.open(0x7B)
  }

  mutating func endStructure() { json.pointee.close(0x7D) }

  mutating func beginArray(_ field: Int?) {
    label(field)
    json.pointee.open(0x5B)
  }

  mutating func endArray() { json.pointee.close(0x5D) }
}
