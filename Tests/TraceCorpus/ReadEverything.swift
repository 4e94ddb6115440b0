// SPDX-License-Identifier: MIT

package import CTF

/// Reads everything of a trace in every way, and keeps nothing: for input that may be hostile.
package struct ReadEverything: FieldVisitor {
  private var sum: UInt64 = 0

  /// Opens what is below a path and reads it.
  ///
  /// - Returns: How many events there are, or nil if there is no trace that can be read.
  @discardableResult
  package static func read(_ path: String) -> Int? {
    guard let set = try? CTFTraceSet.open([path]) else { return nil }
    var everything = ReadEverything()
    let counts = [EventOrder.time, .stream].map { everything.count(set, $0) }
    precondition(counts[0] == counts[1], "both orders give the same events")
    precondition(everything.step(set) == counts[0], "a cursor's steps give the same events")
    return counts[0]
  }

  private mutating func count(_ set: CTFTraceSet, _ order: EventOrder) -> Int {
    let fields = set.eventClasses.map { $0.context + $0.payload }
    var count = 0
    let trust = set.forEachEvent(in: order) { event in
      count += 1
      event.visit(&self)
      for field in fields[event.classIndex] {
        sum &+= event.unsigned(field.handle)
        sum &+= event.double(field.handle).bitPattern
        event.withBytes(field.handle) { text($0, field.handle.id) }
      }
    }
    sum &+= trust.lostMaximum ?? 0
    for damage in trust.damage { sum &+= UInt64(damage.what.utf8.count) }
    return count
  }

  /// Goes from event to event, as `forEachEvent` does not.
  private func step(_ set: CTFTraceSet) -> Int {
    var count = 0
    var cursor = set.events()
    while cursor.next({ _ in () }) != nil { count += 1 }
    return count
  }

  package mutating func unsigned(_ value: UInt64, _ field: FieldID) { sum &+= value }
  package mutating func signed(_ value: Int64, _ field: FieldID) {
    sum &+= UInt64(bitPattern: value)
  }
  package mutating func enumeration(_ value: Int64, _ field: FieldID) {
    sum &+= UInt64(bitPattern: value)
  }
  package mutating func floatingPoint(_ value: Double, size: Int, _ field: FieldID) {
    sum &+= value.bitPattern
  }
  package mutating func text(_ bytes: RawSpan, _ field: FieldID) {
    for index in 0..<bytes.byteCount {
      sum &+= UInt64(bytes.unsafeLoad(fromByteOffset: index, as: UInt8.self))
    }
  }
  package mutating func blob(_ bytes: RawSpan, _ field: FieldID) { text(bytes, field) }
  package mutating func beginStructure(_ field: FieldID) {}
  package mutating func endStructure(_ field: FieldID) {}
  package mutating func beginArray(count: Int, _ field: FieldID) { sum &+= UInt64(count) }
  package mutating func endArray(_ field: FieldID) {}
  package mutating func beginVariant(_ field: FieldID) {}
  package mutating func endVariant(_ field: FieldID) {}
}
