// SPDX-License-Identifier: MIT

import TraceTestSupport

/// What CTF allows and LTTng writes, where readers have failed.
extension Corpus {
  private static let tick = TestTrace.Event(name: "app:tick", fields: [.integer("_n", 32)])

  static let formatCases: [CorpusCase] = [
    CorpusCase("pass-large-header-over-a-wrap-of-32-bits") { layout, expected in
      var trace = TestTrace(events: [tick], layout: layout)
      let wrap: UInt64 = 1 << 32
      trace.packet(begin: 3 * wrap - 5, end: 4 * wrap) { packet in
        packet.event(0, at: 3 * wrap - 2, [1])
        packet.event(0, at: 3 * wrap + 1, [2])
        packet.event(0, at: 3 * wrap + 900, isExtended: true, [3])
        packet.event(0, at: 3 * wrap + 901, [4])
      }
      expected.counts = ["app:tick": 4]
      expected.times = [3 * wrap - 2, 3 * wrap + 1, 3 * wrap + 900, 3 * wrap + 901].map {
        "app:tick \($0)"
      }
      return trace
    },
    CorpusCase("pass-compact-header-over-a-wrap-of-27-bits") { layout, expected in
      var trace = TestTrace(events: [tick], layout: layout, header: .compact)
      let wrap: UInt64 = 1 << 27
      let times = [5 * wrap - 1, 5 * wrap + 3, 9 * wrap, 9 * wrap + 8]
      trace.packet(begin: 5 * wrap - 9, end: 10 * wrap) { packet in
        for (index, time) in times.enumerated() {
          packet.event(0, at: time, isExtended: index == 2, [1])
        }
      }
      expected.counts = ["app:tick": 4]
      expected.times = times.map { "app:tick \($0)" }
      return trace
    },
    CorpusCase("pass-compact-header-of-more-than-31-events") { layout, expected in
      var trace = TestTrace(
        events: (0..<40).map { .init(name: "app:e\($0)", fields: [.integer("_n", 8)]) },
        layout: layout, header: .compact)
      trace.packet(end: 100) { packet in
        for id in 0..<40 { packet.event(id, at: UInt64(id), isExtended: id >= 31, [1]) }
      }
      expected.counts = Dictionary(uniqueKeysWithValues: (0..<40).map { ("app:e\($0)", 1) })
      return trace
    },
    CorpusCase("pass-plain-header-with-a-whole-stamp") { layout, expected in
      var trace = TestTrace(
        events: [tick], layout: layout, header: .plain(idSize: 8, stampSize: 64))
      trace.packet(begin: 5, end: 1 << 50) { packet in
        packet.event(0, at: 7, [1])
        packet.event(0, at: 1 << 49, [1])
      }
      expected.counts = ["app:tick": 2]
      expected.times = ["app:tick 7", "app:tick \(UInt64(1) << 49)"]
      return trace
    },
    CorpusCase("pass-plain-header-with-a-stamp-of-8-bits") { layout, expected in
      var trace = TestTrace(
        events: [tick], layout: layout, header: .plain(idSize: 16, stampSize: 8))
      trace.packet(begin: 250, end: 700) { packet in
        for time in [251, 300, 555, 600] as [UInt64] { packet.event(0, at: time, [1]) }
      }
      expected.counts = ["app:tick": 4]
      expected.times = ["app:tick 251", "app:tick 300", "app:tick 555", "app:tick 600"]
      return trace
    },
    CorpusCase("pass-plain-header-without-a-stamp") { layout, expected in
      var trace = TestTrace(
        events: [tick], layout: layout, header: .plain(idSize: 16, stampSize: 0))
      trace.packet(begin: 40, end: 90) { packet in
        for _ in 0..<3 { packet.event(0, at: 0, [1]) }
      }
      expected.counts = ["app:tick": 3]
      expected.times = ["app:tick 40", "app:tick 40", "app:tick 40"]
      return trace
    },
    CorpusCase("pass-time-that-steps-back") { layout, expected in
      var trace = TestTrace(
        events: [tick], layout: layout, header: .plain(idSize: 16, stampSize: 64))
      trace.packet(end: 100) { packet in
        for time in [10, 5, 20] as [UInt64] { packet.event(0, at: time, [1]) }
      }
      expected.counts = ["app:tick": 3]
      return trace
    },
    CorpusCase("pass-clock-of-1-kHz-with-a-negative-offset") { layout, expected in
      var trace = TestTrace(events: [tick], layout: layout)
      trace.clock.frequency = 1000
      (trace.clock.offsetSeconds, trace.clock.offsetCycles) = (10, -500)
      trace.packet(end: 9000) { $0.event(0, at: 2001, [1]) }
      expected.counts = ["app:tick": 1]
      expected.times = ["app:tick 11501000000"]
      return trace
    },
    CorpusCase("pass-clock-of-3-GHz") { layout, expected in
      var trace = TestTrace(events: [tick], layout: layout)
      trace.clock.frequency = 3_000_000_000
      trace.clock.offsetSeconds = 1_700_000_000
      let begin: UInt64 = 3_000_000_000 * 40_000_000
      trace.packet(begin: begin, end: begin + 3000) {
        $0.event(0, at: begin + 7, isExtended: true, [1])
      }
      expected.counts = ["app:tick": 1]
      expected.times = ["app:tick 1740000000000000002"]
      return trace
    },
    CorpusCase("pass-empty-string-behind-another") { layout, expected in
      var trace = TestTrace(
        events: [.init(name: "app:word", fields: [.string("_a"), .string("_b")])], layout: layout)
      trace.packet(end: 100) { packet in
        packet.event(0, at: 1, [.text("x"), .text("y")])
        packet.event(0, at: 2, [.text(""), .text("")])
      }
      expected.counts = ["app:word": 2]
      expected.payloads = [#"{ a = "x", b = "y" }"#, #"{ a = "", b = "" }"#]
      return trace
    },
    CorpusCase("pass-empty-sequence-before-a-smaller-field") { layout, expected in
      var trace = TestTrace(
        events: [
          .init(
            name: "app:list",
            fields: [
              .integer("_l", 8), .sequence("_s", of: .integer("", 64), length: "_l"),
              .integer("_z", 8),
            ])
        ], layout: layout)
      trace.packet(end: 100) { packet in
        packet.event(0, at: 1, [0, .list([]), 9])
        packet.event(0, at: 2, [2, .list([3, 4]), 8])
      }
      expected.counts = ["app:list": 2]
      expected.payloads = [
        "{ l = 0, s = [ ], z = 9 }", "{ l = 2, s = [ [0] = 3, [1] = 4 ], z = 8 }",
      ]
      return trace
    },
    CorpusCase("pass-numbers-of-odd-sizes") { layout, expected in
      let sizes = [1, 7, 3, 13, 24, 40, 63, 5, 64]
      var trace = TestTrace(
        events: [
          .init(
            name: "app:odd",
            fields: sizes.enumerated().map {
              .integer("_f\($0)", $1, signed: $0 % 2 == 1, align: 1)
            })
        ], layout: layout)
      trace.packet(end: 100) { packet in
        packet.event(0, at: 1, sizes.indices.map { $0 % 2 == 1 ? .signed(-1) : 1 })
        packet.event(0, at: 2, sizes.indices.map { $0 % 2 == 1 ? .signed(0) : 0 })
      }
      expected.counts = ["app:odd": 2]
      expected.payloads = [
        "{ f0 = 1, f1 = -1, f2 = 1, f3 = -1, f4 = 1, f5 = -1, f6 = 1, f7 = -1, f8 = 1 }",
        "{ f0 = 0, f1 = 0, f2 = 0, f3 = 0, f4 = 0, f5 = 0, f6 = 0, f7 = 0, f8 = 0 }",
      ]
      return trace
    },
    CorpusCase("pass-length-in-the-context") { layout, expected in
      var trace = TestTrace(
        events: [
          .init(name: "app:list", fields: [.sequence("_s", of: .integer("", 8), length: "_count")])
        ], layout: layout, context: [.integer("_count", 16)])
      trace.packet(end: 100) { packet in
        packet.event(0, at: 1, context: [2], [.list([5, 6])])
        packet.event(0, at: 2, context: [0], [.list([])])
      }
      expected.counts = ["app:list": 2]
      expected.payloads = ["{ s = [ [0] = 5, [1] = 6 ] }", "{ s = [ ] }"]
      return trace
    },
    CorpusCase("pass-every-kind-of-field") { layout, expected in
      var trace = TestTrace(
        events: Schemas.events, layout: layout, context: [.integer("_vtid", 32)])
      trace.packet(end: 100) { Schemas.fill(&$0, 0) }
      expected.counts = [
        "all:kinds": 1, "all:empty": 1, "all:usual": 1, "all:fixed": 1, "all:nothing": 1,
      ]
      expected.times = [
        "all:kinds 1", "all:empty 2", "all:usual 3", "all:fixed 4", "all:nothing 5",
      ]
      return trace
    },
    CorpusCase("pass-no-trailing-byte-of-the-last-packet") { layout, expected in
      // A page that the last event fills to its last byte.
      var trace = TestTrace(
        events: [.init(name: "app:word", fields: [.string("_s")])], layout: layout)
      trace.packet(end: 100) { packet in
        packet.event(0, at: 1, [.text("x")])
        let begin = packet.writer.position / 8
        // An aligned header begins at 2 bytes and ends with a number at 4.
        let behind = layout.isNatural ? ((begin + 1) / 2 * 2 + 2 + 3) / 4 * 4 + 4 : begin + 6
        let room = 4096 - behind
        packet.event(0, at: 2, [.text(String(repeating: "y", count: room - 1))])
      }
      precondition(trace.place(0).contentSize == 4096 * 8, "the page is full")
      expected.counts = ["app:word": 2]
      return trace
    },
  ]
}
