// SPDX-License-Identifier: MIT

/// Reads the metadata language of CTF 2 into the model.
///
/// The text is a sequence of JSON objects, each behind a record separator (RFC 7464). Each is
/// read alone, so that memory does not grow with the whole text but for the model itself.
struct CTF2Parser {
  /// What stands before each fragment.
  static let separator: UInt8 = 0x1e
  private static let mostFragments = 1 << 20

  var trace = TraceClass()
  var fields = CTF2FieldParser()
  var weight = 0
  /// For each clock the name by which streams refer to it.
  var clockNames: [String] = []
  var eventKeys: Set<EventKey> = []
  var hasPreamble = false
  var hasTraceClass = false

  /// What is unique in an event record class.
  struct EventKey: Hashable {
    var stream: UInt64
    var id: UInt64
  }

  /// Reads a whole text.
  ///
  /// - Returns: The model, and the fault of a text that is cut inside its last fragment.
  static func parse(_ bytes: [UInt8]) throws(CTF2Fault) -> (trace: TraceClass, cut: CTF2Fault?) {
    let end = (bytes.lastIndex { $0 != 0 } ?? -1) + 1
    let zeros = bytes.count - end
    var cut =
      zeros == 0
      ? nil
      : CTF2Fault(message: "\(zeros) zero bytes stand at the end", offset: end, atEnd: true)
    var parser = CTF2Parser()
    var number = 0
    var start = 0
    while start < end {
      let next = bytes[(start + 1)..<end].firstIndex(of: separator) ?? end
      number += 1
      guard number <= mostFragments else {
        throw CTF2Fault(message: "more than \(mostFragments) fragments", offset: start)
      }
      do throws(CTF2Fault) {
        try parser.fragment(bytes, in: start..<next)
      } catch {
        var fault = error
        fault.message = "fragment \(number): \(error.message)"
        guard error.atEnd, next == end, !parser.trace.streamClasses.isEmpty else { throw fault }
        cut = fault
      }
      start = next
    }
    if cut == nil { try parser.check(at: end) }
    return (parser.trace, cut)
  }

  private mutating func fragment(_ bytes: [UInt8], in range: Range<Int>) throws(CTF2Fault) {
    guard bytes[range.lowerBound] == Self.separator else {
      throw CTF2Fault(message: "no record separator", offset: range.lowerBound, code: .syntax)
    }
    let text = range.dropFirst()
    // Separators without anything between them mean nothing.
    let isEmpty = bytes[text].allSatisfy { $0 == 0x20 || $0 == 0x09 || $0 == 0x0a || $0 == 0x0d }
    guard !isEmpty else { return }
    var parser = JSONParser(bytes, in: text)
    let object = try CTF2Object(try parser.parse(), "a fragment")
    let type = try object.requiredString("type")
    do throws(CTF2Fault) {
      try object.refuseExtensions()
      try take(type, object)
    } catch {
      var fault = error
      fault.message = "\(type): \(error.message)"
      throw fault
    }
  }

  private mutating func take(_ type: String, _ object: CTF2Object) throws(CTF2Fault) {
    guard hasPreamble != (type == "preamble") else {
      throw object.fault(hasPreamble ? "there are two of it" : "the preamble must come first")
    }
    switch type {
    case "preamble": try preamble(object)
    case "field-class-alias": try alias(object)
    case "trace-class": try traceClass(object)
    case "clock-class": try clockClass(object)
    case "data-stream-class": try dataStreamClass(object)
    case "event-record-class": try eventRecordClass(object)
    default: throw object.fault("no fragment has this type")
    }
  }

  /// What can be told only when all is read.
  private func check(at end: Int) throws(CTF2Fault) {
    guard hasPreamble else {
      throw CTF2Fault(message: "the metadata has no fragment", offset: 0, code: .emptyMetadata)
    }
    guard !trace.streamClasses.isEmpty else {
      throw CTF2Fault(message: "there is no data stream class", offset: end)
    }
    let streams = Set(trace.streamClasses.map(\.id))
    for event in trace.eventClasses where !streams.contains(event.streamClassID) {
      throw CTF2Fault(
        message: "the event record class '\(event.name)' belongs to the data stream class "
          + "\(event.streamClassID), which is not declared", offset: end)
    }
  }
}
