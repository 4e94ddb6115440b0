// SPDX-License-Identifier: MIT

package import TraceTestSupport

/// Small traces with fields of every kind: what the fuzzer of packets reads its input as.
package enum Schemas {
  /// Every layout and header.
  package static let all: [TestTrace] = TestLayout.all.flatMap { layout in
    [TestTrace.EventHeader.large, .compact, .plain(idSize: 8, stampSize: 64)].map {
      trace(layout, $0)
    }
  }

  static let events: [TestTrace.Event] = [
    .init(
      name: "all:kinds",
      fields: [
        .string("s"), .integer("n", 32), .sequence("q", of: .integer("", 64), length: "n"),
        .integer("m", 64), .text("t", length: "m"),
        .enumeration("e", 8, ["x": 0...0, "y": 1...100]),
        .variant("v", tag: "e", [.string("x"), .structure("y", [.integer("z", 13)])]),
        .integer("k", 8), .sequence("r", of: .structure("", [.string("u")]), length: "k"),
        .float("f", 32), .float("d", 64), .integer("b", 3, signed: true, align: 1),
        .fixedText("p", 17), .array("a", of: .integer("", 16, signed: true), 3),
      ]),
    .init(
      name: "all:empty",
      fields: [.integer("l", 64), .sequence("o", of: .structure("", []), length: "l")]),
    .init(name: "all:usual", fields: [.string("_a"), .string("_b"), .integer("_c", 64)]),
    .init(name: "all:fixed", fields: [.integer("_c", 64), .integer("_i", 32, signed: true)]),
    .init(name: "all:nothing"),
  ]

  private static func trace(_ layout: TestLayout, _ header: TestTrace.EventHeader) -> TestTrace {
    var trace = TestTrace(
      events: events, layout: layout, context: [.integer("_vtid", 32, signed: true)],
      header: header)
    for number in 0..<3 as Range<UInt64> {
      trace.packet(number: number, begin: number * 100, end: number * 100 + 99, size: 1024) {
        fill(&$0, number)
      }
    }
    return trace
  }

  static func fill(_ packet: inout TestPacket, _ number: UInt64) {
    let time = number * 100
    packet.event(
      0, at: time + 1, context: [1],
      [
        .text("word"), 2, .list([3, 4]), 3, .text("abc"), .number(number % 2),
        number % 2 == 0 ? .option(0, [.text("o")]) : .option(1, [.list([5])]), 2,
        .list([.list([.text("p")]), .list([.text("q")])]), .double(1.5), .double(-2), 7,
        .text("thread"), .list([1, 2, 3]),
      ])
    packet.event(1, at: time + 2, context: [1], [0, .list([])])
    packet.event(2, at: time + 3, context: [1], [.text("signal"), .text(""), 9])
    packet.event(3, at: time + 4, context: [2], [9, .signed(-1)])
    packet.event(4, at: time + 5, isExtended: true, context: [2])
  }
}
