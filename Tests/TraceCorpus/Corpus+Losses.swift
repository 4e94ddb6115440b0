// SPDX-License-Identifier: MIT

import TraceTestSupport

/// Losing, missing and partial events: section A of the list of faults.
extension Corpus {
  static let lossCases: [CorpusCase] = [
    CorpusCase("pass-no-loss") { layout, expected in
      expected.packets(3)
      expected.times = [
        "app:tick 1", "app:tick 2", "app:word 3", "app:tick 101", "app:tick 102", "app:word 103",
        "app:tick 201", "app:tick 202", "app:word 203",
      ]
      return .base(layout)
    },
    CorpusCase("pass-discarded-in-first-packet") { layout, expected in
      var trace = TestTrace.base(layout, packets: 0..<0)
      trace.basePacket(0, discarded: 5)
      trace.basePacket(1, discarded: 5)
      expected.packets(2)
      expected.discarded = 5
      expected.windows = ["c_0 discarded 0...100: 5"]
      return trace
    },
    CorpusCase("pass-discarded-by-several-packets") { layout, expected in
      var trace = TestTrace.base(layout, packets: 0..<0)
      for (number, total) in [0, 3, 3, 10].enumerated() {
        trace.basePacket(UInt64(number), discarded: UInt64(total))
      }
      expected.packets(4)
      expected.discarded = 10
      expected.windows = ["c_0 discarded 100...200: 3", "c_0 discarded 300...400: 7"]
      return trace
    },
    CorpusCase("pass-discarded-on-two-cpus") { layout, expected in
      var trace = TestTrace.base(layout, packets: 0..<0)
      trace.basePacket(0, in: "c_0", discarded: 1)
      trace.basePacket(0, in: "c_1", discarded: 2, cpu: 1)
      trace.basePacket(1, in: "c_1", discarded: 4, cpu: 1)
      expected.packets(3)
      expected.discarded = 5
      expected.windows = [
        "c_0 discarded 0...100: 1", "c_1 discarded 0...100: 2", "c_1 discarded 100...200: 2",
      ]
      return trace
    },
    CorpusCase("pass-discarded-counter-of-32-bits-wraps") { layout, expected in
      var trace = TestTrace.base(layout, packets: 0..<0)
      trace.channels[0].packetFields = PacketField.lttng32
      trace.basePacket(7, discarded: 0xffff_fff0)
      trace.basePacket(8, discarded: 0x10)
      expected.packets(2)
      expected.discarded = 0x20
      expected.windows = [
        "c_0 missingStart start...700: ?", "c_0 discarded 700...800: ?",
        "c_0 discarded 800...900: 32",
      ]
      return trace
    },
    CorpusCase("pass-discarded-counter-of-64-bits-wraps") { layout, expected in
      var trace = TestTrace.base(layout, packets: 0..<0)
      trace.basePacket(7, discarded: .max - 1)
      trace.basePacket(8, discarded: 3)
      expected.packets(2)
      expected.discarded = 5
      expected.windows = [
        "c_0 missingStart start...700: ?", "c_0 discarded 700...800: ?",
        "c_0 discarded 800...900: 5",
      ]
      return trace
    },
    CorpusCase("pass-discarded-counter-0-between-two-others") { layout, expected in
      var trace = TestTrace.base(layout, packets: 0..<0)
      for (number, total) in [4, 0, 6].enumerated() {
        trace.basePacket(UInt64(number), discarded: UInt64(total))
      }
      expected.packets(3)
      expected.discarded = 6
      expected.windows = ["c_0 discarded 0...100: 4", "c_0 discarded 100...300: 2"]
      return trace
    },
    CorpusCase("pass-packets-missing") { layout, expected in
      var trace = TestTrace.base(layout, packets: 0..<2)
      trace.basePacket(5)
      expected.packets(3)
      expected.lostPackets = 3
      expected.windows = ["c_0 missingPackets 200...500: ?"]
      return trace
    },
    CorpusCase("pass-packets-missing-and-events-discarded") { layout, expected in
      var trace = TestTrace.base(layout, packets: 0..<1)
      trace.basePacket(3, discarded: 9)
      expected.packets(2)
      expected.discarded = 9
      expected.lostPackets = 2
      expected.windows = ["c_0 missingPackets 100...300: ?", "c_0 discarded 100...400: 9"]
      return trace
    },
    CorpusCase("pass-starts-above-0") { layout, expected in
      expected.packets(2)
      expected.windows = ["c_0 missingStart start...13000: ?"]
      return .base(layout, packets: 130..<132)
    },
    CorpusCase("pass-cleared") { layout, expected in
      var trace = TestTrace.base(layout, packets: 0..<0)
      trace.emptyPacket(1, from: 90, to: 100, discarded: 12)
      trace.basePacket(2, discarded: 12)
      expected.packets(1)
      expected.windows = ["c_0 missingStart start...90: ?", "c_0 discarded 90...100: ?"]
      return trace
    },
    CorpusCase("pass-stream-without-sequence-numbers") { layout, expected in
      var trace = TestTrace.base(layout, packets: 0..<0)
      trace.channels[0].packetFields.removeAll { $0.role == .sequenceNumber }
      for number in [0, 1, 5] as [UInt64] { trace.basePacket(number) }
      expected.packets(3)
      return trace
    },
    CorpusCase("pass-stream-without-counter") { layout, expected in
      var trace = TestTrace.base(layout, packets: 0..<0)
      trace.channels[0].packetFields.removeAll { $0.role == .discarded }
      for number in [0, 1] as [UInt64] { trace.basePacket(number, discarded: 7) }
      expected.packets(2)
      return trace
    },
    CorpusCase("pass-packets-of-no-event") { layout, expected in
      var trace = TestTrace.base(layout, packets: 0..<0)
      for number in 0..<3 as Range<UInt64> {
        trace.emptyPacket(number, from: number * 100, to: number * 100 + 100)
      }
      return trace
    },
    CorpusCase("pass-cpu-without-events-beside-a-busy-one") { layout, expected in
      var trace = TestTrace.base(layout)
      trace.emptyPacket(0, from: 0, to: 300, in: "c_1", cpu: 1)
      expected.packets(3)
      return trace
    },
    CorpusCase("pass-process-without-streams") { variant, expected in
      var files = TraceFiles()
      files.add(.base(variant.layout), in: "pid/app-1", variant.language)
      files.add(.base(variant.layout, packets: 0..<0), in: "pid/app-2", variant.language)
      expected.packets(3)
      return files
    },
  ]
}
