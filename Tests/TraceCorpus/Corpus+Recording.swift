// SPDX-License-Identifier: MIT

import TraceTestSupport

/// What recording itself leaves behind: sections C and D of the list of faults.
extension Corpus {
  static let recordingCases: [CorpusCase] = [
    CorpusCase("pass-rotated-chunks") { variant, expected in
      var (first, second) = (
        TestTrace.base(variant.layout, packets: 0..<2),
        TestTrace.base(
          variant.layout, packets: 0..<0)
      )
      second.emptyPacket(2, from: 200, to: 205)
      second.packet(number: 3, begin: 205, end: 400) { $0.baseEvents(300) }
      first.clock.uuid = "boot"
      second.clock.uuid = "boot"
      var files = TraceFiles()
      files.add(first, in: "archives/20260101T000000-20260101T000001-0", variant.language)
      files.add(second, in: "archives/20260101T000001-20260101T000002-1", variant.language)
      expected.packets(3)
      return files
    },
    CorpusCase("pass-rotated-chunks-with-one-gone") { variant, expected in
      var files = TraceFiles()
      files.add(.base(variant.layout, packets: 0..<2), in: "archives/a-0", variant.language)
      files.add(.base(variant.layout, packets: 4..<6), in: "archives/c-2", variant.language)
      expected.packets(4)
      expected.lostPackets = 2
      expected.windows = ["c_0 missingPackets 200...400: ?"]
      return files
    },
    CorpusCase("pass-overlapping-snapshots") { variant, expected in
      var files = TraceFiles()
      files.add(.base(variant.layout, packets: 130..<133), in: "snapshot-1", variant.language)
      files.add(.base(variant.layout, packets: 131..<135), in: "snapshot-2", variant.language)
      expected.packets(5)
      expected.repeatedPackets = 2
      expected.windows = ["c_0 missingStart start...13000: ?"]
      return files
    },
    CorpusCase("pass-repeated-packet-of-which-one-is-longer") { variant, expected in
      var (first, second) = (
        TestTrace.base(variant.layout, packets: 0..<1),
        TestTrace.base(
          variant.layout, packets: 0..<0)
      )
      first.packet(number: 1, begin: 100, end: 200) {
        $0.event("app:tick", at: 101, context: [7], [1])
      }
      second.basePacket(1)
      var files = TraceFiles()
      files.add(second, in: "a", variant.language)
      files.add(first, in: "b", variant.language)
      expected.packets(2)
      expected.repeatedPackets = 1
      return files
    },
    CorpusCase("pass-stopped-and-started-again") { layout, expected in
      var trace = TestTrace.base(layout)
      trace.packet(number: 3, begin: 90_000, end: 90_100) { $0.baseEvents(90_000) }
      expected.packets(4)
      expected.uncovered = 89_700
      return trace
    },
    CorpusCase("pass-idle-packets-of-no-duration") { layout, expected in
      var trace = TestTrace.base(layout)
      trace.emptyPacket(3, from: 300, to: 300)
      trace.emptyPacket(4, from: 300, to: 300)
      trace.basePacket(5)
      expected.packets(4)
      return trace
    },
    CorpusCase("pass-events-behind-the-packet-end") { layout, expected in
      var trace = TestTrace.base(layout, packets: 0..<0)
      trace.packet(number: 0, begin: 0, end: 2) { $0.baseEvents(0) }
      trace.packet(number: 1, begin: 2, end: 104) { $0.baseEvents(100) }
      expected.packets(2)
      return trace
    },
    CorpusCase("pass-all-stamps-equal") { layout, expected in
      var trace = TestTrace.base(layout, packets: 0..<0)
      trace.packet(begin: 50, end: 50) { packet in
        for _ in 0..<4 { packet.event("app:tick", at: 50, context: [7], [1]) }
      }
      expected.counts = ["app:tick": 4]
      expected.times = [String](repeating: "app:tick 50", count: 4)
      return trace
    },
    CorpusCase("pass-equal-stamps-on-three-cpus") { layout, expected in
      var trace = TestTrace(
        events: (0..<3).map { .init(name: "on:cpu\($0)") }, layout: layout)
      for cpu in 0..<3 {
        trace.packet(in: "c_\(cpu)", end: 100, cpu: UInt64(cpu)) { packet in
          for time in [5, 5, 9] as [UInt64] { packet.event(cpu, at: time) }
        }
      }
      expected.counts = ["on:cpu0": 3, "on:cpu1": 3, "on:cpu2": 3]
      expected.times = [
        "on:cpu0 5", "on:cpu0 5", "on:cpu1 5", "on:cpu1 5", "on:cpu2 5", "on:cpu2 5", "on:cpu0 9",
        "on:cpu1 9", "on:cpu2 9",
      ]
      return trace
    },
    CorpusCase("pass-files-of-a-rotated-stream") { layout, expected in
      // The first file has been written over: its packets come last.
      var trace = TestTrace.base(layout, packets: 0..<6)
      trace.split(into: ["c_0_0": [4, 5], "c_0_1": [2, 3]])
      expected.packets(4)
      expected.times = (2..<6).flatMap { number in
        [
          "app:tick \(number * 100 + 1)", "app:tick \(number * 100 + 2)",
          "app:word \(number * 100 + 3)",
        ]
      }
      expected.windows = ["c_0 missingStart start...200: ?"]
      expected.streams = 1
      return trace
    },
    CorpusCase("pass-buffer-stalled-by-a-killed-program") { layout, expected in
      let full = { (packet: inout TestPacket) in
        packet.event("app:word", at: 5, context: [7], [.text(String(repeating: "x", count: 3900))])
      }
      var trace = TestTrace.base(layout, packets: 0..<0)
      trace.packet(in: "c_0", end: 1_000_000, full)
      trace.packet(in: "c_1", end: 9_000_000, cpu: 1, full)
      expected.counts = ["app:word": 2]
      expected.windows = ["c_0 stalledTail 1000000...end: ?"]
      return trace
    },
    CorpusCase("pass-idle-cpu-beside-a-busy-one") { layout, expected in
      // Its last packet is not full: nothing hints at a loss.
      var trace = TestTrace.base(layout, packets: 0..<0)
      trace.packet(in: "c_0", end: 1_000_000) { $0.baseEvents(0) }
      trace.packet(in: "c_1", end: 9_000_000, cpu: 1) { $0.baseEvents(0) }
      expected.packets(2)
      return trace
    },
    CorpusCase("pass-packets-of-lttng-crash") { layout, expected in
      var trace = TestTrace.base(layout, packets: 0..<0)
      for number in 0..<3 as Range<UInt64> {
        // What it saves has no filling, no end and no counter.
        var probe = trace
        probe.packet(in: "p", number: number, begin: number * 100, end: 0) {
          $0.baseEvents(number * 100)
        }
        let size = (probe.place(0, of: "p").contentSize + 7) / 8
        trace.packet(number: number, begin: number * 100, end: 0, size: size) {
          $0.baseEvents(number * 100)
        }
      }
      expected.packets(3)
      return trace
    },
    CorpusCase("pass-output-of-lttng-crash-beside-the-trace") { variant, expected in
      var crash = TestTrace.base(variant.layout, packets: 0..<0)
      for number in 2..<4 as Range<UInt64> {
        crash.packet(number: number, begin: number * 100, end: 0) { $0.baseEvents(number * 100) }
      }
      var files = TraceFiles()
      files.add(crash, in: "crash/ust/uid/0/64-bit", variant.language)
      files.add(.base(variant.layout), in: "trace/ust/uid/0/64-bit", variant.language)
      expected.packets(4)
      expected.repeatedPackets = 1
      return files
    },
    CorpusCase("pass-index-that-agrees", CorpusVariant.layouts) { variant, expected in
      let trace = TestTrace.base(variant.layout)
      var files = trace.files()
      files["index/c_0.idx"] = trace.index()
      expected.packets(3)
      return files
    },
    CorpusCase("pass-index-of-another-stream", CorpusVariant.layouts) { variant, expected in
      var files = TestTrace.base(variant.layout).files()
      files["index/c_0.idx"] = TestTrace.base(variant.layout, packets: 7..<20).index()
      expected.packets(3)
      expected.damage = ["badIndex index/c_0.idx 0"]
      return files
    },
    CorpusCase("pass-index-of-no-sense", CorpusVariant.layouts) { variant, expected in
      let trace = TestTrace.base(variant.layout)
      var files = trace.files()
      files["index/c_0.idx"] =
        trace.index().prefix(16) + [UInt8](repeating: 0xff, count: 72 * 3 + 5)
      expected.packets(3)
      return files
    },
    CorpusCase("pass-index-of-a-garbled-packet", CorpusVariant.layouts) { variant, expected in
      var trace = TestTrace.base(variant.layout)
      let index = trace.index()
      trace.garble(1)
      var files = trace.files()
      files["index/c_0.idx"] = index
      expected.packets(2)
      expected.lostPackets = 1
      expected.windows = ["c_0 missingPackets 100...200: ?"]
      expected.damage = ["badMagic c_0 4096"]
      expected.unknown = ["c_0 100...200"]
      return files
    },
  ]
}
