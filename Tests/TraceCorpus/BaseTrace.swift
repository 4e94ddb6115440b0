// SPDX-License-Identifier: MIT

import TraceTestSupport

/// The trace that most cases change one thing of.
///
/// Packet k of a stream begins at 100·k ns, ends 100 ns later, and has two `app:tick` and one
/// `app:word`, 1, 2 and 3 ns behind its begin. A packet fills a page.
extension TestTrace {
  static let baseEvents = [
    Event(name: "app:tick", fields: [.integer("_n", 32)]),
    Event(name: "app:word", fields: [.string("_text")]),
  ]

  /// The base trace with some packets in `c_0`.
  static func base(_ layout: TestLayout, packets: Range<UInt64> = 0..<3) -> TestTrace {
    var trace = TestTrace(
      events: baseEvents, layout: layout, context: [.integer("_vtid", 32, signed: true)])
    for number in packets { trace.basePacket(number) }
    return trace
  }

  /// Appends a packet of three events.
  mutating func basePacket(
    _ number: UInt64, in stream: String = "c_0", discarded: UInt64 = 0, cpu: UInt64 = 0
  ) {
    let begin = number * 100
    packet(
      in: stream, number: number, begin: begin, end: begin + 100, discarded: discarded, cpu: cpu
    ) { $0.baseEvents(begin) }
  }

  /// Appends a packet of no event.
  mutating func emptyPacket(
    _ number: UInt64, from begin: UInt64, to end: UInt64, in stream: String = "c_0",
    discarded: UInt64 = 0, cpu: UInt64 = 0
  ) {
    packet(in: stream, number: number, begin: begin, end: end, discarded: discarded, cpu: cpu)
  }
}

extension TestPacket {
  /// Writes the three events of a packet of the base trace.
  mutating func baseEvents(_ begin: UInt64) {
    event("app:tick", at: begin + 1, context: [7], [1])
    event("app:tick", at: begin + 2, context: [7], [2])
    event("app:word", at: begin + 3, context: [7], [.text("word")])
  }
}

extension CorpusExpectation {
  /// The events of a number of packets of the base trace.
  mutating func packets(_ count: Int) {
    counts = count == 0 ? [:] : ["app:tick": 2 * count, "app:word": count]
  }
}
