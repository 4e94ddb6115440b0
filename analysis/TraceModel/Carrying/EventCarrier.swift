// SPDX-License-Identifier: MIT

import CTF

/// Keeps events of the contract as they are.
public struct EventCarrier {
  private let set: CTFTraceSet
  /// For each event class of the trace its number in `events.classes`.
  private var classes: [Int?]
  /// For each trace its number in `events.origins`.
  private var origins: [Int?]
  /// The events that were kept so far.
  public private(set) var events = CarriedEvents()

  /// Nothing kept of a trace.
  ///
  /// - Parameter trace: The trace.
  public init(_ trace: SignalTrace) {
    set = trace.set
    classes = Array(repeating: nil, count: trace.set.eventClasses.count)
    origins = Array(repeating: nil, count: trace.set.traces.count)
  }

  /// Keeps an event.
  ///
  /// - Parameter event: The event.
  /// - Returns: False if it is none of the contract, or has fields that no such event has; then it
  ///   is not kept.
  public mutating func carry(_ event: borrowing ModelEvent) -> Bool {
    guard event.kind != .other, let number = classNumber(event.classIndex) else { return false }
    let origin = originNumber(set.eventClasses[event.classIndex].traceIndex)
    var visitor = CarryingVisitor()
    event.visit(&visitor)
    guard visitor.isWhole, visitor.bytes.bytes.count < Int(Int32.max) else { return false }
    events.origins[origin].events.append(UInt32(visitor.bytes.bytes.count))
    events.origins[origin].events.append(UInt32(number))
    events.origins[origin].events.append(event.time)
    events.origins[origin].events.bytes += visitor.bytes.bytes
    return true
  }

  private mutating func classNumber(_ index: Int) -> Int? {
    if let number = classes[index] { return number }
    let event = set.eventClasses[index]
    guard let fields = SimpleField.all(of: event) else { return nil }
    func declared(_ part: [EventClass.Field], _ isPayload: Bool) -> [CarriedEvents.Field] {
      zip(part, fields.filter { $0.isPayload == isPayload }).map { field, simple in
        CarriedEvents.Field(name: field.name, kind: .init(simple.kind))
      }
    }
    let carried = CarriedEvents.Class(
      name: event.name, channel: event.streamClassID, context: declared(event.context, false),
      payload: declared(event.payload, true))
    guard (carried.context + carried.payload).allSatisfy(\.isPlain) else { return nil }
    let number = events.classes.firstIndex(of: carried) ?? events.classes.count
    if number == events.classes.count { events.classes.append(carried) }
    classes[index] = number
    return number
  }

  private mutating func originNumber(_ index: Int) -> Int {
    if let number = origins[index] { return number }
    let trace = set.traces[index]
    origins[index] = events.origins.count
    events.origins.append(
      CarriedEvents.Origin(
        uuid: trace.uuid.map { _ in LossDomains.group(of: trace) }, host: trace.string("hostname"),
        vpid: trace.integer("vpid"), procname: trace.string("procname")))
    return events.origins.count - 1
  }
}

extension CarriedEvents.FieldKind {
  fileprivate init(_ kind: SimpleField.Kind) {
    switch kind {
    case .unsigned: self = .unsigned
    case .signed, .enumeration: self = .signed
    case .floatingPoint: self = .floatingPoint
    case .text: self = .text
    }
  }
}

/// Writes the fields of an event one behind the other: numbers in 64 bits, texts up to their NUL.
private struct CarryingVisitor: EventFieldVisitor {
  var bytes = CarriedBytes()
  /// Whether all fields were numbers and texts.
  private(set) var isWhole = true

  mutating func beginPayload() {}
  mutating func unsigned(_ value: UInt64, _ field: Int?) { bytes.append(value) }
  mutating func signed(_ value: Int64, _ field: Int?) { bytes.append(value) }
  mutating func enumeration(_ value: Int64, _ label: String?, _ field: Int?) {
    bytes.append(value)
  }
  mutating func floatingPoint(_ value: Double, _ field: Int?) { bytes.append(value.bitPattern) }
  mutating func text(_ text: UnsafeRawBufferPointer, _ field: Int?) {
    bytes.bytes.append(contentsOf: text.prefix { $0 != 0 })
    bytes.bytes.append(0)
  }
  mutating func beginStructure(_ field: Int?) { isWhole = false }
  mutating func endStructure() {}
  mutating func beginArray(_ field: Int?) { isWhole = false }
  mutating func endArray() {}
  mutating func boolean(_ value: Bool, _ field: Int?) { isWhole = false }
  mutating func bitMap(_ value: UInt64, _ flags: [String], _ field: Int?) { isWhole = false }
  mutating func blob(_ bytes: UnsafeRawBufferPointer, _ field: Int?) { isWhole = false }
  mutating func absent(_ field: Int?) { isWhole = false }
}
