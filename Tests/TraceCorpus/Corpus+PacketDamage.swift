// SPDX-License-Identifier: MIT

import TraceTestSupport

/// Packets and events that are not what they should be: section C of the list of faults.
extension Corpus {
  /// A case of the base trace whose packet 1 cannot be read.
  private static func lost(
    _ name: String, _ kind: String, _ damage: @escaping @Sendable (inout TestTrace) -> Void
  ) -> CorpusCase {
    CorpusCase(name) { layout, expected in
      var trace = TestTrace.base(layout)
      damage(&trace)
      expected.packets(2)
      expected.lostPackets = 1
      expected.windows = ["c_0 missingPackets 100...200: ?"]
      expected.damage = ["\(kind) c_0 4096"]
      expected.unknown = ["c_0 100...200"]
      return trace
    }
  }

  static let packetDamageCases: [CorpusCase] = [
    lost("pass-garbled-header", "badMagic") { $0.garble(1) },
    lost("pass-garbled-packet", "badMagic") { $0.garble(1, bytes: 4096) },
    lost("pass-wrong-magic", "badMagic") { $0.set(.magic, 0xc1fc_1fc0, inPacket: 1) },
    lost("pass-packet-of-another-trace", "foreignPacket") { $0.flip(bit: 3, at: 4096 + 10) },
    lost("pass-packet-of-an-unknown-stream-class", "unknownStream") {
      $0.set(.streamClass, 9, inPacket: 1)
    },
    lost("pass-content-larger-than-the-packet", "badSize") {
      $0.set(.contentSize, 4097 * 8, inPacket: 1)
    },
    lost("pass-content-of-almost-2-to-64", "badSize") {
      $0.set(.contentSize, .max - 7, inPacket: 1)
    },
    lost("pass-content-smaller-than-the-header", "badSize") {
      $0.set(.contentSize, 83 * 8, inPacket: 1)
    },
    lost("pass-packet-size-0", "badSize") {
      $0.set(.packetSize, 0, inPacket: 1)
      $0.set(.contentSize, 0, inPacket: 1)
    },
    lost("pass-packet-size-of-almost-2-to-64", "badSize") {
      $0.set(.packetSize, .max - 7, inPacket: 1)
    },
    CorpusCase("pass-first-packet-garbled") { layout, expected in
      var trace = TestTrace.base(layout)
      trace.garble(0)
      expected.packets(2)
      expected.windows = ["c_0 missingStart start...100: ?"]
      expected.damage = ["badMagic c_0 0"]
      expected.unknown = ["c_0 0...100"]
      return trace
    },
    CorpusCase("pass-last-packet-garbled") { layout, expected in
      var trace = TestTrace.base(layout)
      trace.garble(2)
      expected.packets(2)
      expected.damage = ["badMagic c_0 8192"]
      expected.unknown = ["c_0 200...300"]
      return trace
    },
    CorpusCase("pass-every-packet-garbled") { layout, expected in
      var trace = TestTrace.base(layout)
      for number in 0..<3 { trace.garble(number) }
      expected.damage = ["badMagic c_0 0"]
      expected.unknown = ["c_0 0...300"]
      return trace
    },
    CorpusCase("pass-packet-size-beyond-the-file") { layout, expected in
      var trace = TestTrace.base(layout, packets: 0..<1)
      trace.set(.packetSize, 1 << 40, inPacket: 0)
      expected.packets(1)
      expected.damage = ["truncated c_0 4096"]
      return trace
    },
    CorpusCase("pass-unknown-event") { layout, expected in
      var trace = TestTrace.base(layout)
      // The low byte of the event's id.
      let offset = trace.place(1).events[1]
      trace.damage { $0[offset + (layout.isBigEndian ? 1 : 0)] = 9 }
      expected.packets(3)
      expected.counts = ["app:tick": 5, "app:word": 2]
      expected.damage = ["unknownEvent c_0 \(offset)"]
      expected.unknown = ["c_0 102...200"]
      return trace
    },
    CorpusCase("pass-event-of-a-garbled-header") { layout, expected in
      var trace = TestTrace.base(layout)
      let offset = trace.place(1).events[1]
      // Neither the id nor the stamp can be believed.
      trace.damage {
        $0.replaceSubrange(offset..<offset + 6, with: [UInt8](repeating: 0x55, count: 6))
      }
      expected.packets(3)
      expected.counts = ["app:tick": 5, "app:word": 2]
      expected.damage = ["unknownEvent c_0 \(offset)"]
      expected.unknown = ["c_0 101...200"]
      return trace
    },
    CorpusCase("pass-content-ends-inside-an-event") { layout, expected in
      var trace = TestTrace.base(layout)
      let place = trace.place(1)
      trace.set(.contentSize, UInt64(place.contentSize - 8), inPacket: 1)
      expected.counts = ["app:tick": 6, "app:word": 2]
      expected.damage = ["badEvent c_0 \(place.events[2])"]
      expected.unknown = ["c_0 103...200"]
      return trace
    },
    CorpusCase("pass-content-ends-inside-a-header") { layout, expected in
      var trace = TestTrace.base(layout)
      let place = trace.place(1)
      trace.set(
        .contentSize, UInt64((place.events[1] - place.offset) * 8 + 24), inPacket: 1)
      expected.counts = ["app:tick": 5, "app:word": 2]
      expected.damage = ["badEvent c_0 \(place.events[1])"]
      expected.unknown = ["c_0 101...200"]
      return trace
    },
    CorpusCase("pass-string-without-end") { layout, expected in
      var trace = TestTrace(
        events: [.init(name: "app:word", fields: [.string("_text")])], layout: layout)
      trace.packet(number: 0, end: 100, size: 4096) { packet in
        packet.event(0, at: 1, [.text("one")])
        packet.event(0, at: 2, [.text("two")])
      }
      let end = trace.place(0).contentSize / 8
      trace.damage { $0[end - 1] = 0x41 }
      expected.counts = ["app:word": 1]
      expected.damage = ["badEvent c_0 \(trace.place(0).events[1])"]
      expected.unknown = ["c_0 2...100"]
      return trace
    },
    CorpusCase("pass-length-beyond-the-packet") { layout, expected in
      var trace = TestTrace(
        events: [
          .init(
            name: "app:list",
            fields: [.integer("_l", 32), .sequence("_s", of: .integer("", 32), length: "_l")])
        ], layout: layout)
      trace.packet(end: 100) { packet in
        packet.event(0, at: 1, [1, .list([7])])
        packet.event(0, at: 2, [0xffff_fff0, .list([7, 8])])
      }
      trace.packet(number: 1, begin: 100, end: 200) { $0.event(0, at: 101, [0, .list([])]) }
      expected.counts = ["app:list": 2]
      expected.damage = ["badEvent c_0 \(trace.place(0).events[1])"]
      expected.unknown = ["c_0 2...100"]
      return trace
    },
    CorpusCase("pass-choice-of-no-option") { layout, expected in
      var trace = TestTrace(
        events: [
          .init(
            name: "app:choice",
            fields: [
              .enumeration("_t", 8, ["a": 0...0, "b": 1...9]),
              .variant("_v", tag: "_t", [.integer("a", 8), .string("b")]),
            ])
        ], layout: layout)
      trace.packet(end: 100) { packet in
        packet.event(0, at: 1, [5, .option(1, [.text("x")])])
        packet.event(0, at: 2, [77, .option(1, [.text("x")])])
      }
      expected.counts = ["app:choice": 1]
      expected.damage = ["badEvent c_0 \(trace.place(0).events[1])"]
      expected.unknown = ["c_0 2...100"]
      return trace
    },
    CorpusCase("pass-two-packets-damaged") { layout, expected in
      var trace = TestTrace.base(layout, packets: 0..<6)
      trace.garble(1)
      trace.set(.contentSize, 1, inPacket: 4)
      expected.packets(4)
      expected.lostPackets = 2
      expected.windows = ["c_0 missingPackets 100...200: ?", "c_0 missingPackets 400...500: ?"]
      expected.damage = ["badMagic c_0 4096", "badSize c_0 16384"]
      expected.unknown = ["c_0 100...200", "c_0 400...500"]
      return trace
    },
    CorpusCase("pass-packet-twice-in-a-file") { layout, expected in
      var trace = TestTrace.base(layout)
      trace.arrange([0, 1, 1, 2])
      expected.packets(3)
      expected.repeatedPackets = 1
      return trace
    },
    CorpusCase("pass-packets-out-of-order") { layout, expected in
      var trace = TestTrace.base(layout, packets: 0..<4)
      trace.arrange([2, 3, 0, 1])
      expected.packets(4)
      expected.times = (0..<4).flatMap { number in
        [
          "app:tick \(number * 100 + 1)", "app:tick \(number * 100 + 2)",
          "app:word \(number * 100 + 3)",
        ]
      }
      return trace
    },
  ]
}
